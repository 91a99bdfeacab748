/** Deducts the refunds in an expenses file from the expenses that they refund. */
import { monthOf } from '../../../lib/date.ts';
import { fold } from '../../../lib/fold.ts';
import { formatMoney, type Minor, subtractMoney, ZERO } from '../../../lib/money.ts';
import { MOST_NOTES } from '../../../lib/wire.ts';
import type { PlannedExpense } from './plan.ts';

/** A refund and the line of the expense from which it is deducted. `left` is what then remains of that expense. */
type Deducted = { line: number; amount: Minor; refundOf: number; left: Minor };

/** The fault of a refund for which the file has no expense. */
export const NOTHING_TO_REFUND = {
  path: 'amount' as const,
  code: 'nothing_to_refund',
  message:
    'is a refund, but no expense of the same month in the file has its payee, category, ministry and fund and is large ' +
    'enough. Leave the row out. After the expense is approved, reverse it: vestry expense reverse ID --date DATE ' +
    '--amount AMOUNT --reason Refund',
};

/**
 * Deducts refunds from expenses, and returns the expenses that remain, what was deducted, and the refunds that fit no
 * expense. A refund is deducted from one expense of the same month that counts in the same places of every report, so
 * no figure depends on which of several expenses is chosen. An expense that is refunded in full is left out.
 */
export function deductRefunds(expenses: readonly PlannedExpense[], refunds: readonly PlannedExpense[]) {
  const remaining = [...expenses];
  const deducted: Deducted[] = [];
  const unmatched: PlannedExpense[] = [];
  for (const refund of refunds) {
    const fitting = remaining.filter((one) => isRefundOf(refund, one));
    const at = remaining.indexOf(fitting.find((one) => amountOf(one) === amountOf(refund)) ?? fitting[0] ?? refund);
    const whole = remaining[at];
    if (!whole) {
      unmatched.push(refund);
      continue;
    }
    const left = subtractMoney(amountOf(whole), amountOf(refund));
    const [line, refundOf] = [refund.candidate.row.line, whole.candidate.row.line];
    deducted.push({ line, amount: amountOf(refund), refundOf, left });
    remaining.splice(at, 1, ...(left === ZERO ? [] : [lessRefund(whole, refund, left)]));
  }
  return { remaining, deducted, unmatched };
}

const amountOf = ({ candidate }: PlannedExpense): Minor => candidate.spending.amount;

function isRefundOf(refund: PlannedExpense, expense: PlannedExpense): boolean {
  if (amountOf(refund) > amountOf(expense) || expense.candidate.splits !== null) return false;
  return placeOf(refund) === placeOf(expense) && notesWith(expense, refund).length <= MOST_NOTES;
}

/** Returns a text that is the same for expenses of one month and payee that count in the same places of every report. */
function placeOf({ candidate: { spending }, splits, memberId, paid }: PlannedExpense): string {
  const payee = paid.vendorId ?? fold(paid.vendor ?? spending.description);
  const parts = splits.map(({ subCategory, ministry, fund, functionalClass }) => [
    subCategory?.id,
    ministry?.id,
    fund.id,
    functionalClass,
  ]);
  return JSON.stringify([monthOf(spending.expenseDate), payee, memberId, parts]);
}

function notesWith({ candidate }: PlannedExpense, refund: PlannedExpense): string {
  const { expenseDate, description } = refund.candidate.spending;
  const deduction = `Less a refund of ${formatMoney(amountOf(refund))} on ${expenseDate}: ${description}`;
  return [candidate.spending.notes, deduction].filter(Boolean).join('\n');
}

function lessRefund(expense: PlannedExpense, refund: PlannedExpense, left: Minor): PlannedExpense {
  const { candidate, splits } = expense;
  const spending = { ...candidate.spending, amount: left, notes: notesWith(expense, refund) };
  return {
    ...expense,
    candidate: { ...candidate, spending },
    splits: splits.map((split) => ({ ...split, amount: left })),
  };
}
