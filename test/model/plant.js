/**
 * The self-test: plants one cent in a document behind the service's back, or in a posting of the model, and checks that
 * the next checkpoint notices the difference. Afterwards, the cent is removed.
 */
import path from 'node:path';
import Database from 'better-sqlite3';
import { checkpoint } from './checkpoint.js';
import { fiscalYear, fiscalYearOf, latest, monthOf, monthsBetween } from './money-and-days.js';
import { putRules } from './operations/expenses.js';
import { finalizeMonth } from './operations/months.js';
import { closeYear } from './operations/years.js';
import { postAll } from './postings.js';
import { Stop } from './run-state.js';

const NOT_DELETED = 'deletedAt IS NULL';
const LIVE_OF = (table, key) => `${key} IN (SELECT id FROM ${table} WHERE ${NOT_DELETED})`;

/** SQL conditions, by table or column, for the rows whose amounts are in a figure. Deleted rows are in no figure. */
const COUNTS = {
  givingParts: LIVE_OF('givings', 'givingId'),
  expenseSplits: LIVE_OF('expenses', 'expenseId'),
  depositItems: LIVE_OF('deposits', 'depositId'),
  journalLines: LIVE_OF('journalEntries', 'entryId'),
  paymentItems: LIVE_OF('payments', 'paymentId'),
  // A finalized statement has its own figures, and books with an opening do not use these balances.
  'monthlyStatements.openingBalanceMinor': "status = 'Draft' AND NOT EXISTS (SELECT 1 FROM bookOpening)",
  // Only the closing balance of the latest month is used: the next month begins with it.
  'monthlyStatements.closingBalanceMinor': `NOT EXISTS (SELECT 1 FROM bookOpening) AND NOT EXISTS (
    SELECT 1 FROM monthlyStatements later
    WHERE later.year * 12 + later.month > monthlyStatements.year * 12 + monthlyStatements.month)`,
};

/** More rows of a column, each with its condition, in which a cent must be noticed, too: what funds hold and lend. */
const ALSO = {
  'expenseSplits.amountMinor': [`"accountId" IS NOT NULL AND "fundId" > 1`, `"release" IS NOT NULL`],
  'journalLines.amountMinor': [`"accountId" IS NOT NULL AND "fundId" > 1`],
  'transfers.amountMinor': ['"fundId" IS NOT NULL', '"loan" = 1', '"repays" IS NOT NULL'],
};

/** Plants `rounds` cents in each column of money. Reports each cent that a complete checkpoint does not notice. */
export async function plantCents(run, rounds) {
  run.name = 'self-test';
  run.notes = [];
  run.mostFaults = 1;
  await enterWhatIsRare(run);
  const unnoticed = [];
  const judge = async (what, plant) => {
    const noticed = await isNoticed(run, plant);
    run.notes.push(`self-test: one cent more in ${what}: ${noticed?.split('\n')[0].slice(0, 160) ?? 'NOT NOTICED'}`);
    if (noticed === undefined) unnoticed.push(what);
  };
  // Without a planted cent, the checkpoint must find no fault.
  if (await isNoticed(run, {})) unnoticed.push('any column (the figures differ without a planted cent)');
  const database = new Database(path.join(run.service.directory, 'vestry.db'));
  database.pragma('busy_timeout = 10000');
  for (let round = 0; round < rounds; round += 1) {
    await plantInDocuments(run, database, judge);
    await plantInSnapshots(run, database, judge);
  }
  database.close();
  await plantInPostings(run, judge);
  run.mostFaults = Number.POSITIVE_INFINITY;
  for (const what of unnoticed) run.fault(`one cent more in ${what} was not noticed`);
}

/** Sets both limits of approval, and closes a fiscal year if none is closed, so that these amounts exist. */
async function enterWhatIsRare(run) {
  const { books, fiscalStart, today } = run;
  await putRules(run, { secondApprovalAbove: 50_000, payerMayApproveUpTo: 10_000 });
  const first = latest([books.firstOpenDate, books.opening?.date ?? '']);
  const year = fiscalYearOf(first, fiscalStart);
  const { to } = fiscalYear(year, fiscalStart);
  if (to >= monthOf(today) || [...books.years.values()].some(({ isClosed }) => isClosed)) return;
  for (const month of monthsBetween(monthOf(first), to)) await finalizeMonth(run, month, true);
  await closeYear(run, year);
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
async function plantInDocuments(run, database, judge) {
  const columns = database
    .prepare(
      `SELECT t.name AS "table", c.name AS "column",
         EXISTS (SELECT 1 FROM pragma_table_info(t.name) WHERE name = 'deletedAt') AS "canBeDeleted"
       FROM sqlite_master t, pragma_table_xinfo(t.name) c
       WHERE t.type = 'table' AND c.name LIKE '%Minor' AND c.hidden = 0 ORDER BY t.name, c.name`,
    )
    .all();
  for (const { table, column, canBeDeleted } of columns) {
    const counts = COUNTS[`${table}.${column}`] ?? COUNTS[table] ?? (canBeDeleted ? NOT_DELETED : '1 = 1');
    for (const also of ['1 = 1', ...(ALSO[`${table}.${column}`] ?? [])])
      await plantInRow(run, database, { judge, table, column, counts: `(${counts}) AND ${also}`, also });
  }
}

/** Plants one cent in one row of a column that meets the conditions `counts`. */
async function plantInRow(run, database, { judge, table, column, counts, also }) {
  const where = `${table}.${column}${also === '1 = 1' ? '' : ` where ${also}`}`;
  const row = pickRow(run, database, { table, column, counts });
  if (!row) {
    run.notes.push(`self-test: no amount in ${where}`);
    return;
  }
  const change = database.prepare(`UPDATE ${table} SET ${column} = ${column} + @cents WHERE ${isRow(row)}`);
  change.run({ ...row, cents: 1 });
  try {
    await judge(`${where} ${JSON.stringify(row)}`, {});
  } finally {
    change.run({ ...row, cents: -1 });
  }
}

const isRow = (row) =>
  Object.keys(row)
    .map((key) => `${key} IS @${key}`)
    .join(' AND ');

/** Returns the key of a random row that has a value in the column and meets the condition `counts`, or undefined. */
function pickRow(run, database, { table, column, counts }) {
  const keys = database.prepare(`SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk`).pluck().all(table);
  const list = keys.length > 0 ? keys.join(', ') : 'rowid';
  const isFilled = `${column} IS NOT NULL AND (${counts})`;
  const all = database.prepare(`SELECT ${list} FROM ${table} WHERE ${isFilled} ORDER BY ${list}`).all();
  return all.length === 0 ? undefined : run.random.pick(all);
}

/** Plants one cent in one amount of a stored statement and of the stored reports of a closed year. */
async function plantInSnapshots(run, database, judge) {
  for (const table of ['monthlyStatements', 'fiscalYears']) {
    const row = pickRow(run, database, { table, column: 'snapshot', counts: '1 = 1' });
    if (!row) {
      run.notes.push(`self-test: nothing stored in ${table}`);
      continue;
    }
    const stored = database
      .prepare(`SELECT snapshot FROM ${table} WHERE ${isRow(row)}`)
      .pluck()
      .get(row);
    const change = database.prepare(`UPDATE ${table} SET snapshot = @snapshot WHERE ${isRow(row)}`);
    const changed = JSON.parse(stored);
    const { parent, key, name } = run.random.pick(amountsIn(changed));
    parent[key] += 1;
    change.run({ ...row, snapshot: JSON.stringify(changed) });
    try {
      await judge(`${name} of ${table} ${JSON.stringify(row)}`, {});
    } finally {
      change.run({ ...row, snapshot: stored });
    }
  }
}

/** Returns the numbers of a stored report that are not ids, each with its parent object, its key and its path. */
function amountsIn(parent, path = '') {
  return Object.entries(parent).flatMap(([key, value]) => {
    const name = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'object' && value !== null) return amountsIn(value, name);
    return typeof value === 'number' && !/id$|^version$/iu.test(key) ? [{ parent, key, name }] : [];
  });
}

async function plantInPostings(run, judge) {
  for (const side of ['accounts', 'funds']) {
    const ledger = postAll(run.books);
    const posting = run.random.pick(ledger[side]);
    posting.amount += 1;
    await judge(`the model's posting of ${posting.of.kind} ${posting.of.id} to the ${side}`, { ledger });
  }
}
