import { markAsPaid } from '../payments/mark.ts';
import { leftToPay } from '../payments/pay.ts';
import { findLastPayment, sumPaidOfWhole } from '../payments/queries.ts';
import { getPayment, recordRefund } from '../payments/service.ts';
import { type App, actorId, created, inTransaction, now } from '../../../app.ts';
import { indexTexts } from '../../../db/search-index.ts';
import type { Split } from '../../../books/expense-lines.ts';
import { isCounted } from '../../../books/counted.ts';
import { AppError, inFuture } from '../../../errors.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { addMoney, formatMoney, type Minor, negateMoney, toDecimal, ZERO } from '../../../lib/money.ts';
import { amountToReverse, refuseEarlier } from '../../../books/reversals.ts';
import { refusal } from '../../../validate.ts';
import type { Changes } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import type { Reversal } from '../../../books/reversal-schema.ts';
import { getChurch, latestDate } from '../../church/profile/service.ts';
import { refuseBeforeBooks, refuseClosedMonths } from '../../../books/periods.ts';
import { noteApproval } from './approval.ts';
import { insertExpense, sumReversals } from './queries.ts';
import { bookingOf, documentOf, expenseFact } from './rules.ts';
import type { Expense, ExpenseReversal } from './schema.ts';
import { insertSplits } from './split-queries.ts';
import { refuseOverdrawn } from './held.ts';
import { splitsToReverse } from './split-reversal.ts';
import { getExpense } from './service.ts';

/** A reversal as a caller requests it. `splits` may be left out. */
type ReversalInput = Reversal & Partial<Pick<ExpenseReversal, 'splits'>>;

/** True for a part whose account the fund still holds, so that a reversal takes it from the fund. */
const isHeld = ({ release, inUseOn }: Split): boolean => release === null || (release === 'InUse' && inUseOn === null);

/** A reversal on a later day than that since which the asset is in use takes the release back on its own day. */
const negated = (split: Split, date: CalendarDate): Split => {
  const inUseOn = split.inUseOn !== null && split.inUseOn < date ? date : split.inUseOn;
  return { ...split, inUseOn, amount: negateMoney(split.amount) };
};

/**
 * Reverses an approved or paid expense, in whole or in part, by adding an expense with a negative amount, booked in an
 * open month. The reversal has the same owner as its original. The reversal of a paid expense is paid at once, because
 * the money came back. The reversal of an unpaid expense becomes Paid together with the expense: with its last payment,
 * or now if earlier payments cover what is left. Raises `not_found`, `invalid_transition`, `already_reversed`,
 * `overpaid`, `before_the_books`, `period_finalized`, `validation_failed` for a bad date, for wrong parts or for missing
 * parts in a partial reversal, and `reversed` for a reversal.
 */
export function reverseExpense(app: App, id: number, input: ReversalInput): Promise<Expense> {
  const { date, reason } = input;
  return inTransaction(app, async (app) => {
    const original = await getExpense(app, id);
    refuseIrreversible(original);
    const latest = await latestDate(app);
    if (date > latest) throw refusal([inFuture('date', latest)]);
    const reversed = (await sumReversals(app.db, id)) ?? ZERO;
    const named = input.splits ? addMoney(...input.splits.map((split) => split.amount)) : null;
    const { taken, isLast } = amountToReverse({ original: original.amount, reversed, wanted: input.amount ?? named });
    const left = await splitsToReverse(app, original, { splits: input.splits ?? null, isLast });
    const splits = left && left.map((split) => negated(split, date));
    await refuseOverdrawn(app, (splits ?? []).filter(isHeld));
    await refuseBeforeBooks(app, date, (await getChurch(app)).fiscalYearStartMonth);
    await refuseClosedMonths(app, [bookingOf(date, original)]);
    refuseEarlier(date, original.bookedOn ?? original.expenseDate);
    if (original.status === 'Approved') await refusePaidPart(app, original, taken);
    const settlement = settlementOf(app, original, date);
    const reversalId = await insertExpense(app.db, {
      ...columnsOf(original),
      ...settlement,
      expenseDate: date,
      amountMinor: negateMoney(taken),
      notes: reason,
      bookedOn: date,
      approvedBy: actorId(app),
      approvedAt: now(app),
      reversalOf: id,
      ...created(app),
    });
    await insertSplits(app.db, [{ id: reversalId, splits }]);
    if (original.status === 'Paid') {
      const refundedOn = settlement.paidOn ?? date;
      await recordRefund(app, { expenseId: id, reversalId, date: refundedOn, amount: negateMoney(taken) });
    }
    await noteApproval(app, reversalId, null);
    const reversal = await getExpense(app, reversalId);
    await indexTexts(app.db, 'expense', [documentOf(reversal)]);
    const changes: Changes = { reversedBy: [null, reversalId], reason: [null, reason] };
    await record(
      app,
      { action: 'ExpenseReversed', entityType: 'Expense', entityId: id, changes },
      expenseFact('ExpenseCreated', null, reversal),
    );
    await markIfPaid(app, original, addMoney(reversed, negateMoney(taken)));
    return getExpense(app, reversalId);
  });
}

/** Marks an expense and its reversals as paid if the payments, less money that came back, are what the reversals left. */
async function markIfPaid(app: App, original: Expense, reversed: Minor): Promise<void> {
  const last = original.status === 'Approved' && (await findLastPayment(app.db, original.id));
  if (!last) return;
  const paid = (await sumPaidOfWhole(app.db, [original.id])).get(original.id) ?? ZERO;
  if (addMoney(original.amount, reversed) !== paid) return;
  const payment = await getPayment(app, last.id);
  await markAsPaid(app, [original], payment, payment.createdBy);
}

/** Raises `overpaid` if a reversal would take back more of an approved expense than is left to pay. */
async function refusePaidPart(app: App, expense: Expense, taken: Minor): Promise<void> {
  const left = (await leftToPay(app, [expense])).get(expense.id) ?? ZERO;
  if (taken <= left) return;
  throw new AppError(
    'overpaid',
    `A part of expense ${expense.id} is already paid, and only ${formatMoney(left)} is left. Nothing was changed. ` +
      'Void the payment first, or reverse less.',
    { extra: { left: toDecimal(left) } },
  );
}

function refuseIrreversible({ status, reversalOf }: Expense): void {
  if (reversalOf !== null) {
    throw new AppError('reversed', 'A reversal cannot be reversed. Enter the expense again.');
  }
  if (isCounted(status)) return;
  const instead = status === 'Draft' ? 'Change or delete it' : 'Reject it';
  throw new AppError(
    'invalid_transition',
    `Only an approved or paid expense can be reversed; this one is ${status}. ${instead}.`,
  );
}

/**
 * Returns the status and payment of a reversal. The reversal of an unpaid expense lowers what is owed, and is paid
 * together with its original. The reversal of a paid expense means that the money was returned, on the date of the
 * reversal or on the day of the payment if that is later.
 */
function settlementOf(app: App, { status, paidOn }: Expense, date: string) {
  const settledOn = paidOn !== null && paidOn > date ? paidOn : date;
  return status === 'Paid' ? { status, paidOn: settledOn, paidBy: actorId(app) } : { status, paidOn: null };
}

/**
 * Returns the columns that a reversal copies from its original, so that both count in the same places of every report.
 */
function columnsOf(original: Expense) {
  const { subCategoryId, ministryId, functionalClass, memberId, fundId, submittedBy } = original;
  const { vendor, vendorId, description, paymentMethod, paymentReference } = original;
  return {
    subCategoryId,
    ministryId,
    functionalClass,
    memberId,
    fundId,
    submittedBy,
    vendor,
    vendorId,
    description,
    paymentMethod,
    paymentReference,
  };
}
