/**
 * Checks the opening of books with random earlier history: accounts and funds keep the same total, and nothing counts
 * twice.
 */
import { describe, expect, test } from 'vitest';
import { PAID_EARLY, PAYABLE } from '../../src/books/account-kinds.ts';
import { type Balances, balancesAt, storeBalances } from '../../src/books/balances.ts';
import { isCounted } from '../../src/books/counted.ts';
import { inTransaction } from '../../src/app.ts';
import { proveBooks } from '../../src/features/audit/proof.ts';
import { fundByCategory } from '../../src/features/giving/categories/service.ts';
import { NewOpening } from '../../src/features/accounting/opening/schema.ts';
import { getOpening, putOpening } from '../../src/features/accounting/opening/service.ts';
import { NewJournalEntry } from '../../src/features/accounting/journal-entries/schema.ts';
import { createEntry } from '../../src/features/accounting/journal-entries/service.ts';
import { NewAccount } from '../../src/features/ledger/accounts/schema.ts';
import { createAccount } from '../../src/features/ledger/accounts/service.ts';
import { finalizeStatement } from '../../src/features/reports/statements/finalize.ts';
import { getStatement } from '../../src/features/reports/statements/service.ts';
import { recordPayment } from '../../src/features/spending/payments/service.ts';
import { addDays } from '../../src/lib/date.ts';
import { addMoney, type Minor } from '../../src/lib/money.ts';
import { generator, type Random } from '../../src/lib/random.ts';
import { decode } from '../../src/validate.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { forging } from '../features/audit/forger.ts';
import { addUser, expenseRow, givingRow, write } from '../support/books.ts';

const FIRST = '2026-05-01';
const DAYS = 120;
const OPENING = '2026-07-01';
const dayOf = (random: Random) => addDays(FIRST, random.below(DAYS));
const total = (sums: ReadonlyMap<number, Minor>) => addMoney(...sums.values());
const AUDIT = {
  createdAt: '2026-11-18T18:00:00.000Z',
  modifiedAt: '2026-11-18T18:00:00.000Z',
  createdBy: null,
  modifiedBy: null,
};

type Spent = { id: number; amount: number; status: string; bookedOn: string | null; reversalOf: number | null };
type Paid = { expenseId: number; amount: number; date: string; voidedOn: string | null };

/** Writes givings, expenses in every state, reversals, and payments. Some payments are partial, early or voided. */
async function fill(app: TestApp, random: Random): Promise<{ spent: Spent[]; paid: Paid[] }> {
  const user = await addUser(app);
  const givings = Array.from({ length: 60 }, () =>
    givingRow({
      date: dayOf(random),
      amountMinor: (random.below(90_000) + 1) as Minor,
      categoryId: 1 + random.below(4),
    }),
  );
  await write(app, 'givings', givings);
  const spent: Spent[] = [];
  for (let id = 1; id <= 60; id += 1) {
    const status = random.pick(['Draft', 'PendingApproval', 'Approved', 'Approved', 'Paid', 'Paid'] as const);
    const bookedOn = isCounted(status) ? dayOf(random) : null;
    const reversed = spent.filter((one) => one.bookedOn !== null && one.amount > 0);
    const isReversal = bookedOn !== null && reversed.length > 0 && random.below(4) === 0;
    const amount = (random.below(50_000) + 1) * (isReversal ? -1 : 1);
    spent.push({ id, amount, status, bookedOn, reversalOf: isReversal ? random.pick(reversed).id : null });
  }
  await write(
    app,
    'expenses',
    spent.map(({ id, amount, status, bookedOn, reversalOf }) =>
      expenseRow(user, {
        id,
        amountMinor: amount as Minor,
        status: status as 'Draft',
        bookedOn,
        reversalOf,
        fundId: 1 + random.below(3),
      }),
    ),
  );
  const paid: Paid[] = spent.flatMap(({ id, amount, status }) => {
    const parts = status === 'Draft' ? 0 : random.below(3);
    return Array.from({ length: parts }, () => {
      const date = dayOf(random);
      const voidedOn = random.below(3) === 0 ? addDays(date, random.below(50)) : null;
      return { expenseId: id, amount: Math.trunc(amount / 3) || amount, date, voidedOn };
    });
  });
  await write(
    app,
    'payments',
    paid.map(({ date, voidedOn }, index) => ({
      id: index + 1,
      date,
      voidedOn,
      accountId: 2,
      method: null,
      reference: null,
      ...AUDIT,
    })),
  );
  await write(
    app,
    'paymentItems',
    paid.map(({ expenseId, amount }, index) => ({
      paymentId: index + 1,
      position: 0,
      expenseId,
      amountMinor: amount as Minor,
    })),
  );
  return { spent, paid };
}

/**
 * Returns the balances that accounts payable and expenses paid early must have on a day, as debits less credits. The
 * payables of the opening are not included.
 */
function expected({ spent, paid }: { spent: Spent[]; paid: Paid[] }, day: string) {
  const booked = new Set(spent.flatMap(({ id, bookedOn }) => (bookedOn !== null && bookedOn <= day ? [id] : [])));
  const standing = paid.filter(({ date, voidedOn }) => date <= day && (voidedOn === null || voidedOn > day));
  const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
  const bookedAmounts = spent.flatMap(({ id, amount }) => (booked.has(id) ? [amount] : []));
  const settled = standing.flatMap(({ expenseId, amount }) => (booked.has(expenseId) ? [amount] : []));
  return {
    payable: sum(settled) - sum(bookedAmounts),
    early: sum(standing.flatMap(({ expenseId, amount }) => (booked.has(expenseId) ? [] : [amount]))),
  };
}

const opening = (fields: object = {}) =>
  decode(NewOpening, {
    date: OPENING,
    accounts: [
      { accountId: 2, balance: 5000 },
      { accountId: 1, balance: 12.5 },
    ],
    funds: [{ fundId: 3, balance: 700 }],
    ...fields,
  });

async function balancesOn(app: TestApp, day: string): Promise<Balances> {
  return balancesAt(app.db, day, { fundOf: await fundByCategory(app) });
}

/** Compares the balances of every third day from the start of the books on with the documents. */
async function check(
  app: TestApp,
  books: Awaited<ReturnType<typeof fill>>,
  { from, owed }: { from: string; owed: number },
) {
  for (let day = from; day <= addDays(FIRST, DAYS + 50); day = addDays(day, 3)) {
    const { accounts, funds } = await balancesOn(app, day);
    expect([day, total(funds)]).toEqual([day, total(accounts)]);
    const { payable, early } = expected(books, day);
    expect([day, accounts.get(PAYABLE) ?? 0, accounts.get(PAID_EARLY) ?? 0]).toEqual([day, payable - owed, early]);
  }
}

describe('books with an opening and random history before it', () => {
  test.each([1, 2, 3, 4, 5, 6])(
    'have the same total in accounts and funds, and count each unpaid or early paid expense once, even after the opening is replaced (seed %i)',
    async (seed) => {
      const app = await testApp();
      const books = await fill(app, generator(seed));
      await putOpening(app, opening());
      await check(app, books, { from: OPENING, owed: 0 });
      const start = await balancesOn(app, OPENING);
      await putOpening(app, opening({ date: '2026-06-11', payables: [{ vendor: 'A', amount: 33 }] }));
      await check(app, books, { from: '2026-06-11', owed: 3300 });
      await putOpening(app, opening());
      expect(await balancesOn(app, OPENING)).toEqual(start);
    },
  );

  test('owe the unpaid part of a payable that the opening lists', async () => {
    const app = await testApp();
    const books = await fill(app, generator(7));
    const { payables } = await putOpening(app, opening({ payables: [{ vendor: 'A', amount: 33 }] }));
    const items = [{ expenseId: null, payableId: payables[0]?.id ?? 0, amount: 1300 as Minor }];
    await inTransaction(app, (app) =>
      recordPayment(app, { date: OPENING, accountId: 2, method: 'Check', reference: null, items }),
    );
    expect((await getOpening(app)).payables).toMatchObject([{ amount: 3300, paid: 1300 }]);
    await check(app, books, { from: OPENING, owed: 2000 });
  });

  test('have no balances before the opening, and no stored month-end balances after it is entered', async () => {
    const app = await testApp();
    await fill(app, generator(8));
    const wrong = { accounts: new Map([[2, 1 as Minor]]), funds: new Map([[1, 1 as Minor]]) };
    await inTransaction(app, async ({ db }) => {
      await storeBalances(db, '2026-06-30', wrong);
      await storeBalances(db, '2026-07-31', wrong);
    });
    await putOpening(app, opening());
    expect(await app.db.selectFrom('monthEndBalances').selectAll().execute()).toEqual([]);
    const before = await balancesOn(app, addDays(OPENING, -1));
    expect([total(before.accounts), total(before.funds)]).toEqual([0, 0]);
  });

  test('do not contain a year-end entry that is dated before the opening, even if it would be shown after the opening', async () => {
    const app = await testApp();
    await finalizeStatement(app, { year: 2025, month: 12 }, true);
    const { id: accountId } = await createAccount(app, decode(NewAccount, { name: 'Van', kind: 'FixedAsset' }));
    const lines = [
      { subCategoryId: 1, debit: 50 },
      { accountId, credit: 50 },
    ];
    const entry = { date: '2025-12-31', memo: 'Worn out', yearEnd: true, lines };
    expect(await createEntry(app, decode(NewJournalEntry, entry))).toMatchObject({ shownOn: '2026-01-01' });
    await putOpening(app, opening({ date: '2026-01-01' }));
    for (const day of ['2026-01-01', '2026-02-28']) {
      const { accounts, funds } = await balancesOn(app, day);
      expect([accounts.get(accountId) ?? 0, total(accounts), total(funds)]).toEqual([0, 501_250, 501_250]);
    }
    expect(await getStatement(app, { year: 2026, month: 1 })).toMatchObject({
      adjustments: 0,
      closingBalance: 501_250,
    });
    // An opening in the middle of a year leaves the entry out of every balance, too.
    await putOpening(app, opening({ date: '2026-01-15' }));
    expect(total((await balancesOn(app, '2026-01-31')).funds)).toBe(501_250);
  });

  test('are proven intact, and the proof reports an opening that was changed outside Vestry', async () => {
    const app = await testApp();
    await putOpening(app, opening({ payables: [{ vendor: 'A', amount: 33 }] }));
    await putOpening(app, opening({ payables: [{ vendor: 'A', amount: 34 }] }));
    expect(await proveBooks(app)).toMatchObject({ isIntact: true, faults: [] });
    forging(app, (db) => db.exec('update openingFunds set balanceMinor = 1 where fundId = 3'));
    expect((await proveBooks(app)).faults).toEqual([expect.stringMatching(/^BookOpening 1 differs/)]);
  });
});
