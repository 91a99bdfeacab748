import { fillBooks } from '../ledger.js';
import { membersChurch } from '../members.js';
import { request } from '../process.js';
import { compareTurns, serveWatched } from '../turn.js';

const GIVINGS = 15_000;
const EXPENSES = 5000;
const YEAR = 2025;
const LINES = 1000;
const SUB_CATEGORIES = 38;
const MINISTRIES = 10;
const FUNDS = 4;
const MONTHS = 12;
const VERSIONS = 20;
const BUDGET = `/api/budgets/${YEAR}`;

/** Measures a budget with as many lines as it may have, twenty versions, and actual amounts in every line. */
export async function measurePart(workspace) {
  const church = await membersChurch(workspace, { members: 10, accounts: 1 });
  fillBooks(church.directory, { from: `${YEAR}-01-01`, days: 365, givings: GIVINGS, expenses: EXPENSES });
  const watched = await serveWatched(workspace, church);
  const { service, token } = watched;
  let saved = 0;
  const save = () => {
    saved += 1;
    const body = { adoptedOn: `${YEAR}-02-01`, reason: `Amendment ${saved}`, lines: linesOf(saved) };
    return request(service.port, 'PUT', BUDGET, { token, body });
  };
  const copy = () =>
    request(service.port, 'POST', `/api/budgets/${YEAR + 1}/copy`, { token, body: { from: 'budget' } });
  await manyTimes(VERSIONS, save);
  const results = [
    await compareTurns('budget: saving 1,000 lines, longest turn', watched, [save]),
    await compareTurns('budget: copying 1,000 lines, longest turn', watched, [copy]),
    await compareTurns('budget: reading 1,000 lines, longest turn', watched, [BUDGET, `${BUDGET}/versions/1`]),
    await compareTurns('budget: list of its versions, longest turn', watched, [`${BUDGET}/versions`]),
    await compareTurns('budget: report against 20,000 documents, longest turn', watched, [
      `/api/reports/budget?year=${YEAR}&through=${YEAR}-12`,
      `/api/reports/budget?year=${YEAR}&through=${YEAR}-11&basis=paid`,
    ]),
  ];
  await service.stop();
  return results;
}

/** Returns lines for different subcategories, ministries and funds, with other amounts for each `seed`. */
function linesOf(seed) {
  return Array.from({ length: LINES }, (_, n) => {
    const months = Array.from({ length: MONTHS }, (_, month) => ((n * 31 + month * 7 + seed) % 900) + 0.25);
    const place = Math.floor(n / SUB_CATEGORIES);
    return {
      subCategoryId: 1 + (n % SUB_CATEGORIES),
      ministryId: 1 + (place % MINISTRIES),
      fundId: 1 + (Math.floor(place / MINISTRIES) % FUNDS),
      annual: months.reduce((sum, amount) => sum + amount, 0),
      months,
    };
  });
}

async function manyTimes(times, work) {
  for (let n = 0; n < times; n++) await work();
}
