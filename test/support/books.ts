/** Books with every kind of row, written directly into the tables. */
import type { App } from '../../src/app.ts';
import { CHECKING, UNDEPOSITED } from '../../src/books/account-kinds.ts';
import { insertRows } from '../../src/db/insert.ts';
import type { Database } from '../../src/db/schema.ts';
import { listExpenseCategories } from '../../src/features/spending/categories/service.ts';
import { listCategories } from '../../src/features/giving/categories/service.ts';
import { listFunds } from '../../src/features/ledger/funds/service.ts';
import { Method } from '../../src/books/payment-methods.ts';
import { FUNCTIONAL_CLASSES } from '../../src/books/functional-classes.ts';
import { listMinistries } from '../../src/features/church/ministries/service.ts';
import { generator, type Random } from '../../src/lib/random.ts';
import type { Insertable } from 'kysely';

const AT = '2026-11-18T18:00:00.000Z';
const AUDIT = { createdAt: AT, modifiedAt: AT, createdBy: null, modifiedBy: null };

/** Adds a user to whom expenses can belong, and returns the user's id. */
export async function addUser(app: App): Promise<number> {
  const email = 'books@example.org';
  await write(app, 'users', [
    { email, emailKey: email, displayName: 'Books', passwordHash: 'x', isActive: 1, mustChangePassword: 0, ...AUDIT },
  ] as never);
  const { id } = await app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  return id;
}

/** Inserts rows without checking any rule. */
export function write<T extends keyof Database>(app: App, table: T, rows: readonly Insertable<Database[T]>[]) {
  return app.db.transaction().execute((db) => insertRows(db, table, rows));
}

/** Returns a typical expense row, changed by `fields`. */
export function expenseRow(submittedBy: number, fields: Partial<Insertable<Database['expenses']>>) {
  return {
    subCategoryId: 1,
    ministryId: 1,
    expenseDate: '2026-03-01',
    amountMinor: 1000,
    vendor: null,
    description: 'Something needed',
    functionalClass: null,
    memberId: null,
    fundId: 1,
    paymentMethod: null,
    paymentReference: null,
    notes: null,
    status: 'Approved',
    bookedOn: '2026-03-01',
    paidOn: null,
    reversalOf: null,
    deletedAt: null,
    submittedBy,
    ...AUDIT,
    ...fields,
  } as Insertable<Database['expenses']>;
}

/** Returns a typical giving row, changed by `fields`. */
export function givingRow(fields: Partial<Insertable<Database['givings']>>) {
  const date = fields.date ?? '2026-03-01';
  return {
    categoryId: 1,
    amountMinor: 1000,
    method: 'Cash',
    memberId: null,
    isAnonymous: 0,
    checkNumber: null,
    zelleReference: null,
    payPalReference: null,
    note: null,
    sessionId: null,
    accountId: CHECKING,
    benefitAmountMinor: null,
    nonCashDescription: null,
    reversalOf: null,
    deletedAt: null,
    ...AUDIT,
    ...fields,
    date,
    giftDate: date,
  } as Insertable<Database['givings']>;
}

/**
 * Inserts two years of givings and expenses with every subcategory, ministry, functional class, status and fund. Some
 * are reversals, gifts in kind or deleted rows, and amounts range from one cent to ten million dollars.
 */
export async function fillBooks(app: App, { seed, rows }: { seed: number; rows: number }): Promise<void> {
  const random = generator(seed);
  const user = await addUser(app);
  const subs = (await listExpenseCategories(app)).items.flatMap((group) => group.subCategories.map(({ id }) => id));
  const ministries = (await listMinistries(app)).items.map(({ id }) => id);
  const categories = (await listCategories(app, true)).items;
  const funds = (await listFunds(app)).items.map(({ id }) => id);
  const expenses = Array.from({ length: rows }, (_, n) => {
    const date = dayOf(random);
    const status = random.pick(['Draft', 'PendingApproval', 'Approved', 'Paid', 'Paid', 'Paid'] as const);
    const bookedOn = status === 'Approved' || status === 'Paid' ? random.pick([date, dayOf(random)]) : null;
    return expenseRow(user, {
      subCategoryId: subs[n % subs.length] ?? 1,
      ministryId: ministries[random.below(ministries.length)] ?? 1,
      expenseDate: date,
      amountMinor: centsOf(random) as never,
      vendor: random.pick([null, 'Costco', '全聯', 'A; B | C']),
      description: random.pick(['Paper', 'Line one\nline two', '講台 ; flowers', '[2020-01-01] date: 2020-02-02']),
      functionalClass: random.pick([null, null, ...FUNCTIONAL_CLASSES]),
      fundId: random.below(4) === 0 ? random.pick(funds) : 1,
      paymentMethod: status === 'Paid' ? random.pick([null, ...Method.options]) : null,
      paymentReference: status === 'Paid' ? random.pick([null, '1001', 'a:b, c']) : null,
      status,
      bookedOn,
      paidOn: status === 'Paid' ? random.pick([bookedOn, later(bookedOn, dayOf(random))]) : null,
      deletedAt: random.below(20) === 0 ? AT : null,
    });
  });
  const givings = Array.from({ length: rows }, () =>
    givingRow({
      categoryId: random.pick(categories).id,
      amountMinor: centsOf(random) as never,
      date: dayOf(random),
      method: random.pick(Method.options),
      accountId: random.pick([UNDEPOSITED, CHECKING, CHECKING]),
      nonCashDescription: random.below(15) === 0 ? 'A piano; with a bench' : null,
      deletedAt: random.below(20) === 0 ? AT : null,
    }),
  );
  await write(app, 'expenses', expenses);
  await write(app, 'givings', givings);
  await reverseSome(app, random);
  await addPayments(app);
  await splitSome(
    app,
    categories.map(({ id }) => id),
  );
}

/** Adds the payment of each paid expense, as the program records it: from Checking, on the day on which it was paid. */
export async function addPayments(app: App): Promise<void> {
  const paid = await app.db.selectFrom('expenses').selectAll().where('status', '=', 'Paid').execute();
  const live = paid.filter(({ deletedAt }) => deletedAt === null);
  await write(
    app,
    'payments',
    live.map(({ id, paidOn, bookedOn, paymentMethod, paymentReference }) => ({
      id,
      date: paidOn ?? bookedOn ?? AT,
      accountId: CHECKING,
      method: paymentMethod,
      reference: paymentReference,
      ...AUDIT,
    })),
  );
  await write(
    app,
    'paymentItems',
    live.map(({ id, amountMinor }) => ({ paymentId: id, position: 0, expenseId: id, amountMinor })),
  );
}

/** Divides every seventh giving, including reversals, between two categories. */
async function splitSome(app: App, categories: readonly number[]): Promise<void> {
  const rows = await app.db.selectFrom('givings').select(['id', 'amountMinor']).execute();
  const split = rows.filter(({ id, amountMinor }) => id % 7 === 0 && Math.abs(amountMinor) > 1);
  const parts = split.flatMap(({ id, amountMinor }) => {
    const half = Math.trunc(amountMinor / 2);
    return [half, amountMinor - half].map((amount, position) => ({
      givingId: id,
      position,
      categoryId: categories[(id + position) % categories.length] ?? 1,
      amountMinor: amount as never,
    }));
  });
  const ids = split.map(({ id }) => id);
  await app.db
    .transaction()
    .execute((db) => db.updateTable('givings').set({ categoryId: null }).where('id', 'in', ids).execute());
  await write(app, 'givingParts', parts);
}

/** Reverses about a tenth of the expenses and givings that count in the figures, in whole or in part. */
async function reverseSome(app: App, random: Random): Promise<void> {
  const expenses = await app.db
    .selectFrom('expenses')
    .selectAll()
    .where('status', 'in', ['Approved', 'Paid'])
    .where('deletedAt', 'is', null)
    .execute();
  const givings = await app.db.selectFrom('givings').selectAll().where('deletedAt', 'is', null).execute();
  const part = (amount: number) => -Math.max(1, Math.floor(amount / (1 + random.below(3)))) as never;
  const isTenth = () => random.below(10) === 0;
  await write(
    app,
    'expenses',
    expenses.filter(isTenth).map(({ id, ...row }) => {
      const date = dayOf(random);
      const paidOn = row.status === 'Paid' ? date : null;
      return { ...row, amountMinor: part(row.amountMinor), reversalOf: id, bookedOn: date, paidOn };
    }),
  );
  await write(
    app,
    'givings',
    givings.filter(isTenth).map(({ id, ...row }) => {
      const date = dayOf(random);
      return { ...row, amountMinor: part(row.amountMinor), reversalOf: id, date, giftDate: date };
    }),
  );
}

const later = (a: string | null, b: string) => (a !== null && a > b ? a : b);

function centsOf(random: Random): number {
  return 1 + random.below(random.pick([100, 10_000, 3_000_000, 1_000_000_000]));
}

function dayOf(random: Random): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${2025 + random.below(2)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
}
