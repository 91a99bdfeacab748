/**
 * The self-test: plants one cent in a document behind the service's back, or in a posting of the model, and checks that
 * the next checkpoint notices the difference. Each cent is taken away again.
 */
import path from 'node:path';
import Database from 'better-sqlite3';
import { checkpoint } from './checkpoint.js';
import { postAll } from './postings.js';
import { Stop } from './run-state.js';

const NOT_DELETED = 'deletedAt IS NULL';
const LIVE_OF = (table, key) => `${key} IN (SELECT id FROM ${table} WHERE ${NOT_DELETED})`;

/** The condition under which the amounts of a table count. All amounts of the other tables do. */
const COUNTS = {
  givings: NOT_DELETED,
  offeringSessions: NOT_DELETED,
  givingParts: LIVE_OF('givings', 'givingId'),
  expenses: NOT_DELETED,
  expenseSplits: LIVE_OF('expenses', 'expenseId'),
  depositItems: LIVE_OF('deposits', 'depositId'),
  otherIncome: NOT_DELETED,
  transfers: NOT_DELETED,
  journalEntries: NOT_DELETED,
  journalLines: LIVE_OF('journalEntries', 'entryId'),
  // A finalized statement has its own figures, and books with an opening do not use this balance.
  monthlyStatements: "status = 'Draft' AND NOT EXISTS (SELECT 1 FROM bookOpening)",
};

export async function plantCents(run) {
  run.name = 'self-test';
  run.notes = [];
  run.mostFaults = 1;
  // A planted cent must be noticed in figures that are otherwise right.
  const unnoticed = [];
  const judge = async (what, plant) => {
    const noticed = await isNoticed(run, plant);
    run.notes.push(`self-test: one cent more in ${what}: ${noticed?.split('\n')[0].slice(0, 160) ?? 'NOT NOTICED'}`);
    if (noticed === undefined) unnoticed.push(what);
  };
  if (await isNoticed(run, {})) unnoticed.push('nothing at all (the books differ already)');
  await plantInDocuments(run, judge);
  await plantInPostings(run, judge);
  run.mostFaults = Number.POSITIVE_INFINITY;
  for (const what of unnoticed) run.fault(`one cent more in ${what} was not noticed`);
}

/** Returns the first fault that a complete checkpoint finds. */
async function isNoticed(run, { ledger }) {
  try {
    await checkpoint(run, { isThorough: true, isComplete: true, ...(ledger && { ledger }) });
    return undefined;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return run.faults.splice(0).join('; ');
  }
}

/** Plants one cent in one row of each column of money in the database, whatever its table. */
async function plantInDocuments(run, judge) {
  const database = new Database(path.join(run.service.directory, 'vestry.db'));
  database.pragma('busy_timeout = 10000');
  const columns = database
    .prepare(
      `SELECT t.name AS "table", c.name AS "column" FROM sqlite_master t, pragma_table_xinfo(t.name) c
       WHERE t.type = 'table' AND c.name LIKE '%Minor' AND c.hidden = 0 ORDER BY t.name, c.name`,
    )
    .all();
  for (const { table, column } of columns) {
    const keys = database.prepare(`SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk`).pluck().all(table);
    const list = keys.length > 0 ? keys.join(', ') : 'rowid';
    const isFilled = `${column} IS NOT NULL AND (${COUNTS[table] ?? '1 = 1'})`;
    const all = database.prepare(`SELECT ${list} FROM ${table} WHERE ${isFilled} ORDER BY ${list}`).all();
    if (all.length === 0) {
      run.notes.push(`self-test: no amount in ${table}.${column}`);
      continue;
    }
    const row = run.random.pick(all);
    const isRow = Object.keys(row)
      .map((key) => `${key} IS @${key}`)
      .join(' AND ');
    const change = database.prepare(`UPDATE ${table} SET ${column} = ${column} + @cents WHERE ${isRow}`);
    change.run({ ...row, cents: 1 });
    try {
      await judge(`${table}.${column} ${JSON.stringify(row)}`, {});
    } finally {
      change.run({ ...row, cents: -1 });
    }
  }
  database.close();
}

async function plantInPostings(run, judge) {
  for (const side of ['accounts', 'funds']) {
    const ledger = postAll(run.books);
    const posting = run.random.pick(ledger[side]);
    posting.amount += 1;
    await judge(`the model's posting of ${posting.of.kind} ${posting.of.id} to the ${side}`, { ledger });
  }
}
