import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { vestry } from '../support/daemon.ts';
import { addApproved, addGiving, addMember, addSession, type Books, giving, booksOfFile, refusal } from './books.ts';

/** The number of gifts of the largest allowed amount whose sum exceeds 2^53 cents. */
const MANY = 9008;
const LARGEST = 9_999_999_999.99;

const books = booksOfFile();
let memberId: number;
let sessionId: number;
beforeAll(async () => {
  ({ id: memberId } = await addMember(books, {}));
  const givings = [giving(books, { memberId, amount: LARGEST })];
  ({ id: sessionId } = await addSession(books, { date: '2024-01-07', givings }));
  await addApproved(books, { expenseDate: '2024-01-08', amount: LARGEST });
  await addGiving(books, { date: '2024-02-04', amount: LARGEST });
  const last = (table: string) => `(select max(id) from ${table})`;
  copy('givings', `select * from givings where "sessionId" = ${sessionId}`, MANY - 1);
  copy('expenses', `select * from expenses where id = ${last('expenses')}`, MANY - 1);
});

/** Inserts copies of a row directly into the database, because entering them one by one would take minutes. */
function copy(table: string, row: string, times: number): void {
  const db = new Database(path.join(books.daemon.dataDir, 'vestry.db'), { timeout: 5000 });
  const columns = (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => `"${name}"`);
  const names = columns.filter((name) => name !== '"id"').join(', ');
  db.exec(
    `with recursive times(n) as (select 1 union all select n + 1 from times where n < ${times})
     insert into ${table} (${names}) select ${names} from times cross join (${row})`,
  );
  db.close();
}

const refused = async (answer: ReturnType<Books['admin']['get']>) => {
  const { body } = await answer;
  expect(body.detail).toContain('more than Vestry can add up exactly');
  return refusal(await answer);
};
const YEAR = '/api/contributions/2024';

test.each([
  ['offering sessions', '/api/offering-sessions'],
  ['a month', '/api/monthly-statements/2024/1'],
  ['a month that carries over such a balance', '/api/monthly-statements/2024/3'],
  ['the Form 990 report', '/api/form990/functional-expenses?year=2024'],
  ['contributions', YEAR],
  ['giving by month', '/api/giving/summary?from=2024-01-01&to=2024-12-31'],
  ['giving by category', '/api/giving/summary?from=2024-01-01&to=2024-12-31&groupBy=category'],
])('reading %s with a sum above 2^53 cents is refused with 422 sum_too_large', async (_what, route) => {
  if (route.endsWith('/3')) await books.admin.put('/api/monthly-statements/2023/12', {});
  await expect(refused(books.admin.get(route))).resolves.toBe('422 sum_too_large');
});

test('every call that would return a session with a sum above 2^53 cents is refused and changes nothing', async () => {
  const session = `/api/offering-sessions/${sessionId}`;
  await expect(refused(books.admin.get(session))).resolves.toBe('422 sum_too_large');
  await expect(refused(books.admin.put(session, { notes: 'n' }))).resolves.toBe('422 sum_too_large');
  await expect(refused(books.admin.post(`${session}/submit`))).resolves.toBe('422 sum_too_large');
  await expect(refused(books.admin.del(session, { 'If-Match': '"x"' }))).resolves.toBe('422 sum_too_large');
  expect(query('select status, notes from "offeringSessions"')).toEqual([{ status: 'Draft', notes: null }]);
});

test('a month whose sum is above 2^53 cents can be neither finalized nor saved', async () => {
  const month = '/api/monthly-statements/2024/1';
  await expect(refused(books.admin.post(`${month}/finalize?force=true`))).resolves.toBe('422 sum_too_large');
  await expect(refused(books.admin.put(month, { openingBalance: 1 }))).resolves.toBe('422 sum_too_large');
  expect(query('select * from "monthlyStatements" where year = 2024')).toEqual([]);
});

test.each([
  [['statement', 'show', '2024-01']],
  [['statement', 'checklist', '2024-01']],
  [['statement', 'finalize', '2024-01', '--force', '--yes']],
  [['session', 'show', '2024-01-07']],
  [['report', 'giving', '--year', '2024']],
  [['report', 'form990', '--year', '2024']],
  [['export', 'contributions', '--year', '2024', '--output', 'OUTPUT', '--single-file']],
  [['export', 'offering-sessions', '--output', 'OUTPUT']],
])('the command %j for a sum above 2^53 cents exits with 4 and says why', async (args) => {
  const { dataDir } = books.daemon;
  const named = args.map((arg) => (arg === 'OUTPUT' ? path.join(dataDir, `${args[1]}.csv`) : arg));
  const { exitCode, stdout, stderr } = await vestry([...named, '--data-dir', dataDir]);
  expect(stderr).toContain('more than Vestry can add up exactly');
  expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' });
});

test('a sum above 2^63 cents, which even SQLite cannot compute, is refused with 422 sum_too_large', async () => {
  const db = new Database(path.join(books.daemon.dataDir, 'vestry.db'), { timeout: 5000 });
  db.exec(`update givings set "amountMinor" = 9007199254740992 where date = '2024-02-04'`);
  db.close();
  copy('givings', `select * from givings where date = '2024-02-04'`, 1100);
  await expect(refused(books.admin.get('/api/monthly-statements/2024/2'))).resolves.toBe('422 sum_too_large');
});

function query(sql: string): unknown[] {
  const db = new Database(path.join(books.daemon.dataDir, 'vestry.db'), { readonly: true });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}
