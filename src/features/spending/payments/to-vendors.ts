/** Computes what was paid to vendors, and to others without a vendor's card, for Form 1099. */
import type { App } from '../../../app.ts';
import { allocate } from '../../../books/allocation.ts';
import { type Form1099Box, isReportedByPayer } from '../../../books/form1099.ts';
import { breathe, inChunks } from '../../../lib/chunks.ts';
import type { DateRange } from '../../../lib/date.ts';
import { addMoney, type Minor, subtractMoney, ZERO } from '../../../lib/money.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { listExpensePayees } from './payees.ts';
import { reimbursedPeople } from './reimbursed.ts';
import {
  listPaidExpenses,
  listPaidPayables,
  listPaymentsOf,
  listReportedParts,
  type ReportedPart,
  type VendorPayment,
} from './vendor-queries.ts';

/** An amount that was paid for a part of an expense with a box of Form 1099. */
type Paid = {
  box: Form1099Box;
  /** The line of Form 990 of the subcategory; null for a part that names an account, and for a payable. */
  form990LineCode: string | null;
  amount: Minor;
};

/** An amount that was paid to a vendor of the list. */
export type PaidToVendor = Paid & { vendorId: number };
/** An amount that was paid to somebody who is not in the list of vendors, with the typed name. */
export type PaidToOther = Pick<Paid, 'box' | 'amount'> & { name: string };

type Payee = Pick<ReportedPart, 'vendorId' | 'expenseId' | 'reversalOf'>;

export type PaidFor1099 = {
  toVendors: PaidToVendor[];
  toOthers: PaidToOther[];
  /** What people were paid back for buying from others, by the name of the person. */
  reimbursed: PaidToOther[];
};

/**
 * Returns the amounts that were paid to vendors and to others in a range of days for a box of Form 1099. Each payment is
 * divided among the parts of its expense. Payments of bills from before the books count, too. Refunds are negative.
 * Payments that a card company or a processor reports itself, and voided payments, are left out.
 */
export async function paidFor1099(app: App, range: DateRange): Promise<PaidFor1099> {
  const accounts = await accountsById(app);
  const isCounted = ({ date, method, accountId }: Omit<VendorPayment, 'expenseId'>) => {
    const account = accounts.get(accountId);
    const isReported = account === undefined || isReportedByPayer(method, account.kind);
    return isReported && date >= range.from && date <= range.to;
  };
  const toVendors: PaidToVendor[] = [];
  const toOthers: PaidToOther[] = [];
  const reimbursed: PaidToOther[] = [];
  await inChunks(await listPaidExpenses(app.db, range), async (ids) => {
    const parts = await listReportedParts(app.db, ids);
    await breathe();
    const all = [...new Set(parts.map(({ expenseId }) => expenseId))];
    const payments = grouped(await listPaymentsOf(app.db, all), ({ expenseId }) => expenseId);
    const weights = weightsOf(parts, new Set(payments.keys()));
    const paid = ids.flatMap((id) => dividedAmong(weights.get(id) ?? [], payments.get(id) ?? [], isCounted));
    const names = await namesOf(app, paid);
    const people = await reimbursedPeople(app, [...new Set(paid.map(originOf))]);
    for (const { vendorId, expenseId, reversalOf, box, form990LineCode, amount } of paid) {
      const person = people.get(originOf({ expenseId, reversalOf }));
      if (person !== undefined) reimbursed.push({ name: person, box, amount });
      else if (vendorId === null) toOthers.push({ name: names.get(expenseId) ?? '', box, amount });
      else toVendors.push({ vendorId, box, form990LineCode, amount });
    }
  });
  for (const { vendorId, box, amount, ...payment } of await listPaidPayables(app.db, range)) {
    if (isCounted({ ...payment, amount })) toVendors.push({ vendorId, box, form990LineCode: null, amount });
  }
  return { toVendors, toOthers, reimbursed };
}

/** Returns the expense that says whom a payment or a refund is about. A reversal has other notes than its expense. */
const originOf = ({ expenseId, reversalOf }: Omit<Payee, 'vendorId'>) => reversalOf ?? expenseId;

function namesOf(app: App, paid: readonly Payee[]): Promise<ReadonlyMap<number, string>> {
  const ids = paid.flatMap(({ vendorId, expenseId }) => (vendorId === null ? [expenseId] : []));
  return listExpensePayees(app.db, JSON.stringify([...new Set(ids)]));
}

/**
 * Returns the parts among which the payments of each expense are divided. If a reversal has no payment of its own, its
 * expense was paid less, so the parts of the reversal are added with their negative amounts.
 */
function weightsOf(parts: readonly ReportedPart[], paid: ReadonlySet<number>): ReadonlyMap<number, ReportedPart[]> {
  return grouped(parts, ({ expenseId, reversalOf }) =>
    reversalOf === null || paid.has(expenseId) ? expenseId : reversalOf,
  );
}

/**
 * Divides the payments of an expense among its parts. Each payment gets what is due after it less what was due before it,
 * so that several payments add up to the exact amount of each part.
 */
function dividedAmong(
  parts: readonly ReportedPart[],
  payments: readonly VendorPayment[],
  isCounted: (payment: VendorPayment) => boolean,
): (Paid & Payee)[] {
  const weights = parts.map(({ amount }) => amount);
  let total = ZERO;
  let before = weights.map(() => ZERO);
  return payments.flatMap((payment) => {
    total = addMoney(total, payment.amount);
    const after = allocate(total, weights);
    const shares = after.map((due, index) => subtractMoney(due, before[index] ?? ZERO));
    before = after;
    return isCounted(payment) ? parts.flatMap((part, index) => shareOf(part, shares[index] ?? ZERO)) : [];
  });
}

function shareOf({ box, amount: _whole, ...part }: ReportedPart, amount: Minor): (Paid & Payee)[] {
  return box === null || amount === ZERO ? [] : [{ ...part, box, amount }];
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => number): ReadonlyMap<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const [key, known] = [keyOf(row), groups.get(keyOf(row))];
    if (known) known.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
