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
const IS_BOOKED = `${NOT_DELETED} AND status IN ('Approved', 'Paid')`;
const LIVE_OF = (table, key) => `${key} IN (SELECT id FROM ${table} WHERE ${NOT_DELETED})`;

/** The columns of amounts that count, with the condition under which they do. */
const PLACES = [
  ['givings', 'amountMinor', `${NOT_DELETED} AND nonCashDescription IS NULL`],
  [
    'givingParts',
    'amountMinor',
    `givingId IN (SELECT id FROM givings WHERE ${NOT_DELETED} AND nonCashDescription IS NULL)`,
  ],
  ['expenses', 'amountMinor', IS_BOOKED],
  ['expenseSplits', 'amountMinor', `expenseId IN (SELECT id FROM expenses WHERE ${IS_BOOKED})`],
  ['paymentItems', 'amountMinor', 'paymentId IN (SELECT id FROM payments WHERE voidedOn IS NULL)'],
  ['depositItems', 'amountMinor', LIVE_OF('deposits', 'depositId')],
  ['otherIncome', 'amountMinor', NOT_DELETED],
  ['transfers', 'amountMinor', `${NOT_DELETED} AND status = 'Posted'`],
  [
    'journalLines',
    'amountMinor',
    `entryId IN (SELECT id FROM journalEntries WHERE ${NOT_DELETED} AND status = 'Posted')`,
  ],
  ['openingAccounts', 'balanceMinor', '1 = 1'],
  ['openingFunds', 'balanceMinor', '1 = 1'],
  ['payables', 'amountMinor', '1 = 1'],
];

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

/** Returns the first fault that a checkpoint finds, first without the commands and then with them. */
async function isNoticed(run, { ledger }) {
  for (const isThorough of [false, true]) {
    try {
      await checkpoint(run, { isThorough, isComplete: isThorough, ...(ledger && { ledger }) });
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      return run.faults.splice(0).join('; ');
    }
  }
  return undefined;
}

async function plantInDocuments(run, judge) {
  const database = new Database(path.join(run.service.directory, 'vestry.db'));
  database.pragma('busy_timeout = 10000');
  const hasTable = database.prepare("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?").pluck();
  for (const [table, column, condition] of PLACES) {
    if (hasTable.get(table) === 0) continue;
    const columns = database.prepare(`SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk`).pluck();
    const keys = columns.all(table);
    const list = keys.join(', ');
    const rows = database.prepare(`SELECT ${list} FROM ${table} WHERE ${condition} ORDER BY ${list}`);
    const all = rows.all();
    if (all.length === 0) continue;
    const row = run.random.pick(all);
    const isRow = keys.map((key) => `${String(key)} = @${String(key)}`).join(' AND ');
    const change = database.prepare(`UPDATE ${table} SET ${column} = ${column} + @cents WHERE ${isRow}`);
    change.run({ ...row, cents: 1 });
    try {
      await judge(`${table} ${JSON.stringify(row)}`, {});
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
