/** Closing a fiscal year: its reports are stored, and nothing in the year changes any more. */
import { beforeAll, describe, expect, test } from 'vitest';
import { addApproved, addGiving, booksOfFile, close, done, etag, type Json, refusal } from './books.ts';

const books = booksOfFile();
const ROUTE = '/api/fiscal-years';
const months = (year: number) => Array.from({ length: 12 }, (_, month) => `${year}/${month + 1}`);
const closeYear = (year: number) => books.admin.post(`${ROUTE}/${year}/close`);
const reopenYear = (year: number) => books.admin.post(`${ROUTE}/${year}/reopen`, { reason: 'A late invoice' });
const reopenMonth = (month: string) =>
  done(books.admin.post(`/api/monthly-statements/${month}/reopen`, { reason: 'A late invoice' }));
const readYear = (year: number): Promise<Json> => done(books.admin.get(`${ROUTE}/${year}`));
const putProfile = async (fields: Json) => {
  const stored = await report('/api/church-profile');
  const { createdAt: _c, modifiedAt: _m, createdBy: _b, modifiedBy: _d, ...profile } = stored;
  return books.admin.put('/api/church-profile', { ...profile, ...fields });
};
const report = (path: string): Promise<Json> => done(books.admin.get(path));

const STORED = [
  '/api/form990/functional-expenses?year=2024',
  '/api/reports/income-statement?year=2024',
  '/api/reports/income-statement?year=2024&columns=fund&basis=paid',
  '/api/reports/balance-sheet?year=2024',
  '/api/reports/fund-balances?year=2024',
];

beforeAll(async () => {
  await addGiving(books, { date: '2024-03-03', amount: 500 });
  await addApproved(books, { expenseDate: '2024-04-04', amount: 80.5 });
  await addGiving(books, { date: '2025-02-02', amount: 60 });
});

describe('a fiscal year', () => {
  test('cannot be closed while a month since the books began is open', async () => {
    for (const month of months(2024).slice(0, 11)) await close(books, month);
    const answer = await closeYear(2024);
    expect(refusal(answer)).toBe('409 open_periods');
    expect(answer.body.months).toEqual(['2024-12']);
    expect(answer.body.detail).toContain('Finalize them first: vestry statement finalize 2024-12');
    expect((await readYear(2024)).status).toBe('Open');
    const next = await closeYear(2025);
    expect(next.body.months.slice(0, 2)).toEqual(['2024-12', '2025-01']);
  });

  test('that has an open month before a finalized one is refused with the steps to take first', async () => {
    await reopenMonth('2024/11');
    await reopenMonth('2024/10');
    await close(books, '2024/11');
    const { detail } = (await closeYear(2024)).body;
    expect(detail).toContain('are open: 2024-10, 2024-12.');
    expect(detail).toContain(
      'reopen those first, the latest first: vestry statement reopen 2024-11. Or save an opening',
    );
    await reopenMonth('2024/11');
    await close(books, '2024/10');
    await close(books, '2024/11');
  });

  test('cannot be closed while a year-end entry waits for approval', async () => {
    await close(books, '2024/12');
    const lines = [
      { netAssets: true, fundId: books.fund('Missions'), debit: 25 },
      { netAssets: true, credit: 25 },
    ];
    const entry = { date: '2024-12-31', memo: 'Share of the costs', yearEnd: true, lines };
    const { id } = await done(books.admin.post('/api/journal-entries', entry));
    const answer = await closeYear(2024);
    expect(refusal(answer)).toBe('409 open_items');
    expect(answer.body.openItems).toEqual([{ type: 'JournalEntry', id, date: '2024-12-31', amount: 25 }]);
    expect(answer.body.detail).toContain(`vestry journal-entry approve ${id}`);
    expect((await readYear(2024)).status).toBe('Open');
    await done(books.admin.del(`/api/journal-entries/${id}`));
    await reopenMonth('2024/12');
  });

  test('that ended before the books began cannot be closed', async () => {
    expect(refusal(await closeYear(2019))).toBe('422 before_the_books');
  });

  test('can be closed only once, and then shows who closed it', async () => {
    await close(books, '2024/12');
    const { status, body } = await closeYear(2024);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'Closed',
      closedBy: books.admin.userId,
      changes: [],
      statementsIssuedSince: 0,
    });
    expect(body.months.at(-1)).toEqual({ month: '2024-12', status: 'Finalized' });
    expect(refusal(await closeYear(2024))).toBe('409 year_closed');
    const { items } = await report(ROUTE);
    expect(items.find(({ year }: Json) => year === 2024)).toMatchObject({ status: 'Closed', from: '2024-01-01' });
  });

  test('that is closed prevents the reopening of its months and any change of fiscalYearStartMonth', async () => {
    const answer = await books.admin.post('/api/monthly-statements/2024/12/reopen', { reason: 'A late invoice' });
    expect(refusal(answer)).toBe('409 year_closed');
    const put = await putProfile({ name: 'Grace', fiscalYearStartMonth: 7 });
    expect(refusal(put)).toBe('409 year_closed');
  });

  test.each(STORED)(
    'that is closed shows %s as it was stored, even if records are renamed or reassigned later',
    async (path) => {
      const before = await report(path);
      const { id, groupId, name, form990LineCode } = await subCategory();
      const route = `/api/expense-categories/subcategories/${id}`;
      await done(books.admin.put(route, { groupId, name: 'Renamed', form990LineCode: '24', isActive: true }));
      expect(await report(path)).toEqual(before);
      const { changes } = await readYear(2024);
      expect(changes).toContainEqual({
        report: 'IncomeStatement',
        stored: { name, amount: 80.5 },
        current: { name: 'Renamed', amount: 80.5 },
      });
      expect(changes.map((change: Json) => change.report)).toContain('Form990');
      await done(putProfile({ address: { country: 'TW' } }));
      expect((await readYear(2024)).changes.map((change: Json) => change.report)).not.toContain('Form990');
      await done(putProfile({ address: { country: 'US' } }));
      await done(books.admin.put(route, { groupId, name, form990LineCode, isActive: true }));
      expect((await readYear(2024)).changes).toEqual([]);
    },
  );

  test('that is closed is computed again for a report that is requested by dates instead of the year', async () => {
    const { id, groupId, name, form990LineCode } = await subCategory();
    const route = `/api/expense-categories/subcategories/${id}`;
    await done(books.admin.put(route, { groupId, name: 'Computed', form990LineCode, isActive: true }));
    const { expenses } = await report('/api/reports/income-statement?from=2024-01-01&to=2024-12-31');
    expect(expenses).toMatchObject([{ name: 'Computed' }]);
    const stored = await report('/api/reports/income-statement?year=2025&compare=prior');
    expect(stored.expenses).toMatchObject([{ name, amount: 0, prior: 80.5 }]);
    await done(books.admin.put(route, { groupId, name, form990LineCode, isActive: true }));
  });

  test('can be reopened with a reason, and the audit log records the reason', async () => {
    expect(refusal(await books.admin.post(`${ROUTE}/2024/reopen`, {}))).toBe('400 validation_failed');
    const { body } = await reopenYear(2024);
    expect(body).toMatchObject({ status: 'Open', closedAt: null, closedBy: null });
    expect(refusal(await reopenYear(2024))).toBe('409 invalid_transition');
    const { items } = await report('/api/audit-logs?entityType=FiscalYear&sort=-id');
    expect(items[0]).toMatchObject({ action: 'FiscalYearReopened', entityId: '2024' });
    expect(items[0].changes.reason).toEqual([null, 'A late invoice']);
    expect(
      (await books.admin.post('/api/monthly-statements/2024/12/reopen', { reason: 'A late invoice' })).status,
    ).toBe(200);
  });

  test('cannot be closed with a stale If-Match', async () => {
    await close(books, '2024/12');
    const stale = { 'If-Match': '"0"' };
    expect(refusal(await books.admin.post(`${ROUTE}/2024/close`, {}, stale))).toBe('412 stale_version');
    const current = { 'If-Match': etag(await books.admin.get(`${ROUTE}/2024`)) };
    expect((await books.admin.post(`${ROUTE}/2024/close`, {}, current)).status).toBe(200);
    expect((await reopenYear(2024)).status).toBe(200);
  });

  test('is closed only once if two people close it at the same time', async () => {
    const answers = await Promise.all([closeYear(2024), closeYear(2024)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test.each([
    ['treasurer', 200, 200],
    ['elder', 403, 403],
    ['secretary', 403, 403],
  ])('can be closed and reopened by a %s only if the role has the permission', async (role, closing, reopening) => {
    const person = await books.as([role]);
    await reopenYear(2024);
    expect((await person.post(`${ROUTE}/2024/close`)).status).toBe(closing);
    await closeYear(2024);
    expect((await person.post(`${ROUTE}/2024/reopen`, { reason: 'Test' })).status).toBe(reopening);
  });
});

async function subCategory(): Promise<Json> {
  const { items } = await report('/api/expense-categories');
  const all = items.flatMap((group: Json) => group.subCategories);
  return all.find(({ id }: Json) => id === books.subCategory('Office Supplies'));
}
