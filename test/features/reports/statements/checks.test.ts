import type { Minor } from '../../../../src/lib/money.ts';
import { expect, test } from 'vitest';
import { NewOpening } from '../../../../src/features/accounting/opening/schema.ts';
import { NewJournalEntry } from '../../../../src/features/accounting/journal-entries/schema.ts';
import { createEntry } from '../../../../src/features/accounting/journal-entries/service.ts';
import { NewTransfer } from '../../../../src/features/ledger/transfers/schema.ts';
import { createTransfer } from '../../../../src/features/ledger/transfers/service.ts';
import { putOpening } from '../../../../src/features/accounting/opening/service.ts';
import { decode } from '../../../../src/validate.ts';
import { checkMonth } from '../../../../src/features/reports/statements/checklist.ts';
import { as, testApp } from '../../../support/app.ts';
import { addUser, expenseRow, givingRow, write } from '../../../support/books.ts';

const AT = '2026-11-18T18:00:00.000Z';
const WRITTEN = { createdAt: AT, modifiedAt: AT };
const SUNDAYS = ['2026-02-01', '2026-02-08', '2026-02-15', '2026-02-22'];
const month = (number: number, fields: object) => ({
  year: 2026,
  month: number,
  status: 'Draft',
  ...fields,
  ...WRITTEN,
});
const session = (date: string, status: string) => ({ date, status, countedBy: '[]', ...WRITTEN });

const FROZEN = { status: 'Finalized', snapshot: '{}', closingBalanceMinor: 0, finalizedAt: AT };

const CODES = [
  'period',
  'sessions',
  'reconciled',
  'undeposited',
  'sundays',
  'approvals',
  'drafts',
  'unpaid',
  'old_payables',
  'settled',
  'elsewhere',
  'releases',
  'pending',
  'reconciliation',
  'outstanding',
  'events',
  'funds',
  'position',
  'opening',
];

test('a month without open items passes every check and is ready', async () => {
  const app = await testApp();
  const user = await addUser(app);
  await write(app, 'offeringSessions', SUNDAYS.map((date) => session(date, 'Reconciled')) as never);
  await write(app, 'monthlyStatements', [month(2, { openingBalanceMinor: 100 })] as never);
  await write(app, 'givings', [givingRow({ date: '2026-02-01' })]);
  await write(app, 'expenses', [expenseRow(user, { status: 'Paid', bookedOn: '2026-02-03', paidOn: '2026-02-03' })]);
  const compared = { accountId: 2, endDate: '2026-02-28', endBalanceMinor: 0, status: 'Finished', report: '{}' };
  await write(app, 'reconciliations', [{ ...compared, ...WRITTEN }] as never);
  const { checks, isReady } = await checkMonth(app, { year: 2026, month: 2 });
  expect(checks.map(({ code, state }) => [code, state])).toEqual(CODES.map((code) => [code, 'done']));
  expect(isReady).toBe(true);
});

test('the opening of the books is the opening balance of the first month, and its check is done', async () => {
  const app = await testApp();
  const fields = { date: '2026-02-01', accounts: [{ accountId: 2, balance: 320.5 }], funds: [] };
  await putOpening(app, decode(NewOpening, fields));
  const { checks } = await checkMonth(app, { year: 2026, month: 2 });
  expect(checks.find(({ code }) => code === 'opening')).toMatchObject({
    state: 'done',
    message: 'The opening balance is 320.50.',
  });
});

test('a failed check is open if it prevents the month from being ready; every other failed check is a warning', async () => {
  const app = await testApp();
  const user = await addUser(app);
  const expense = (fields: object) =>
    expenseRow(user, { expenseDate: '2026-02-03', bookedOn: '2026-02-03', ...fields });
  await write(app, 'offeringSessions', [session('2026-02-01', 'Draft'), session('2026-02-08', 'Submitted')] as never);
  for (const one of [month(1, {}), month(5, FROZEN)]) await write(app, 'monthlyStatements', [one] as never);
  const fund = await app.db
    .selectFrom('funds')
    .select('id')
    .where('class', '=', 'Restricted')
    .executeTakeFirstOrThrow();
  await write(app, 'expenses', [
    expense({ status: 'Draft', bookedOn: null }),
    expense({ status: 'PendingApproval', bookedOn: null }),
    expense({ fundId: fund.id }),
    expense({ status: 'Paid', paidOn: '2026-02-04', bookedOn: '2026-03-04' }),
  ]);
  const { checks, isReady } = await checkMonth(app, { year: 2026, month: 2 });
  expect(checks.map(({ code, state }) => [code, state])).toEqual([
    ['period', 'done'],
    ['order', 'open'],
    ['sessions', 'open'],
    ['reconciled', 'look'],
    ['undeposited', 'done'],
    ['sundays', 'look'],
    ['approvals', 'open'],
    ['drafts', 'look'],
    ['unpaid', 'look'],
    ['old_payables', 'done'],
    ['settled', 'done'],
    ['elsewhere', 'look'],
    ['releases', 'done'],
    ['pending', 'done'],
    ['reconciliation', 'done'],
    ['outstanding', 'done'],
    ['events', 'done'],
    ['funds', 'look'],
    ['position', 'look'],
    ['opening', 'open'],
  ]);
  expect(isReady).toBe(false);
});

test('if the general fund has spent the money of another fund, the month gets a warning with the amount available', async () => {
  const app = await testApp();
  const user = await addUser(app);
  const fund = await app.db.selectFrom('funds').select('id').where('name', '=', 'Missions').executeTakeFirstOrThrow();
  const { id } = await app.db
    .selectFrom('givingCategories')
    .select('id')
    .where('fundId', '=', fund.id)
    .executeTakeFirstOrThrow();
  await write(app, 'givings', [givingRow({ date: '2026-02-01', categoryId: id, amountMinor: 5000 as Minor })]);
  await write(app, 'expenses', [expenseRow(user, { bookedOn: '2026-02-03', amountMinor: 1250 as Minor })]);
  const { checks } = await checkMonth(app, { year: 2026, month: 2 });
  expect(checks.find(({ code }) => code === 'position')).toMatchObject({
    amount: -1250,
    code: 'position',
    state: 'look',
    message:
      'The amount available is -12.50: the cash is 50.00, 12.50 is owed, and 50.00 belongs to funds or others. The General fund is using some of that money.',
  });
});

test('warnings alone do not prevent a month from being ready, but a month that is not over is not ready', async () => {
  const app = await testApp();
  expect((await checkMonth(app, { year: 2026, month: 10 })).isReady).toBe(true);
  const running = await checkMonth(app, { year: 2026, month: 11 });
  expect(running.isReady).toBe(false);
  expect(running.checks[0]).toMatchObject({ code: 'period', state: 'open' });
  const isReadyAt = async (instant: string) => {
    app.setNow(instant);
    return (await checkMonth(app, { year: 2026, month: 11 })).isReady;
  };
  // At noon UTC, the date is the same in every time zone of the tests.
  expect(await isReadyAt('2026-11-30T12:00:00.000Z')).toBe(false);
  expect(await isReadyAt('2026-12-01T12:00:00.000Z')).toBe(true);
});

test('the checklist names transfers and adjusting entries that wait for approval, because a finalized month refuses both', async () => {
  const app = await testApp();
  const { id: missions } = await app.db
    .selectFrom('funds')
    .select('id')
    .where('name', '=', 'Missions')
    .executeTakeFirstOrThrow();
  const restricted = { fromFundId: missions, toFundId: 1, reason: 'Lent', memo: 'To repay', amount: 5 };
  const treasurer = as(app, await addUser(app), 'treasurer');
  await createTransfer(treasurer, decode(NewTransfer, { date: '2026-02-28', ...restricted }));
  const lines = [
    { accountId: 2, debit: 5 },
    { incomeCategoryId: 1, credit: 5 },
  ];
  const entry = await createEntry(treasurer, decode(NewJournalEntry, { date: '2026-02-20', memo: 'Interest', lines }));
  const pendingIn = async (number: number) =>
    (await checkMonth(app, { year: 2026, month: number })).checks.find(({ code }) => code === 'pending');
  expect(await pendingIn(2)).toMatchObject({
    items: [{ type: 'Transfer' }, { type: 'JournalEntry' }],
    code: 'pending',
    state: 'look',
    message: `Approve or delete these before the month is finalized: transfer 1 of 2026-02-28, adjusting entry ${entry.id} of 2026-02-20.`,
  });
  expect(await pendingIn(3)).toMatchObject({ state: 'done' });
});
