/** Computes what was paid to vendors, for Form 1099. */
import type { App } from '../../../app.ts';
import { allocate } from '../../../books/allocation.ts';
import { type Form1099Box, isReportedByPayer } from '../../../books/form1099.ts';
import { breathe, inChunks } from '../../../lib/chunks.ts';
import type { DateRange } from '../../../lib/date.ts';
import { addMoney, type Minor, subtractMoney, ZERO } from '../../../lib/money.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import {
  listPaidExpenses,
  listPaidPayables,
  listPaymentsOf,
  listReportedParts,
  type ReportedPart,
  type VendorPayment,
} from './vendor-queries.ts';

/** An amount that was paid to a vendor for a part of an expense with a box of Form 1099. */
export type PaidToVendor = {
  vendorId: number;
  box: Form1099Box;
  /** The line of Form 990 of the subcategory; null for a part that names an account, and for a payable. */
  form990LineCode: string | null;
  amount: Minor;
};

/**
 * Returns the amounts that were paid to vendors in a range of days and are reported on Form 1099. Each payment is divided
 * among the parts of its expense. Payments of bills from before the books count, too. Refunds are negative. Payments that a card company or a processor reports itself, and
 * voided payments, are left out.
 */
export async function paidToVendors(app: App, range: DateRange): Promise<PaidToVendor[]> {
  const accounts = await accountsById(app);
  const isCounted = ({ date, method, accountId }: Omit<VendorPayment, 'expenseId'>) => {
    const account = accounts.get(accountId);
    const isReported = account === undefined || isReportedByPayer(method, account.kind);
    return isReported && date >= range.from && date <= range.to;
  };
  const paid: PaidToVendor[] = [];
  await inChunks(await listPaidExpenses(app.db, range), async (ids) => {
    const parts = await listReportedParts(app.db, ids);
    await breathe();
    const all = [...new Set(parts.map(({ expenseId }) => expenseId))];
    const payments = grouped(await listPaymentsOf(app.db, all), ({ expenseId }) => expenseId);
    const weights = weightsOf(parts, new Set(payments.keys()));
    for (const id of ids) paid.push(...dividedAmong(weights.get(id) ?? [], payments.get(id) ?? [], isCounted));
  });
  for (const { vendorId, box, amount, ...payment } of await listPaidPayables(app.db, range)) {
    if (isCounted({ ...payment, amount })) paid.push({ vendorId, box, form990LineCode: null, amount });
  }
  return paid;
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
): PaidToVendor[] {
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

function shareOf({ vendorId, box, form990LineCode }: ReportedPart, amount: Minor): PaidToVendor[] {
  return vendorId === null || box === null || amount === ZERO ? [] : [{ vendorId, box, form990LineCode, amount }];
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
