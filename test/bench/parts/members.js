import { compareRates } from '../measure.js';
import { membersChurch, spread } from '../members.js';
import { daemonArguments, floor, rateOf, request } from '../process.js';

const MEMBERS = 10_000;
const SHARE = 0.6;
const SIGN_IN_SHARE = 0.8;
/** Only five sign-ins for the same address may run at once, so the ten connections use several addresses. */
const ACCOUNTS = 20;

/**
 * Compares the requests for a list, for one member and for a sign-in, in a church of 10,000 members, with a minimal
 * server that checks the same token, runs the same SQL on a copy of the database, and sends the rows unchanged.
 */
export async function measurePart(workspace) {
  const { directory, logins } = await membersChurch(workspace, { members: MEMBERS, accounts: ACCOUNTS });
  const daemon = await workspace.start(daemonArguments(directory));
  const bare = await workspace.start(floor('members', workspace.copy(directory)));
  const { accessToken } = await request(daemon.port, 'POST', '/api/auth/login', { body: logins[0] });
  const headers = { Authorization: `Bearer ${accessToken}` };
  const results = [];
  const jobs = {
    'list of 25 with total': [{ path: '/api/members', headers }],
    'one member': spread(MEMBERS, 100).map((id) => ({ path: `/api/members/${id}`, headers })),
    login: logins.map((body) => ({ method: 'POST', path: '/api/auth/login', body })),
  };
  for (const [name, requests] of Object.entries(jobs)) {
    results.push(
      await compareRates(`members: ${name} / minimal http + jose + sqlite`, {
        ours: () => rateOf(daemon, { requests }),
        floor: () => rateOf(bare, { requests }),
        limit: name === 'login' ? SIGN_IN_SHARE : SHARE,
      }),
    );
  }
  await daemon.stop();
  await bare.stop();
  return results;
}
