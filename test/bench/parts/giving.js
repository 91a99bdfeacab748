import { dayOf, gift } from '../gifts.js';
import { compareRates, compareTimes } from '../measure.js';
import { membersChurch } from '../members.js';
import { daemonArguments, floor, rateOf, request } from '../process.js';

const MEMBERS = 1000;
const SHARE = 0.6;
const GIVINGS = 500;
/** The number of givings for a round. All rounds have different givings (`gifts.js`). */
const BODIES = 9000;
const LIMIT = 3;

/**
 * Compares the request that enters one giving, and the request that enters a session of 500 givings, with a minimal
 * server that checks the same token and stores the same rows durably.
 */
export async function measurePart(workspace) {
  const { directory, logins } = await membersChurch(workspace, { members: MEMBERS, accounts: 1 });
  const copy = workspace.copy(directory);
  const daemon = await workspace.start(daemonArguments(directory));
  const bare = await workspace.start(floor('giving', copy));
  const { accessToken: token } = await request(daemon.port, 'POST', '/api/auth/login', { body: logins[0] });
  const results = [await measureOne(daemon, bare, token), await measureSession(daemon, bare, token)];
  await daemon.stop();
  await bare.stop();
  return results;
}

function measureOne(daemon, bare, token) {
  const headers = { Authorization: `Bearer ${token}` };
  const poster = (service, path) => {
    let next = 0;
    return () => {
      const bodies = Array.from({ length: BODIES }, (_, n) => ({ ...gift(next++, MEMBERS), date: dayOf(n) }));
      return rateOf(service, { requests: bodies.map((body) => ({ method: 'POST', path, headers, body })) });
    };
  };
  return compareRates('giving: POST of one / minimal http + jose + the same insert', {
    ours: poster(daemon, '/api/givings'),
    floor: poster(bare, '/'),
    limit: SHARE,
  });
}

function measureSession(daemon, bare, token) {
  const givings = Array.from({ length: GIVINGS }, (_, n) => gift(n, MEMBERS));
  let day = 0;
  const time = async (port, route) => {
    const body = { date: dayOf((day += 7)), givings };
    const startedAt = performance.now();
    await request(port, 'POST', route, { token, body });
    return performance.now() - startedAt;
  };
  return compareTimes(`giving: a session of ${GIVINGS} / minimal http + jose + the same inserts in one transaction`, {
    ours: () => time(daemon.port, '/api/offering-sessions'),
    floor: () => time(bare.port, '/session'),
    limit: LIMIT,
  });
}
