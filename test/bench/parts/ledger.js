import { fillGivings } from '../givings.js';
import { compareTimes } from '../measure.js';
import { membersChurch } from '../members.js';
import { timeOf } from '../process.js';
import { compareTurns, serveWatched } from '../turn.js';

const MEMBERS = 1000;
const FEW = 10_000;
const MANY = 100_000;
const PAGE_SIZE = 25;
const ROUNDS = 5;
/** The first page should take the same time in both tables. The margin is for noise and for a deeper index. */
const GROWTH_LIMIT = 1.3;
const DEPTH_LIMIT = 5;
const YEAR = 'from=2025-01-01&to=2025-12-31';
const SUMMARIES = ['month', 'category', 'method'].map((by) => `/api/giving/summary?${YEAR}&groupBy=${by}`);
const SESSIONS = ['-date', '-totalAmount', 'givingCount'].map(
  (sort) => `/api/offering-sessions?${YEAR}&pageSize=200&sort=${sort}`,
);
const GIVINGS = '/api/givings';
const LAST = MANY / PAGE_SIZE;

/**
 * Measures a year with 100,000 givings. Compares how long its summaries and sessions block the event loop with the
 * limit. Compares the first page of its givings with the first page of 10,000 givings, and its middle and last pages
 * with its own first page.
 */
export async function measurePart(workspace) {
  const [few, many] = [await serve(workspace, FEW), await serve(workspace, MANY)];
  const first = () => timePage(many, GIVINGS);
  const comparePages = (name, limit, { ours, floor }) =>
    compareTimes(`ledger: ${name}`, { ours, floor, limit, rounds: ROUNDS });
  const results = [
    await compareTurns('ledger: summaries of 100,000 givings, longest turn', many, SUMMARIES),
    await compareTurns('ledger: sessions of 100,000 givings, longest turn', many, SESSIONS),
    await comparePages('first page of givings, 100,000 / 10,000', GROWTH_LIMIT, {
      ours: first,
      floor: () => timePage(few, GIVINGS),
    }),
    await comparePages('last page of 100,000 givings / first page', DEPTH_LIMIT, {
      ours: () => timePage(many, `${GIVINGS}?page=${LAST}`),
      floor: first,
    }),
    await comparePages('middle page of 100,000 givings / first page', DEPTH_LIMIT, {
      ours: () => timePage(many, `${GIVINGS}?page=${LAST / 2}`),
      floor: first,
    }),
  ];
  await few.service.stop();
  await many.service.stop();
  return results;
}

async function serve(workspace, givings) {
  const church = await membersChurch(workspace, { members: MEMBERS, accounts: 1 });
  fillGivings(church.directory, { givings, members: MEMBERS });
  return serveWatched(workspace, church);
}

function timePage({ service, token }, path) {
  return timeOf(service, { requests: [{ path, headers: { Authorization: `Bearer ${token}` } }] });
}
