/** What is typed of a transfer, and how it becomes the request. */
import { type Minor, negateMoney, toDecimal } from '../../../lib/money.ts';
import { minorOf } from '../../kit/money.ts';
import { leftOf } from '../../kit/reversals.ts';
import type { NewReversal } from '../../kit/reverse-dialog.tsx';
import type { NewTransfer, Shown, Transfer } from './queries.ts';

export type Typed = {
  between: 'accounts' | 'funds';
  date: string | null;
  amount: Minor | null;
  from: number | null;
  to: number | null;
  /** With accounts: the fund that holds what is no money. */
  fundId: number | null;
  /** With funds: whether the money is paid back. */
  loan: boolean;
  memo: string;
  reason: string;
};

/** Returns an empty form, or one that pays back what is still owed of a loan. */
export function typedOf(today: string, loan?: Transfer, memo = ''): Typed {
  const empty = { date: today, fundId: null, loan: false, memo, reason: '' };
  if (!loan) return { ...empty, between: 'accounts', amount: null, from: null, to: null };
  return { ...empty, between: 'funds', amount: minorOf(loan.owed ?? 0), from: loan.toFundId, to: loan.fromFundId };
}

/** Returns the request for what was typed. The service asks for what is missing, at its field. */
export function bodyOf(typed: Typed, repays: number | null): NewTransfer {
  const { between, date, amount, from, to } = typed;
  const sides =
    between === 'accounts'
      ? { fromAccountId: from, toAccountId: to, fundId: typed.fundId }
      : { fromFundId: from, toFundId: to, loan: typed.loan, repays };
  return {
    ...sides,
    date: date ?? '',
    amount: amount === null ? 0 : toDecimal(amount),
    memo: typed.memo.trim(),
    reason: typed.reason.trim() || null,
  };
}

/** Returns the request that enters a deleted transfer again. */
export function againOf(transfer: Transfer): NewTransfer {
  const { date, amount, fromAccountId, toAccountId, fromFundId, toFundId, fundId, loan, repays, memo, reason } =
    transfer;
  return { date, amount, fromAccountId, toAccountId, fromFundId, toFundId, fundId, loan, repays, memo, reason };
}

/** Returns the request that enters a deleted reversal again. */
export function reversalAgainOf({ date, amount, memo }: Transfer): NewReversal {
  return { date, amount: toDecimal(negateMoney(minorOf(amount))), reason: memo };
}

/** True if a loan has been posted and is not paid back. */
export const isOwed = ({ status, owed }: Transfer): boolean => status === 'Posted' && owed !== null && owed > 0;

/** True if nothing that was entered later depends on a transfer. */
export const mayDelete = ({ reversalOf, reversals, loan, amount, owed, status }: Shown): boolean =>
  status === 'PendingApproval' || (reversalOf === null && reversals.length === 0 && (!loan || owed === amount));

/** True if some of a transfer is left to reverse, and nothing of it was paid back. */
export function mayReverse(transfer: Shown): boolean {
  const { status, reversalOf, reversals } = transfer;
  return status === 'Posted' && reversalOf === null && leftOf(transfer, reversals) > 0 && !isRepaid(transfer);
}

function isRepaid(transfer: Shown): boolean {
  const posted = transfer.reversals.filter(({ status }) => status === 'Posted');
  return transfer.owed !== null && minorOf(transfer.owed) < leftOf(transfer, posted);
}

/** What a transfer that reverses no other one is besides money that moves. */
export function kindOf(transfer: Shown): 'loan' | 'paidBack' | 'repayment' | undefined {
  const { loan, repays } = transfer;
  if (loan) return isRepaid(transfer) && !isOwed(transfer) ? 'paidBack' : 'loan';
  return repays === null ? undefined : 'repayment';
}
