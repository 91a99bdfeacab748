import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { fillBooks } from '../ledger.js';
import { compareTimes } from '../measure.js';
import { membersChurch } from '../members.js';
import { timeOf } from '../process.js';
import { compareTurns, serveWatched } from '../turn.js';

/** A giving has two postings, and a paid expense has four. Together, the books have a million postings in ten years. */
const GIVINGS = 250_000;
const EXPENSES = 125_000;
const SPREAD = { from: '2016-01-01', days: 3653 };
const YEAR = 'from=2025-01-01&to=2025-12-31';
const INCOME = `/api/reports/income-statement?${YEAR}`;
const REPORTS = [
  INCOME,
  `${INCOME}&columns=month&basis=paid`,
  '/api/reports/balance-sheet?at=2025-12-31',
  `/api/reports/fund-balances?${YEAR}`,
  '/api/reports/trial-balance?at=2025-12-31',
  `/api/reports/general-ledger?accountId=2&${YEAR}`,
  '/api/reports/payables?at=2025-12-31',
  '/api/monthly-statements/2025/12',
  '/api/accounts',
];
const REQUESTS = 5;

/**
 * Measures books with a million postings and no finalized month, so that no balance is stored. Compares how long
 * reports block the event loop with the limit. Also compares the income statement of a year with two queries that only
 * add up the givings by category and the expenses by subcategory.
 */
export async function measurePart(workspace) {
  const church = await membersChurch(workspace, { members: 100, accounts: 1 });
  fillBooks(church.directory, { ...SPREAD, givings: GIVINGS, expenses: EXPENSES });
  const db = new Sqlite(path.join(church.directory, 'vestry.db'), { readonly: true });
  const watched = await serveWatched(workspace, church);
  const requests = Array.from({ length: REQUESTS }, () => ({
    path: INCOME,
    headers: { Authorization: `Bearer ${watched.token}` },
  }));
  const results = [
    await compareTurns('books: reports of 1,000,000 postings, longest turn', watched, REPORTS),
    await compareTimes('books: income statement of a year / plain sums by category', {
      ours: () => timeOf(watched.service, { requests }),
      floor: () => timeSums(db),
      limit: 3,
    }),
  ];
  db.close();
  await watched.service.stop();
  return results;
}

/** Runs the two queries as often as the report is requested. Returns the total time in milliseconds. */
function timeSums(db) {
  const sums = [
    `select "categoryId", sum("amountMinor") from "givings"
      where "deletedAt" is null and "date" between '2025-01-01' and '2025-12-31' group by "categoryId"`,
    `select "subCategoryId", sum("amountMinor") from "expenses"
      where "deletedAt" is null and "bookedOn" between '2025-01-01' and '2025-12-31' group by "subCategoryId"`,
  ].map((sql) => db.prepare(sql));
  const start = performance.now();
  for (let round = 0; round < REQUESTS; round += 1) for (const sum of sums) sum.all();
  return performance.now() - start;
}
