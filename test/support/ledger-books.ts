/** Books with every kind of document of the ledger, written directly into the tables. */
import type { App } from '../../src/app.ts';
import { CHECKING, UNDEPOSITED } from '../../src/books/account-kinds.ts';
import { putOpening } from '../../src/features/accounting/opening/service.ts';
import { NewOpening } from '../../src/features/accounting/opening/schema.ts';
import { createCategory } from '../../src/features/giving/categories/changes.ts';
import { NewGivingCategory } from '../../src/features/giving/categories/schema.ts';
import { NewAccount } from '../../src/features/ledger/accounts/schema.ts';
import { createAccount } from '../../src/features/ledger/accounts/service.ts';
import { NewFund } from '../../src/features/ledger/funds/schema.ts';
import { createFund, listFunds } from '../../src/features/ledger/funds/service.ts';
import { generator, type Random } from '../../src/lib/random.ts';
import { decode } from '../../src/validate.ts';
import { expenseRow, fillBooks, givingRow, write } from './books.ts';

/** The first day of the books. */
export const BEGIN = '2025-04-10';

const AT = '2026-11-18T18:00:00.000Z';
const AUDIT = { createdAt: AT, modifiedAt: AT, createdBy: null, modifiedBy: null };

type Ids = { savings: number; card: number; loan: number; organ: number; camp: number; funds: number[] };

/**
 * Fills the books with documents of every kind, some of them from before the books began. Some documents are
 * reversals, some are deleted, and some wait for approval.
 */
export async function fillLedger(app: App, { seed, rows }: { seed: number; rows: number }): Promise<void> {
  const random = generator(seed);
  const ids = await openAccounts(app);
  await fillBooks(app, { seed, rows });
  await splitExpenses(app, random, ids);
  await moveGifts(app, random, ids);
  await addIncome(app, random, ids);
  await addTransfers(app, random, ids);
  await addEntries(app, random, ids);
  await addDeposits(app, random, ids);
  await payEarly(app, random);
  await payDrafts(app, random);
  await openBooks(app, ids);
  await payBills(app);
}

async function openAccounts(app: App): Promise<Ids> {
  const account = async (name: string, kind: string) =>
    (await createAccount(app, decode(NewAccount, { name, kind }))).id;
  const { id: camp } = await createFund(app, decode(NewFund, { name: 'Camp', class: 'Custodial' }));
  await createFund(app, decode(NewFund, { name: 'Organ', class: 'Designated' }));
  await createCategory(app, decode(NewGivingCategory, { name: 'Camp fees', fundId: camp }));
  return {
    savings: await account('Savings', 'Savings'),
    card: await account('Visa', 'CreditCard'),
    loan: await account('Mortgage', 'Loan'),
    organ: await account('Pipe organ', 'FixedAsset'),
    camp,
    funds: (await listFunds(app)).items.map(({ id }) => id),
  };
}

/** Divides every fifth expense into parts: some are for accounts, and one may be negative. */
async function splitExpenses(app: App, random: Random, { loan, organ, funds }: Ids): Promise<void> {
  const all = await app.db.selectFrom('expenses').select(['id', 'amountMinor']).orderBy('id').execute();
  const chosen = all.filter(({ id }) => id % 5 === 0);
  const parts = chosen.flatMap(({ id, amountMinor }) => {
    const withheld = 0 - Math.max(1, Math.trunc(amountMinor / 4));
    const first = Math.trunc(amountMinor / 2) || 1;
    const amounts = [first, withheld, amountMinor - first - withheld].filter((amount) => amount !== 0);
    return amounts.map((amount, position) => ({
      expenseId: id,
      position,
      subCategoryId: position === 1 ? null : 1 + random.below(20),
      accountId: position === 1 ? random.pick([loan, organ]) : null,
      ministryId: position === 1 ? null : 1 + random.below(9),
      functionalClass: random.pick([null, 'Fundraising'] as const),
      fundId: random.pick(funds),
      amountMinor: amount as never,
    }));
  });
  await write(app, 'expenseSplits', parts);
  const none = { subCategoryId: null, ministryId: null, fundId: null, functionalClass: null };
  await app.db.transaction().execute(async (db) => {
    const ids = chosen.map(({ id }) => id);
    await db.updateTable('expenses').set(none).where('id', 'in', ids).execute();
  });
}

/** Makes some reversals of givings take the money from another account than the account of the giving. */
async function moveGifts(app: App, random: Random, { savings }: Ids): Promise<void> {
  await write(app, 'givings', [
    givingRow({ amountMinor: 7000 as never, date: '2025-06-01', accountId: UNDEPOSITED }),
    givingRow({ amountMinor: 4200 as never, date: '2025-03-01', accountId: savings }),
  ]);
  await app.db.transaction().execute(async (db) => {
    const reversalKind = random.pick(['Returned', 'Refund'] as const);
    const returned = db.updateTable('givings').set({ accountId: savings, reversalKind });
    await returned.where('reversalOf', 'is not', null).where('id', '>', 5).execute();
  });
}

async function addIncome(app: App, random: Random, { savings, camp, funds }: Ids): Promise<void> {
  const rows = Array.from({ length: 60 }, (_, n) => ({
    date: dayOf(random),
    amountMinor: centsOf(random) * (n % 9 === 8 ? -1 : 1),
    incomeCategoryId: 1 + random.below(6),
    accountId: random.pick([UNDEPOSITED, CHECKING, savings]),
    fundId: n % 10 === 0 ? camp : random.pick(funds),
    payer: random.pick([null, 'A; tenant | Co.', '銀行']),
    reference: random.pick([null, 'DEP-1']),
    memo: random.pick([null, 'Interest\nof the month']),
    reversalOf: n % 9 === 8 ? n : null,
    deletedAt: n % 11 === 10 ? AT : null,
    ...AUDIT,
  }));
  await write(app, 'otherIncome', rows as never);
}

async function addTransfers(app: App, random: Random, { savings, card, loan, funds }: Ids): Promise<void> {
  const rows = Array.from({ length: 60 }, (_, n) => {
    const accounts = n % 3 === 0 ? [null, null] : [CHECKING, random.pick([savings, card, loan])];
    const moved = n % 3 === 1 ? [null, null] : two(random, funds);
    return {
      date: dayOf(random),
      amountMinor: centsOf(random) * (n % 7 === 6 ? -1 : 1),
      fromAccountId: accounts[0],
      toAccountId: accounts[1],
      fromFundId: moved[0],
      toFundId: moved[1],
      memo: 'Reserve; for the roof',
      reason: null,
      status: n % 8 === 7 ? 'PendingApproval' : 'Posted',
      reversalOf: n % 7 === 6 ? n : null,
      deletedAt: n % 13 === 12 ? AT : null,
      ...AUDIT,
    };
  });
  await write(app, 'transfers', rows as never);
}

const none = { accountId: null, subCategoryId: null, incomeCategoryId: null, ministryId: null, functionalClass: null };

async function addEntries(app: App, random: Random, { organ, loan, funds }: Ids): Promise<void> {
  const entries = Array.from({ length: 50 }, (_, n) => {
    const isYearEnd = n % 10 === 0;
    const date = isYearEnd ? '2025-12-31' : dayOf(random);
    return {
      id: n + 1,
      date,
      memo: `Depreciation ${n}`,
      amountMinor: 1,
      lineCount: 5,
      isYearEnd: isYearEnd ? 1 : 0,
      shownOn: isYearEnd ? '2026-02-01' : date,
      status: n % 8 === 7 ? 'PendingApproval' : 'Posted',
      reversalOf: n % 9 === 8 ? n : null,
      deletedAt: n % 13 === 12 ? AT : null,
      ...AUDIT,
    };
  });
  await write(app, 'journalEntries', entries as never);
  const lines = entries.flatMap(({ id }) => {
    const amounts = [centsOf(random), centsOf(random), 0 - centsOf(random), 0 - centsOf(random)];
    const rest = 0 - amounts.reduce((sum, amount) => sum + amount, 0);
    const fundId = random.pick(funds);
    return [
      { ...none, fundId: null, accountId: random.pick([organ, loan, CHECKING]), amountMinor: amounts[0] },
      {
        ...none,
        fundId,
        subCategoryId: 1 + random.below(30),
        functionalClass: 'ManagementAndGeneral',
        amountMinor: amounts[1],
      },
      { ...none, fundId, incomeCategoryId: 1 + random.below(6), amountMinor: amounts[2] },
      { ...none, fundId: random.pick(funds), subCategoryId: 2, ministryId: 3, amountMinor: amounts[3] },
      { ...none, fundId, amountMinor: rest },
    ]
      .filter(({ amountMinor }) => amountMinor !== 0)
      .map((line, position) => ({ entryId: id, position, ...line }));
  });
  await write(app, 'journalLines', lines as never);
}

async function addDeposits(app: App, random: Random, { savings }: Ids): Promise<void> {
  const rows = Array.from({ length: 20 }, (_, n) => ({
    id: n + 1,
    date: dayOf(random),
    accountId: random.pick([CHECKING, savings]),
    memo: random.pick([null, 'Sunday']),
    deletedAt: n % 7 === 6 ? AT : null,
    ...AUDIT,
  }));
  await write(app, 'deposits', rows as never);
  const items = rows.flatMap(({ id }) => [
    {
      depositId: id,
      position: 0,
      sourceId: UNDEPOSITED,
      givingId: id,
      otherIncomeId: null,
      amountMinor: centsOf(random),
    },
    {
      depositId: id,
      position: 1,
      sourceId: UNDEPOSITED,
      givingId: null,
      otherIncomeId: id,
      amountMinor: centsOf(random),
    },
  ]);
  await write(app, 'depositItems', items as never);
}

/** Dates some payments before the day on which their expenses are booked, and voids some before or after that day. */
async function payEarly(app: App, random: Random): Promise<void> {
  const payments = await app.db.selectFrom('payments').select(['id', 'date']).orderBy('id').execute();
  await app.db.transaction().execute(async (db) => {
    for (const { id, date } of payments.filter(({ id }) => id % 2 === 0)) {
      const paidOn = id % 4 === 0 ? dayOf(random) : date;
      const voidedOn = id % 6 === 0 ? [paidOn, dayOf(random)].toSorted()[1] : null;
      await db.updateTable('payments').set({ date: paidOn, voidedOn }).where('id', '=', id).execute();
    }
  });
}

/** Pays expenses before they are approved: two wait for approval, and one was rejected and is a draft again. */
async function payDrafts(app: App, random: Random): Promise<void> {
  const { id: user } = await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const statuses = ['PendingApproval', 'Draft', 'PendingApproval'] as const;
  await write(
    app,
    'expenses',
    statuses.map((status) => expenseRow(user, { status, bookedOn: null, amountMinor: 3300 as never })),
  );
  const { id: last } = await app.db.selectFrom('expenses').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const ids = statuses.map((_, n) => last - n);
  await write(
    app,
    'payments',
    ids.map((id) => ({ id: id + 10_000, date: dayOf(random), accountId: CHECKING, ...AUDIT })) as never,
  );
  await write(
    app,
    'paymentItems',
    ids.map((id) => ({ paymentId: id + 10_000, position: 0, expenseId: id, amountMinor: 3300 })) as never,
  );
}

async function openBooks(app: App, { savings, card, loan, organ, camp, funds }: Ids): Promise<void> {
  const opening = {
    date: BEGIN,
    accounts: [
      { accountId: CHECKING, balance: 12_000.5 },
      { accountId: savings, balance: 30_000 },
      { accountId: card, balance: 120.75 },
      { accountId: loan, balance: 250_000 },
      { accountId: organ, balance: 80_000 },
    ],
    funds: [
      { fundId: camp, balance: 640 },
      { fundId: funds[1], balance: 1000.01 },
      { fundId: funds[2], balance: -50 },
    ],
    payables: [
      { vendor: 'City Power', amount: 180 },
      { vendor: 'A; roofer, Inc.', fundId: funds[1], amount: 999.99 },
    ],
  };
  await putOpening(app, decode(NewOpening, opening));
}

/** Pays two bills from before the books. The payment of the second bill is voided. */
async function payBills(app: App): Promise<void> {
  const payment = { accountId: CHECKING, method: 'Check', ...AUDIT };
  await write(app, 'payments', [
    { id: 20_001, date: '2025-05-02', reference: '2001', voidedOn: null, ...payment },
    { id: 20_002, date: '2025-05-02', reference: '2002', voidedOn: '2025-08-02', ...payment },
  ] as never);
  await write(app, 'paymentItems', [
    { paymentId: 20_001, position: 0, payableId: 1, amountMinor: 18_000 },
    { paymentId: 20_002, position: 0, payableId: 2, amountMinor: 50_000 },
  ] as never);
}

function two(random: Random, funds: readonly number[]): [number, number] {
  const from = random.below(funds.length);
  const to = (from + 1 + random.below(funds.length - 1)) % funds.length;
  return [funds[from] ?? 1, funds[to] ?? 1];
}

const centsOf = (random: Random): number => 1 + random.below(random.pick([100, 10_000, 3_000_000]));

function dayOf(random: Random): string {
  const padded = (number: number) => String(number).padStart(2, '0');
  return `${2025 + random.below(2)}-${padded(1 + random.below(12))}-${padded(1 + random.below(28))}`;
}
