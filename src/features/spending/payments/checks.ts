/** Checks the account, the day and the person of a payment. */
import { type App, actorId } from '../../../app.ts';
import { canPay, PAYING } from '../../../books/account-kinds.ts';
import { refuseBeforeBooks, refuseClosedMonths } from '../../../books/periods.ts';
import { AppError, badField, inFuture, missingReference, unknownReferences } from '../../../errors.ts';
import { formatMoney } from '../../../lib/money.ts';
import { refusal } from '../../../validate.ts';
import { getChurch, today } from '../../church/profile/service.ts';
import { accountDisabled } from '../../ledger/accounts/by-method.ts';
import { accountReserved, accountsById } from '../../ledger/accounts/service.ts';
import { getApprovalRules } from '../approval-rules/service.ts';
import { paymentOn } from '../expenses/rules.ts';
import type { Expense } from '../expenses/schema.ts';
import type { Payment } from './schema.ts';

/** The warning about a person who approved and paid the same expense. */
export const SAME_PERSON = {
  code: 'same_approver_and_payer',
  message: 'The same person approved and paid this expense.',
} as const;

/**
 * Refuses an account that cannot pay. `path` is the name of the account in the request. Raises `unknown_reference`,
 * `account_reserved`, `account_disabled` and `validation_failed`.
 */
export async function refuseUnfitAccount(app: App, accountId: number | null, path: string): Promise<void> {
  if (accountId === null) return;
  const account = (await accountsById(app)).get(accountId);
  if (!account) throw unknownReferences([missingReference(path, 'account')]);
  if (account.isReserved) throw accountReserved(account);
  if (!account.isActive) throw accountDisabled(account);
  if (!canPay(account.kind)) throw badField(path, 'cannot_pay', PAYING);
}

/**
 * True if the payer also approved one of the expenses. Raises `approver_pays` if the approval rules forbid that. Raises
 * `forbidden` if the approval rules limit who may pay and the payer is unknown.
 */
export async function refuseApprover(app: App, expenses: readonly Expense[]): Promise<boolean> {
  if (expenses.length === 0) return false;
  const { payerMayApproveUpTo: limit } = await getApprovalRules(app);
  const payer = actorId(app);
  if (payer === null && limit !== null) {
    throw new AppError(
      'forbidden',
      'The approval rules limit who may pay, so Vestry must know who you are. Sign in, or name yourself with --as EMAIL.',
    );
  }
  const own = expenses.filter(({ approvals }) => approvals.some(({ by }) => by === payer));
  if (limit === null || own.every(({ amount }) => amount <= limit)) return own.length > 0;
  throw new AppError(
    'approver_pays',
    `You approved this expense, and it is over ${formatMoney(limit)}. Ask somebody else in finance to pay it.`,
  );
}

/**
 * True if the approver of an expense also made the payment of `settled`. Raises `approver_pays` if the approval rules
 * forbid that.
 */
export async function refusePayer(app: App, { amount }: Expense, { createdBy }: Payment): Promise<boolean> {
  if (createdBy === null || createdBy !== actorId(app)) return false;
  const { payerMayApproveUpTo: limit } = await getApprovalRules(app);
  if (limit === null || amount <= limit) return true;
  throw new AppError(
    'approver_pays',
    `You entered the payment of this expense, and it is over ${formatMoney(limit)}. Ask somebody else to approve it.`,
  );
}

/**
 * Returns the day of a payment: the given day, or else today. `path` is the name of the day in the request. Raises `validation_failed` for a future day,
 * `before_the_books` and `period_finalized`.
 */
export async function paymentDay(app: App, given: string | null, path: string): Promise<string> {
  const latest = await today(app);
  const day = given ?? latest;
  if (day > latest) throw refusal([inFuture(path, latest)]);
  const { fiscalYearStartMonth } = await getChurch(app);
  await refuseBeforeBooks(app, day, fiscalYearStartMonth);
  await refuseClosedMonths(app, [paymentOn(day)]);
  return day;
}
