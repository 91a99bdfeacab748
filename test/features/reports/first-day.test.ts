import { describe, expect, test } from 'vitest';
import { findFirstDay } from '../../../src/books/period-queries.ts';
import { refuseBeforeBooks } from '../../../src/books/periods.ts';
import { NewJournalEntry } from '../../../src/features/accounting/journal-entries/schema.ts';
import { createEntry } from '../../../src/features/accounting/journal-entries/service.ts';
import { NewGiving } from '../../../src/features/giving/givings/schema.ts';
import { createGiving } from '../../../src/features/giving/givings/service.ts';
import { NewOtherIncome } from '../../../src/features/ledger/other-income/schema.ts';
import { createOtherIncome } from '../../../src/features/ledger/other-income/service.ts';
import { NewTransfer } from '../../../src/features/ledger/transfers/schema.ts';
import { createTransfer } from '../../../src/features/ledger/transfers/service.ts';
import { decode } from '../../../src/validate.ts';
import { testApp, type TestApp } from '../../support/app.ts';
import { addUser, expenseRow, givingRow, write } from '../../support/books.ts';

const AT = '2026-11-18T18:00:00.000Z';
const SESSION = { status: 'Draft', countedBy: '[]', createdAt: AT, modifiedAt: AT } as const;

async function firstDayWith(add: (app: TestApp, user: number) => Promise<unknown>): Promise<string | undefined> {
  const app = await testApp();
  await add(app, await addUser(app));
  return findFirstDay(app.db);
}

test('the books begin with the first giving, session, submitted expense, ledger document or saved monthly statement', async () => {
  const nothing = firstDayWith(async () => {});
  const giving = firstDayWith((app) =>
    write(app, 'givings', [givingRow({ date: '2026-03-05' }), givingRow({ date: '2026-03-04' })]),
  );
  const session = firstDayWith((app) => write(app, 'offeringSessions', [{ ...SESSION, date: '2026-03-03' }]));
  const draft = firstDayWith((app, user) =>
    write(app, 'expenses', [expenseRow(user, { expenseDate: '2026-03-02', status: 'Draft', bookedOn: null })]),
  );
  const pending = firstDayWith((app, user) =>
    write(app, 'expenses', [
      expenseRow(user, { expenseDate: '2026-03-01', status: 'Draft', bookedOn: null }),
      expenseRow(user, { expenseDate: '2026-03-02', status: 'PendingApproval', bookedOn: null }),
    ]),
  );
  const month = firstDayWith((app) =>
    write(app, 'monthlyStatements', [
      { year: 2026, month: 3, status: 'Draft', createdAt: AT, modifiedAt: AT },
      { year: 2025, month: 12, status: 'Draft', createdAt: AT, modifiedAt: AT },
    ] as never),
  );
  const money = { amount: 5, memo: 'A try' };
  const income = firstDayWith((app) =>
    createOtherIncome(app, decode(NewOtherIncome, { ...money, date: '2026-02-27', incomeCategoryId: 1, accountId: 2 })),
  );
  const transfer = firstDayWith((app) =>
    createTransfer(app, decode(NewTransfer, { ...money, date: '2026-02-26', fromAccountId: 2, toAccountId: 3 })),
  );
  const lines = [
    { subCategoryId: 1, debit: 5 },
    { incomeCategoryId: 1, credit: 5 },
  ];
  const entry = firstDayWith((app) =>
    createEntry(app, decode(NewJournalEntry, { date: '2026-02-25', memo: 'A try', lines })),
  );
  expect(await Promise.all([nothing, giving, session, draft, pending, income, transfer, entry, month])).toEqual([
    undefined,
    '2026-03-04',
    '2026-03-03',
    undefined,
    '2026-03-02',
    '2026-02-27',
    '2026-02-26',
    '2026-02-25',
    '2025-12-01',
  ]);
});

describe('without an opening, a document may be dated before the first document, and the books then begin with it:', () => {
  const EARLY = '2019-04-30';
  const money = { date: EARLY, amount: 5, memo: 'Before' };
  const income = { ...money, incomeCategoryId: 1, accountId: 2 };
  const lines = [
    { subCategoryId: 1, debit: 5 },
    { incomeCategoryId: 1, credit: 5 },
  ];
  const entry = { date: EARLY, memo: 'Before', lines };
  test.each<[string, (app: TestApp) => Promise<unknown>]>([
    [
      'a giving',
      (app) => createGiving(app, decode(NewGiving, { date: EARLY, amount: 5, method: 'Cash', categoryId: 1 })),
    ],
    ['other income', (app) => createOtherIncome(app, decode(NewOtherIncome, income))],
    ['a transfer', (app) => createTransfer(app, decode(NewTransfer, { ...money, fromAccountId: 2, toAccountId: 3 }))],
    ['an adjusting entry', (app) => createEntry(app, decode(NewJournalEntry, entry))],
    [
      'a year-end entry',
      (app) => createEntry(app, decode(NewJournalEntry, { ...entry, date: '2018-12-31', yearEnd: true })),
    ],
  ])('%s', async (_what, add) => {
    const app = await testApp();
    await write(app, 'givings', [givingRow({ date: '2026-03-05' })]);
    const { date } = (await add(app)) as { date: string };
    expect(await findFirstDay(app.db)).toBe(date);
  });
});

test('a date before the fiscal year of the first document is refused, but the first day of that year is accepted', async () => {
  const app = await testApp();
  const refused = { code: 'before_the_books' };
  await refuseBeforeBooks(app, '1999-01-01', 1);
  await write(app, 'givings', [givingRow({ date: '2026-03-05' })]);
  await refuseBeforeBooks(app, '2026-01-01', 1);
  await expect(refuseBeforeBooks(app, '2025-12-31', 1)).rejects.toMatchObject(refused);
  await refuseBeforeBooks(app, '2025-07-01', 7);
  await expect(refuseBeforeBooks(app, '2025-06-30', 7)).rejects.toMatchObject(refused);
});
