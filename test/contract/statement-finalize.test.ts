import { describe, expect, test } from 'vitest';
import Database from 'better-sqlite3';
import path from 'node:path';
import {
  addApproved,
  addExpense,
  addGiving,
  addSession,
  badPaths,
  close,
  done,
  etag,
  finalize,
  giving,
  inDays,
  move,
  booksOfFile,
  refusal,
  statementOf,
} from './books.ts';

const books = booksOfFile();

const at = (month: string) => `/api/monthly-statements/${month}`;
const read = (month: string) => statementOf(books, month);
const reopen = (month: string, body: unknown = { reason: 'a late cheque' }) =>
  books.admin.post(`${at(month)}/reopen`, body);

describe('finalizing a month', () => {
  test('works for a month that was never saved, and records the user and the time', async () => {
    await addGiving(books, { date: '2001-01-07', amount: 12.34 });
    const { status, body, headers } = await finalize(books, '2001/1');
    expect(status).toBe(200);
    const { userId: finalizedBy } = books.admin;
    const { displayName: finalizedByName } = (await books.admin.get(`/api/users/${finalizedBy}`)).body;
    expect(finalizedByName).toMatch(/./);
    expect(body).toMatchObject({ status: 'Finalized', totalGiving: 12.34, finalizedBy, finalizedByName });
    expect(body.finalizedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const after = await books.admin.get(at('2001/1'));
    expect(after.body).toEqual(body);
    expect(etag(after)).toBe(headers.get('etag'));
  });

  test('prevents the month from being saved or finalized again', async () => {
    await close(books, '2001/3');
    expect(refusal(await books.admin.put(at('2001/3'), { notes: 'n' }))).toBe('409 statement_finalized');
    expect(refusal(await finalize(books, '2001/3'))).toBe('409 statement_finalized');
    expect(refusal(await finalize(books, '2001/3', '?force=true'))).toBe('409 statement_finalized');
    expect((await read('2001/3')).notes).toBe(null);
  });

  test('succeeds for exactly one of ten simultaneous attempts', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => finalize(books, '2001/6')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'statement_finalized')).toHaveLength(9);
  });

  test('preserves the category names of the statement, even if the categories are renamed later', async () => {
    await addGiving(books, { date: '2001-08-05', amount: 5, categoryId: books.category('Thanksgiving') });
    await addApproved(books, { expenseDate: '2001-08-06', amount: 2, subCategoryId: books.subCategory('Telephone') });
    const before = await close(books, '2001/8');
    renameEverything(path.join(books.daemon.dataDir, 'vestry.db'), ['Thanksgiving', 'Telephone', 'Office', 'Missions']);
    const { body } = await books.admin.get('/api/giving-categories');
    expect(body.items.map((item: { name: string }) => item.name)).toContain('Thanksgiving (renamed)');
    expect(await read('2001/8')).toEqual(before);
  });
});

/** Renames categories directly in the database. */
function renameEverything(file: string, names: readonly string[]) {
  const db = new Database(file, { timeout: 5000 });
  const tables = db.prepare(
    "SELECT m.name AS t FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'name'",
  );
  for (const { t } of tables.all() as { t: string }[]) {
    for (const name of names) db.prepare(`UPDATE "${t}" SET name = ? WHERE name = ?`).run(`${name} (renamed)`, name);
  }
  db.close();
}

describe('the open items of a month', () => {
  test('prevent finalizing and are listed: draft sessions, pending expenses and a balance from a draft month', async () => {
    await done(books.admin.put(at('2002/1'), { openingBalance: 70.5 }));
    const givings = [giving(books, { amount: 5.25 })];
    const session = await addSession(books, { date: '2002-02-03', givings });
    const pending = await addExpense(books, { expenseDate: '2002-02-10', amount: 8.75 });
    await move(books, pending.id, 'submit');
    await addExpense(books, { expenseDate: '2002-02-11' });
    const answer = await finalize(books, '2002/2');
    expect(refusal(answer)).toBe('409 open_items');
    expect(answer.body.openItems).toHaveLength(3);
    expect(answer.body.openItems).toEqual(
      expect.arrayContaining([
        { type: 'OfferingSession', id: session.id, date: '2002-02-03', amount: 5.25 },
        { type: 'Expense', id: pending.id, date: '2002-02-10', amount: 8.75 },
        { type: 'MonthlyStatement', id: null, date: '2002-01-01', amount: 70.5 },
      ]),
    );
    expect((await read('2002/2')).status).toBe('Draft');
  });

  test('do not prevent finalizing by force', async () => {
    await done(books.admin.put(at('2003/1'), { openingBalance: 1 }));
    await addSession(books, { date: '2003-02-02' });
    const { id } = await addExpense(books, { expenseDate: '2003-02-03' });
    await move(books, id, 'submit');
    expect(refusal(await finalize(books, '2003/2', '?force=false'))).toBe('409 open_items');
    const { status, body } = await finalize(books, '2003/2', '?force=true');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'Finalized', openingBalance: 1 });
  });

  test('do not include submitted sessions or approved expenses', async () => {
    const { id } = await addSession(books, { date: '2004-01-04' });
    await done(books.admin.post(`/api/offering-sessions/${id}/submit`));
    await addApproved(books, { expenseDate: '2004-01-05' });
    expect((await finalize(books, '2004/1')).status).toBe(200);
  });

  test('do not include a balance carried over from a finalized month', async () => {
    await done(books.admin.put(at('2005/1'), { openingBalance: 9 }));
    await close(books, '2005/1');
    const { status, body } = await finalize(books, '2005/2');
    expect(status).toBe(200);
    expect(body.openingBalance).toBe(9);
  });

  test('do not include an entered opening balance, even if it equals a draft month’s closing balance', async () => {
    await done(books.admin.put(at('2006/1'), { openingBalance: 9 }));
    await done(books.admin.put(at('2006/2'), { openingBalance: 9 }));
    expect((await finalize(books, '2006/2')).status).toBe(200);
  });

  test('do not include items of other months', async () => {
    await addSession(books, { date: '2007-01-31' });
    await addSession(books, { date: '2007-03-01' });
    expect((await finalize(books, '2007/2')).status).toBe(200);
  });
});

describe('a month that is not over', () => {
  const [year, month] = inDays(0).split('-').map(Number);
  const current = `${year}/${month}`;

  test('cannot be finalized except by force', async () => {
    expect(refusal(await finalize(books, current))).toBe('409 period_not_over');
    expect((await finalize(books, current, '?force=true')).body.status).toBe('Finalized');
    expect((await reopen(current)).body.status).toBe('Draft');
  });

  test('cannot be finalized if it is in the future', async () => {
    const next = `${(year ?? 0) + 1}/1`;
    await done(books.admin.put(at(next), { openingBalance: (await read(next)).openingBalance }));
    expect(refusal(await finalize(books, next))).toBe('409 period_not_over');
  });
});

describe('reopening a month', () => {
  test('makes a finalized month a Draft, whose figures are computed again', async () => {
    await addGiving(books, { date: '2008-01-06', amount: 1 });
    await close(books, '2008/1');
    const { status, body } = await reopen('2008/1');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'Draft', finalizedAt: null, finalizedBy: null, finalizedByName: null });
    await addGiving(books, { date: '2008-01-06', amount: 2 });
    expect((await read('2008/1')).totalGiving).toBe(3);
    expect((await finalize(books, '2008/1', '?force=true')).body.totalGiving).toBe(3);
  });

  test('is refused for a Draft, whether or not it was saved', async () => {
    expect(refusal(await reopen('2009/1'))).toBe('409 invalid_transition');
    await done(books.admin.put(at('2009/1'), {}));
    expect(refusal(await reopen('2009/1'))).toBe('409 invalid_transition');
  });

  test.each([[{}], [{ reason: '' }], [{ reason: 5 }]])('is refused with the body %j', async (body) => {
    const answer = await reopen('2009/2', body);
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['reason']);
  });

  test('is refused while later months are finalized, and the refusal lists them newest first', async () => {
    for (const month of ['2030/1', '2030/2', '2030/4', '2031/1']) await close(books, month);
    const answer = await reopen('2030/2');
    expect(refusal(answer)).toBe('409 later_period_finalized');
    expect(answer.body.months).toEqual(['2031-01', '2030-04']);
    expect((await read('2030/2')).status).toBe('Finalized');
    for (const month of ['2031/1', '2030/4', '2030/2', '2030/1']) expect((await reopen(month)).status).toBe(200);
  });

  test('does not change the entered opening balance or the notes', async () => {
    await done(books.admin.put(at('2032/1'), { openingBalance: 5, notes: 'kept' }));
    await close(books, '2032/1');
    expect((await reopen('2032/1')).body).toMatchObject({ openingBalance: 5, notes: 'kept' });
  });

  test('is allowed for a treasurer, but not for the role finance, which may only finalize', async () => {
    const finance = await books.as(['finance']);
    await done(finance.put(at('2033/1'), { openingBalance: 0 }));
    expect((await finance.post(`${at('2033/1')}/finalize?force=true`)).status).toBe(200);
    expect(refusal(await finance.post(`${at('2033/1')}/reopen`, { reason: 'r' }))).toBe('403 forbidden');
    const treasurer = await books.as(['treasurer']);
    expect((await treasurer.post(`${at('2033/1')}/reopen`, { reason: 'r' })).status).toBe(200);
  });

  test('with a stale If-Match is refused', async () => {
    const seen = await books.admin.put(at('2034/1'), { openingBalance: 0 });
    await close(books, '2034/1');
    const stale = { 'if-match': etag(seen) };
    const answer = await books.admin.post(`${at('2034/1')}/reopen`, { reason: 'r' }, stale);
    expect(refusal(answer)).toBe('412 stale_version');
    expect((await reopen('2034/1')).status).toBe(200);
  });

  test('is recorded in the audit log with the reason', async () => {
    await close(books, '2035/1');
    await done(reopen('2035/1', { reason: 'the bank statement differs' }));
    const { body } = await books.admin.get('/api/audit-logs?entityType=MonthlyStatement&pageSize=200');
    expect(JSON.stringify(body.items)).toContain('the bank statement differs');
  });
});
