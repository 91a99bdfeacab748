import type { AccountKind } from '../../../books/account-kinds.ts';
import { type FundClass, isDonorRestricted } from '../../../books/fund-classes.ts';
import { type Booking, movesOf } from '../../../books/period-rules.ts';
import { type Document, documentOf as documentOfKind } from '../../../db/search-texts.ts';
import { type Minor, negateMoney } from '../../../lib/money.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import type { HeldLine } from '../held.ts';
import type { Approvable } from '../../approvals/two-people.ts';
import { Transfer } from './schema.ts';

/** Nobody may approve a transfer that they entered or changed. */
export const APPROVABLE = {
  entityType: 'Transfer',
  noun: 'transfer',
  aNoun: 'a transfer',
  table: 'transfers',
  hands: 'transferHands',
  column: 'transferId',
} satisfies Approvable;

/** The fields of a transfer on which the figures of the books depend. */
export type Moved = Pick<
  Transfer,
  'date' | 'amount' | 'fromAccountId' | 'toAccountId' | 'fromFundId' | 'toFundId' | 'fundId' | 'repays' | 'reason'
> & { loan: boolean | null };

/** Returns the texts by which a search finds a transfer. */
export const documentOf = (transfer: Transfer): Document => documentOfKind('transfer', transfer);

type Kinds = ReadonlyMap<number, { kind: AccountKind }>;

/** Returns the booking of a transfer, which determines the finalized months that the transfer would change. */
export function bookingOf(transfer: Omit<Moved, 'reason'>, accounts: Kinds): Booking {
  const { date, amount, fromAccountId, toAccountId, fromFundId, toFundId } = transfer;
  const sides = [
    { accountId: fromAccountId, fundId: fromFundId, amount: negateMoney(amount) },
    { accountId: toAccountId, fundId: toFundId, amount },
  ];
  const ofAccounts = sides.map((side) => {
    return { kind: accounts.get(side.accountId ?? 0)?.kind, fundId: transfer.fundId, amount: side.amount };
  });
  const funds = sides.flatMap((side) => (side.fundId === null ? [] : { fundId: side.fundId, amount: side.amount }));
  return { date, moves: movesOf({ accounts: ofAccounts, funds }) };
}

const OF_ACCOUNTS = ['date', 'amount', 'fromAccountId', 'toAccountId'] as const;
const FIGURES = [...OF_ACCOUNTS, 'fromFundId', 'toFundId', 'fundId', 'loan', 'repays'] as const;

/** True if a change affects the money in an account. */
export const movesMoney = (before: Transfer, after: Moved): boolean =>
  OF_ACCOUNTS.some((field) => before[field] !== after[field]);

/**
 * True if a change affects the figures of the books, or the reason of an approved transfer. A change of the memo
 * affects neither.
 */
export function movesFigures(before: Transfer, after: Moved): boolean {
  if (FIGURES.some((field) => before[field] !== after[field])) return true;
  return before.approvedBy !== null && before.reason !== after.reason;
}

/**
 * Returns the fund that the money leaves, and the amount. In a reversal, this is the fund that had received the money.
 */
export function givenBy({ amount, fromFundId, toFundId }: Moved): { fundId: number; given: Minor } | undefined {
  const fundId = amount < 0 ? toFundId : fromFundId;
  return fundId === null ? undefined : { fundId, given: amount < 0 ? negateMoney(amount) : amount };
}

/** True if a transfer between funds leaves the balances of both as they are: a loan, or its repayment. */
export const staysOwed = ({ loan, repays }: Pick<Moved, 'loan' | 'repays'>): boolean =>
  loan === true || repays !== null;

/** Returns what a transfer does to the cash of funds and to what they hold; see `refuseOverheld`. */
export function heldBy(transfer: Moved): { lines: HeldLine[]; raised: ReadonlyMap<number, Minor> } {
  const { amount, fromAccountId, toAccountId, fundId, fromFundId, toFundId } = transfer;
  const line = (accountId: number | null, change: Minor) => ({ path: 'fundId', accountId, fundId, amount: change });
  const raised = new Map<number, Minor>();
  if (fromFundId !== null) raised.set(fromFundId, negateMoney(amount));
  if (toFundId !== null) raised.set(toFundId, amount);
  return { lines: [line(fromAccountId, negateMoney(amount)), line(toAccountId, amount)], raised };
}

type Classes = ReadonlyMap<number, { class: FundClass }>;

/** True if another person must approve a transfer, because the money leaves a fund that donors have restricted. */
export function needsApproval(transfer: Moved, funds: Classes): boolean {
  const giver = funds.get(givenBy(transfer)?.fundId ?? 0);
  return giver !== undefined && isDonorRestricted(giver.class);
}

/**
 * Returns the audit entry of a change to a transfer. `before` is null for a new transfer, `after` for a deleted one.
 */
export function transferFact(action: string, before: Transfer | null, after: Transfer | null): Fact {
  const changes = changesBetween(Transfer, before, after);
  return { action, entityType: 'Transfer', entityId: (after ?? before)?.id ?? '', changes };
}
