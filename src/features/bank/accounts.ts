/** The accounts that have statements of a bank. */
import type { App } from '../../app.ts';
import { type AccountKind, canPay, isLiability } from '../../books/account-kinds.ts';
import { badField, notFound } from '../../errors.ts';
import { type Minor, negateMoney } from '../../lib/money.ts';
import type { Account } from '../ledger/accounts/schema.ts';
import { accountsById } from '../ledger/accounts/service.ts';

/**
 * Returns an account. Raises `not_found`, and `validation_failed` for an account that has no statements, such as the
 * account of undeposited offerings.
 */
export async function bankAccount(app: App, id: number): Promise<Account> {
  const account = (await accountsById(app)).get(id);
  if (!account) throw notFound('account');
  if (!account.isReserved && canPay(account.kind)) return account;
  throw badField('id', 'no_statements', 'must be a Checking, Savings, Cash, Processor or CreditCard account');
}

/** True if a bank, a processor or the issuer of a card sends statements of the account. */
export function isAtBank({ kind, isReserved }: Account): boolean {
  return !isReserved && canPay(kind) && kind !== 'Cash';
}

/** Converts a balance between debits less credits and the balance of the account, which for a debt is what is owed. */
export function balanceOf({ kind }: { kind: AccountKind }, amount: Minor): Minor {
  return isLiability(kind) ? negateMoney(amount) : amount;
}
