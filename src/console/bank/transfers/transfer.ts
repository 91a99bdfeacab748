/** What is typed of a transfer, and how it becomes the request. */
import { type Minor, toDecimal } from '../../../lib/money.ts';
import { minorOf } from '../../kit/money.ts';
import type { NewTransfer, Transfer } from './queries.ts';

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

/** True if a loan has been posted and is not paid back. */
export const isOwed = ({ status, owed }: Transfer): boolean => status === 'Posted' && owed !== null && owed > 0;

/** True if nothing that was entered later depends on a transfer. */
export const mayDelete = ({ reversalOf, loan, amount, owed, status }: Transfer): boolean =>
  status === 'PendingApproval' || (reversalOf === null && (!loan || owed === amount));

/** What a transfer is besides money that moves. */
export function kindOf(transfer: Transfer): 'reversal' | 'loan' | 'paidBack' | 'repayment' | undefined {
  const { reversalOf, loan, repays, status } = transfer;
  if (reversalOf !== null) return 'reversal';
  if (loan) return status === 'Posted' && !isOwed(transfer) ? 'paidBack' : 'loan';
  return repays === null ? undefined : 'repayment';
}
