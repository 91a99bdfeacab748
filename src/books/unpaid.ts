/**
 * Calculates what the church owes at the end of a day: the booked expenses and the bills from before the books, less
 * all reversals and payments up to that day. Reports on the paid basis leave these amounts out.
 */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { isOneOf } from '../db/prepared.ts';
import { breathe } from '../lib/chunks.ts';
import { addDays, type CalendarDate } from '../lib/date.ts';
import { addMoney, type Minor, subtractMoney } from '../lib/money.ts';
import { countedExpenses } from './counted.ts';
import type { Sum } from './sums.ts';
import { GENERAL_FUND } from './fund-classes.ts';
import { divide, type History, totalOf, type UnpaidPart, unpaidParts } from './unpaid-parts.ts';

/** An unpaid expense, or an unpaid bill from before the books. */
export type Unpaid = {
  expenseId: number | null;
  payableId: number | null;
  vendor: string | null;
  description: string | null;
  /** The day since which the amount is owed. */
  dueSince: CalendarDate;
  amount: Minor;
  parts: readonly UnpaidPart[];
};

/**
 * Returns everything that is unpaid at the end of a day, the oldest first. Bills from before the books are included if
 * `day` is not before `billsFrom`. By default, `billsFrom` is the day before the books begin.
 */
export async function listUnpaid(
  db: Db,
  day: CalendarDate,
  begin: CalendarDate | undefined,
  billsFrom: CalendarDate | undefined = begin && addDays(begin, -1),
): Promise<readonly Unpaid[]> {
  const hasBills = begin !== undefined && billsFrom !== undefined && day >= billsFrom;
  const bills = hasBills ? await unpaidBills(db, day, begin) : [];
  return [...bills, ...(await unpaidExpenses(db, day))].toSorted((a, b) => (a.dueSince < b.dueSince ? -1 : 1));
}

/**
 * Returns the sum and number of the expenses that were booked by the day `bookedBy` and not paid at the end of `day`.
 */
export async function sumUnpaid(db: Db, day: CalendarDate, bookedBy: CalendarDate = day): Promise<Sum> {
  const unpaid = (await unpaidExpenses(db, day)).filter(({ dueSince }) => dueSince <= bookedBy);
  return { amount: addMoney(...unpaid.map(({ amount }) => amount)), count: unpaid.length };
}

async function unpaidExpenses(db: Db, day: CalendarDate): Promise<Unpaid[]> {
  const columns = [
    'id',
    'reversalOf',
    'vendor',
    'description',
    'bookedOn',
    'amountMinor as amount',
    'subCategoryId',
    'fundId',
    'ministryId',
    'functionalClass',
  ] as const;
  // Written as several queries, because a separate index serves each of them.
  const booked = () => countedExpenses(db).select(columns).where('reversalOf', 'is', null).where('bookedOn', '<=', day);
  const owed = await booked().where('status', '=', sql.lit('Approved')).execute();
  await breathe();
  // SQLite finds the expenses that were paid after a day through an index. With the condition `bookedOn is not null`,
  // SQLite would not use this index and would read every expense that was ever booked.
  const paidLater = await db
    .selectFrom('expenses')
    .select(columns)
    .where('deletedAt', 'is', null)
    .where('status', '=', sql.lit('Paid'))
    .where('reversalOf', 'is', null)
    .where('bookedOn', '<=', day)
    .where((eb) => eb(eb.fn.coalesce('paidOn', 'bookedOn'), '>', day))
    .execute();
  await breathe();
  const changedLater = await booked()
    .where(isOneOf('id', JSON.stringify(await idsChangedAfter(db, day))))
    .execute();
  // If a reversal is booked before its expense, the reversal alone counts until the expense is booked.
  const early = await countedExpenses(db)
    .select(columns)
    .where(isOneOf('id', JSON.stringify(await idsOfEarlyReversals(db, day))))
    .execute();
  const originals = [
    ...new Map([...owed, ...paidLater, ...changedLater, ...early].map((row) => [row.id, row])).values(),
  ];
  if (originals.length === 0) return [];
  await breathe();
  const reversals = await countedExpenses(db)
    .select(columns)
    .where(isOneOf('reversalOf', JSON.stringify(originals.map(({ id }) => id))))
    .where('bookedOn', '<=', day)
    .execute();
  const ids = [...originals, ...reversals].map(({ id }) => id);
  const payments = await paymentsByExpense(db, ids, day);
  await breathe();
  const splits = await splitsByExpense(db, ids);
  await breathe();
  const reversalsOf = new Map<number | null, typeof reversals>();
  for (const one of reversals) reversalsOf.set(one.reversalOf, [...(reversalsOf.get(one.reversalOf) ?? []), one]);
  return originals.flatMap(
    (expense) => unpaidOf(expense, reversalsOf.get(expense.id) ?? [], { payments, splits }) ?? [],
  );
}

type Booked = Omit<UnpaidPart, 'accountId' | 'fundId'> & {
  id: number;
  fundId: number | null;
  vendor: string | null;
  description: string;
  bookedOn: CalendarDate | null;
};
type Payments = History['payments'];
type Details = { payments: ReadonlyMap<number, Payments>; splits: ReadonlyMap<number, UnpaidPart[]> };

/** Returns the amount of an expense that is unpaid after its reversals and payments; undefined if nothing is unpaid. */
function unpaidOf(expense: Booked, reversals: readonly Booked[], { payments, splits }: Details): Unpaid | undefined {
  const { id: expenseId, vendor, description } = expense;
  const dueSince = expense.bookedOn ?? '';
  const partsOf = (one: Booked) => splits.get(one.id) ?? [partOf(one)];
  const paidFor = ({ id }: Booked) => payments.get(id) ?? [];
  // The money of a reversal may have come back. The reversal then has its own payment, and nothing is left of it.
  const leftOf = (one: Booked) =>
    divide(subtractMoney(one.amount, addMoney(...paidFor(one).map(({ amount }) => amount))), partsOf(one));
  const parts = unpaidParts({
    expense: partsOf(expense),
    reversals: reversals.map((one) => ({ day: one.bookedOn ?? '', parts: leftOf(one) })),
    payments: paidFor(expense).map(({ day, amount }) => ({ day: day > dueSince ? day : dueSince, amount })),
  });
  if (parts.length === 0) return undefined;
  return { expenseId, payableId: null, vendor, description, dueSince, amount: totalOf(parts), parts };
}

/** Returns the ids of reversals that were booked by a day although their expenses were booked after that day. */
async function idsOfEarlyReversals(db: Db, day: CalendarDate): Promise<number[]> {
  const rows = await db
    .selectFrom('expenses')
    .innerJoin('expenses as whole', 'whole.id', 'expenses.reversalOf')
    .select('expenses.id')
    .where('expenses.bookedOn', '<=', day)
    .where('expenses.reversalOf', 'is not', null)
    .where('whole.bookedOn', '>', day)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns the ids of expenses whose unpaid amount at the end of a day may differ from their unpaid amount now, because
 * on a later day a reversal was booked or a payment was voided.
 */
async function idsChangedAfter(db: Db, day: CalendarDate): Promise<number[]> {
  const reversed = await countedExpenses(db)
    .select('reversalOf')
    .where('reversalOf', 'is not', null)
    .where('bookedOn', '>', day)
    .execute();
  const voided = await db
    .selectFrom('payments')
    .innerJoin('paymentItems', 'paymentItems.paymentId', 'payments.id')
    .select('paymentItems.expenseId')
    .where('payments.deletedAt', 'is', null)
    .where('payments.voidedOn', '>', day)
    .execute();
  const ids = [...reversed.map(({ reversalOf }) => reversalOf), ...voided.map(({ expenseId }) => expenseId)];
  return [...new Set(ids.flatMap((id) => id ?? []))];
}

function partOf({ subCategoryId, fundId, ministryId, functionalClass, amount }: Booked): UnpaidPart {
  return { subCategoryId, accountId: null, fundId: fundId ?? GENERAL_FUND, ministryId, functionalClass, amount };
}

/** Returns the payments of each expense by the end of a day. Payments that were voided by then are left out. */
async function paymentsByExpense(
  db: Db,
  ids: readonly number[],
  day: CalendarDate,
): Promise<ReadonlyMap<number, Payments>> {
  const rows = await db
    .selectFrom('paymentItems')
    .innerJoin('payments', 'payments.id', 'paymentItems.paymentId')
    .select(['paymentItems.expenseId', 'payments.date as day', 'paymentItems.amountMinor as amount'])
    .where(isOneOf('paymentItems.expenseId', JSON.stringify(ids)))
    .where('payments.deletedAt', 'is', null)
    .where('payments.date', '<=', day)
    .where((eb) => eb.or([eb('payments.voidedOn', 'is', null), eb('payments.voidedOn', '>', day)]))
    .orderBy('paymentItems.paymentId')
    .execute();
  const payments = new Map<number, Payments>();
  for (const { expenseId, ...payment } of rows) {
    const id = expenseId ?? 0;
    payments.set(id, [...(payments.get(id) ?? []), payment]);
  }
  return payments;
}

async function splitsByExpense(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, UnpaidPart[]>> {
  const rows = await db
    .selectFrom('expenseSplits')
    .select(['expenseId', 'subCategoryId', 'accountId', 'fundId', 'ministryId', 'functionalClass'])
    .select('amountMinor as amount')
    .where(isOneOf('expenseId', JSON.stringify(ids)))
    .orderBy('expenseId')
    .orderBy('position')
    .execute();
  const splits = new Map<number, UnpaidPart[]>();
  for (const { expenseId, ...part } of rows) splits.set(expenseId, [...(splits.get(expenseId) ?? []), part]);
  return splits;
}

/** Returns the bills from before the books that are not paid in full at the end of a day, with their unpaid amounts. */
async function unpaidBills(db: Db, day: CalendarDate, begin: CalendarDate): Promise<Unpaid[]> {
  const bills = await db
    .selectFrom('payables')
    .select(['id', 'vendor', 'fundId', 'amountMinor'])
    .orderBy('id')
    .execute();
  const payableId = sql.ref<number | null>('paymentItems.payableId');
  const rows = await db
    .selectFrom('paymentItems')
    .innerJoin('payments', 'payments.id', 'paymentItems.paymentId')
    .select([payableId.as('payableId'), 'paymentItems.amountMinor'])
    .where(payableId, 'is not', null)
    .where('payments.deletedAt', 'is', null)
    .where('payments.date', '<=', day)
    .where((eb) => eb.or([eb('payments.voidedOn', 'is', null), eb('payments.voidedOn', '>', day)]))
    .execute();
  return bills.flatMap(({ id, vendor, fundId, amountMinor }) => {
    const paid = rows.filter(({ payableId }) => payableId === id).map((row) => row.amountMinor);
    const amount = subtractMoney(amountMinor, addMoney(...paid));
    const part = { subCategoryId: null, accountId: null, ministryId: null, functionalClass: null };
    if (amount === 0) return [];
    return [
      {
        expenseId: null,
        payableId: id,
        vendor,
        description: null,
        dueSince: begin,
        amount,
        parts: [{ ...part, fundId, amount }],
      },
    ];
  });
}
