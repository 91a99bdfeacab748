import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { fillBooks } from '../ledger.js';
import { compareLimit } from '../measure.js';
import { membersChurch } from '../members.js';
import { request } from '../process.js';
import { processorTime } from '../processor.js';
import { compareTurns, serveWatched } from '../turn.js';

/** Together, 20,000 documents in one account. */
const GIVINGS = 15_000;
const EXPENSES = 5000;
const YEAR = { from: '2025-01-01', days: 365 };
const LINES = 1000;
const DAY_MS = 86_400_000;
const AT = '2026-01-06T12:00:00.000Z';
const OPEN = '/api/accounts/2/bank-lines?status=Open&pageSize=200';
const ALLOWED_MS = 300;
const ROUNDS = 5;

/** Measures the suggestions for a thousand open lines of the bank, half of which have a document. */
export async function measurePart(workspace) {
  const church = await membersChurch(workspace, { members: 100, accounts: 1 });
  fillBooks(church.directory, { ...YEAR, givings: GIVINGS, expenses: EXPENSES });
  fillLines(church.directory);
  const watched = await serveWatched(workspace, church);
  const { service, token } = watched;
  const suggest = async () => {
    const before = processorTime(service.child.pid) ?? 0;
    await request(service.port, 'GET', OPEN, { token });
    return (processorTime(service.child.pid) ?? 0) - before;
  };
  const limit = { ours: suggest, allowed: ALLOWED_MS, unit: 'ms', rounds: ROUNDS };
  const results = [
    await compareLimit('bank: suggestions for 1,000 lines among 20,000 documents, processor time', limit),
    await compareTurns('bank: these suggestions, longest turn', watched, [OPEN]),
  ];
  await service.stop();
  return results;
}

/** Adds a line for every thirtieth giving, a day later, and as many lines with amounts of their own. */
function fillLines(directory) {
  const db = new Sqlite(path.join(directory, 'vestry.db'));
  const add = db.prepare(`
    insert into bankLines (accountId, date, amountMinor, description, createdAt, modifiedAt)
    values (2, ?, ?, ?, '${AT}', '${AT}')`);
  const givings = db.prepare(`select date, amountMinor from givings where id % 30 = 0 limit ${LINES / 2}`).all();
  db.transaction(() => {
    for (const [n, { date, amountMinor }] of givings.entries()) {
      const day = new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
      add.run(day, amountMinor, `ZELLE FROM GIVER ${n % 100}`);
      add.run(day, 1001 + ((n * 7919) % 200_000), `WIRE ${n}`);
    }
  })();
  db.close();
}
