/** Checks that a document changes later finalized months, as its booking says, exactly if their figures would change. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../src/app.ts';
import { ACCOUNT_KINDS, type AccountKind } from '../../src/books/account-kinds.ts';
import { type Booking, closedBy } from '../../src/books/period-rules.ts';
import { bookingOf as bookingOfEntry } from '../../src/features/accounting/journal-entries/rules.ts';
import { bookingOf as bookingOfTransfer } from '../../src/features/ledger/transfers/rules.ts';
import { getStatement, opening } from '../../src/features/reports/statements/service.ts';
import { fileApp, NOW, type TestApp } from '../support/app.ts';
import { givingRow, write } from '../support/books.ts';

const DAY = '2026-03-10';
const APRIL = { year: 2026, month: 4 };
const [GENERAL, MISSIONS, SUB_CATEGORY, INCOME] = [1, 2, 1, 1];
const AMOUNT = 4000;
const AT = { createdAt: NOW.toISOString(), modifiedAt: NOW.toISOString() };

/** An account or null, and a fund or null. */
type Side = { accountId: number | null; fundId: number | null };
type Line = Side & { amountMinor: number; subCategoryId?: number; incomeCategoryId?: number };

const idOf = (kind: AccountKind) => 900 + ACCOUNT_KINDS.indexOf(kind);
const accounts = new Map(ACCOUNT_KINDS.map((kind) => [idOf(kind), { kind }]));

async function bookTransfer(app: TestApp, from: Side, to: Side): Promise<Booking> {
  const sides = { fromAccountId: from.accountId, toAccountId: to.accountId };
  const moved = { date: DAY, ...sides, fromFundId: from.fundId, toFundId: to.fundId, fundId: null, reason: null };
  await write(app, 'transfers', [{ ...moved, amountMinor: AMOUNT, memo: 'Moved', status: 'Posted', ...AT }] as never);
  return bookingOfTransfer({ ...moved, amount: AMOUNT } as never, accounts);
}

async function bookEntry(app: TestApp, lines: readonly Line[]): Promise<Booking> {
  const [date, id] = [DAY, 900];
  const sizes = { amountMinor: AMOUNT, lineCount: lines.length };
  const entry = { id, date, shownOn: date, memo: 'Moved', isYearEnd: 0, status: 'Posted', ...sizes, ...AT };
  await write(app, 'journalEntries', [entry] as never);
  const none = { subCategoryId: null, incomeCategoryId: null, ministryId: null, functionalClass: null };
  const complete = lines.map((line) => ({ ...none, ...line }));
  await write(app, 'journalLines', complete.map((line, position) => ({ entryId: id, position, ...line })) as never);
  return bookingOfEntry(date, complete as never, accounts);
}

/** Books of which April begins with a balance that March carries over, and books in which nothing is carried over. */
describe.each([true, false])('in an open month before a finalized one (carried over: %s)', (isCarried) => {
  let app: TestApp;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ app, close } = await fileApp());
    const named = (kind: AccountKind) => ({ id: idOf(kind), name: `Our ${kind}`, nameKey: `our ${kind}`, kind, ...AT });
    await write(app, 'accounts', ACCOUNT_KINDS.map(named) as never);
    await write(app, 'givings', [givingRow({ date: '2026-03-01' })]);
    if (isCarried) await write(app, 'monthlyStatements', [{ year: 2026, month: 3, status: 'Draft', ...AT }] as never);
  });
  afterAll(() => close());

  /** Returns whether a document is said to change April, and whether it does change the statement of April. */
  async function tried(book: () => Promise<Booking>): Promise<[isSaid: boolean, isChanged: boolean]> {
    const { since } = await opening(app, APRIL, undefined);
    const before = await getStatement(app, APRIL);
    const booking = await book();
    const after = await getStatement(app, APRIL);
    await inTransaction(app, async ({ db }) => {
      for (const table of ['transfers', 'journalLines', 'journalEntries'] as const)
        await db.deleteFrom(table).execute();
    });
    return [
      closedBy(booking, [{ ...APRIL, carriedFrom: since }]) !== undefined,
      JSON.stringify(before) !== JSON.stringify(after),
    ];
  }

  const account = (kind: AccountKind) => ({ accountId: idOf(kind), fundId: null });
  const fund = (fundId: number, category: object = {}) => ({ accountId: null, fundId, ...category });

  test.each(ACCOUNT_KINDS)(
    'a transfer or an entry from %s to each other kind changes it as its booking says',
    async (from) => {
      for (const to of ACCOUNT_KINDS) {
        const [isSaid, isChanged] = await tried(() => bookTransfer(app, account(from), account(to)));
        const lines = [
          { ...account(from), amountMinor: -AMOUNT },
          { ...account(to), amountMinor: AMOUNT },
        ];
        const entry = await tried(() => bookEntry(app, lines));
        expect([to, isSaid, ...entry]).toEqual([to, isChanged, isChanged, isChanged]);
      }
    },
  );

  test('a transfer between funds changes it', async () => {
    const none = { accountId: null };
    const book = () => bookTransfer(app, { ...none, fundId: GENERAL }, { ...none, fundId: MISSIONS });
    expect(await tried(book)).toEqual([true, true]);
  });

  const expense = { subCategoryId: SUB_CATEGORY };
  test.each<[string, Side, Side, boolean]>([
    [
      'between categories of the General fund',
      fund(GENERAL, expense),
      fund(GENERAL, { incomeCategoryId: INCOME }),
      false,
    ],
    [
      'between categories of another fund',
      fund(MISSIONS, expense),
      fund(MISSIONS, { incomeCategoryId: INCOME }),
      false,
    ],
    ['between funds', fund(GENERAL), fund(MISSIONS), true],
    ['of the General fund, such as depreciation', fund(GENERAL, expense), account('FixedAsset'), isCarried],
    ['of another fund and an asset', fund(MISSIONS, expense), account('FixedAsset'), true],
    ['of the General fund and cash', fund(GENERAL, expense), account('Checking'), true],
    ['of the General fund and a loan', fund(GENERAL, expense), account('Loan'), isCarried],
  ])('an entry %s changes it if a figure depends on it', async (_what, debit, credit, isChanged) => {
    const lines = [
      { ...debit, amountMinor: AMOUNT },
      { ...credit, amountMinor: -AMOUNT },
    ];
    expect(await tried(() => bookEntry(app, lines))).toEqual([isChanged, isChanged]);
  });

  test('an entry of several accounts changes it if the sums of cash or of debts change', async () => {
    const line = (kind: AccountKind, amountMinor: number) => ({ ...account(kind), amountMinor });
    const even = [line('Checking', 10), line('Savings', -10), line('Loan', 30), line('FixedAsset', -30)];
    const debts = [line('CreditCard', 10), line('OtherLiability', -10)];
    const uneven = [line('Checking', 10), line('Savings', -20), line('Loan', 10)];
    expect(await tried(() => bookEntry(app, [...even, ...debts]))).toEqual([false, false]);
    expect(await tried(() => bookEntry(app, uneven))).toEqual([true, true]);
  });
});
