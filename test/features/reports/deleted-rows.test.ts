/**
 * Every report, list and export is read twice: without deleted rows, and after deleted copies of all rows were added.
 */
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { findFirstDay } from '../../../src/books/period-queries.ts';
import { listGiverIds } from '../../../src/features/giving/contributions/givers.ts';
import { exportJournal } from '../../../src/features/reports/journal/service.ts';
import { boardStatement } from '../../../src/features/reports/statements/board.ts';
import { checkMonth } from '../../../src/features/reports/statements/checklist.ts';
import { readFigures } from '../../../src/features/upkeep/backups/queries.ts';
import { createUser } from '../../../src/features/access/users/service.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { fillBooks } from '../../support/books.ts';
import { request, signIn } from '../../support/daemon.ts';
import { addMember } from '../../support/office.ts';
import { serveApp } from '../../support/server.ts';

const AT = '2026-11-18T18:00:00.000Z';
const FAR = 1_000_000;
const PASSWORD = 'a long enough password';
const YEAR = 2026;

/** The addresses that are read. Each returns at least one item or figure. */
const ADDRESSES = [
  '/api/givings?pageSize=200',
  '/api/givings?pageSize=200&sort=amount',
  '/api/expenses?pageSize=200',
  '/api/expenses?pageSize=200&status=Paid',
  '/api/members?pageSize=200',
  '/api/givers',
  '/api/family-units?pageSize=200',
  '/api/offering-sessions?pageSize=200',
  '/api/giving-categories',
  '/api/expense-categories',
  `/api/giving/summary?from=${YEAR}-01-01&to=${YEAR}-12-31`,
  `/api/giving/summary?from=${YEAR}-01-01&to=${YEAR}-12-31&groupBy=category`,
  `/api/giving/summary?from=${YEAR}-01-01&to=${YEAR}-12-31&groupBy=method`,
  `/api/contributions/${YEAR}?pageSize=200`,
  `/api/contributions/${YEAR}/1`,
  `/api/form990/functional-expenses?year=${YEAR}`,
  `/api/form990/functional-expenses/13/expenses?year=${YEAR}&pageSize=200`,
  '/api/monthly-statements',
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((month) => `/api/monthly-statements/${YEAR}/${month}`),
];

test('a deleted row affects no list, report, total, checklist, journal, backup or start of the books', async () => {
  const app = await testApp();
  const url = await churchWithBooks(app);
  const before = await readAll(app, url);
  addDeletedTwins(app);
  expect(await readAll(app, url)).toEqual(before);
});

/**
 * Fills the books of a church, and adds givers, a family, sessions and a month that has an entered opening balance.
 * Returns the address of the service.
 */
async function churchWithBooks(app: TestApp): Promise<string> {
  await fillBooks(app, { seed: 7, rows: 90 });
  const members = [
    await addMember(app),
    await addMember(app, { firstName: 'Hua' }),
    await addMember(app, { lastName: 'Wang' }),
  ];
  inFile(app, (db) => {
    db.prepare('insert into familyUnits (name, jointStatement, createdAt, modifiedAt) values (?, 1, ?, ?)').run(
      'Lin',
      AT,
      AT,
    );
    db.exec(`update members set familyUnitId = 1, familyRole = 'Head' where id = ${members[0]}`);
    db.exec(`update members set familyUnitId = 1, familyRole = 'Spouse' where id = ${members[1]}`);
    db.exec('update givings set memberId = 1 + id % 3 where id % 4 <> 0');
    const session = db.prepare(
      `insert into offeringSessions (date, status, sundayAttendanceCount, countedBy, createdAt, modifiedAt)
       values (?, ?, ?, '[]', ?, ?)`,
    );
    for (const [n, status] of (['Draft', 'Submitted', 'Draft', 'Reconciled'] as const).entries())
      session.run(`${YEAR}-0${n + 2}-0${n + 1}`, status, 40 + n, AT, AT);
    db.exec(`update givings set sessionId = (select id from offeringSessions where substr(date, 1, 7) = substr(givings.date, 1, 7))
             where id % 3 = 0`);
    db.prepare(
      `insert into monthlyStatements (year, month, status, openingBalanceMinor, createdAt, modifiedAt)
       values (?, 1, 'Draft', 5000, ?, ?)`,
    ).run(YEAR, AT, AT);
  });
  const user = { email: 'ada@example.org', displayName: 'Ada', roles: ['super_admin' as const], memberId: null };
  await createUser(app, user, PASSWORD);
  const { url, close } = await serveApp(app);
  onTestFinished(close);
  return url;
}

/** Returns every list, report and export by its address or name. */
async function readAll(app: TestApp, url: string): Promise<Record<string, unknown>> {
  const token = await signIn(url, 'ada@example.org', PASSWORD);
  const read: Record<string, unknown> = {};
  for (const address of ADDRESSES) {
    const { status, body } = await request(url, 'GET', address, { token });
    expect(status, address).toBe(200);
    read[address] = body;
  }
  for (let month = 1; month <= 8; month += 1) {
    read[`checklist ${month}`] = await checkMonth(app, { year: YEAR, month });
    read[`board ${month}`] = await boardStatement(app, { year: YEAR, month });
  }
  for (const withGivers of [true, false])
    read[`journal ${withGivers}`] = await exportJournal(app, { span: {}, withGivers }, async (parts, total) => {
      let journal = `${total}\n`;
      for await (const { text } of parts) journal += text;
      return journal;
    });
  read['first day'] = await findFirstDay(app.db);
  read['givers'] = await listGiverIds(app.db, { from: `${YEAR}-01-01`, to: `${YEAR}-12-31` });
  const { auditEntries: _entries, auditHash: _hash, ...figures } = await readFigures(app.db);
  read['figures'] = figures;
  return read;
}

/**
 * Adds two deleted copies of every row that can be deleted: one with the row’s own dates, and one dated long before all
 * other rows.
 */
function addDeletedTwins(app: TestApp): void {
  inFile(app, (db) => {
    for (const table of ['offeringSessions', 'givings', 'expenses', 'members', 'familyUnits']) {
      const columns = (db.prepare(`select name from pragma_table_info('${table}')`).pluck().all() as string[]).filter(
        (name) => !['id', 'deletedAt', 'entryKey', 'userId'].includes(name),
      );
      const names = columns.map((name) => `"${name}"`).join(', ');
      const copy = (from: number, source: string) =>
        db.exec(
          `insert into ${table} (id, deletedAt, ${names}) select id + ${from}, '${AT}', ${source} from ${table} where id < ${FAR}`,
        );
      copy(FAR, names);
      copy(
        2 * FAR,
        columns.map((name) => (/^(?:date|giftDate|expenseDate)$/.test(name) ? `'2001-01-01'` : `"${name}"`)).join(', '),
      );
    }
    db.exec(`insert into givingParts (givingId, position, categoryId, amountMinor)
             select givingId + ${FAR}, position, categoryId, amountMinor from givingParts`);
  });
}

function inFile(app: TestApp, work: (db: Sqlite.Database) => void): void {
  const db = new Sqlite(app.paths.database);
  try {
    db.pragma('foreign_keys = OFF');
    work(db);
  } finally {
    db.close();
  }
}
