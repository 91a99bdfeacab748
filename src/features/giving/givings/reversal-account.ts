import type { App } from '../../../app.ts';
import { isCash } from '../../../books/account-kinds.ts';
import { badField, missingReference, unknownReferences } from '../../../errors.ts';
import { accountDisabled } from '../../ledger/accounts/by-method.ts';
import { accountReserved, accountsById } from '../../ledger/accounts/service.ts';
import { findDepositAccount } from '../deposits/gift-queries.ts';
import type { ReversalKind } from './reversal-kinds.ts';
import type { Giving } from './schema.ts';

/** The part of a request that determines the account of a reversal. */
type Wanted = { kind: ReversalKind; accountId: number | null };

/**
 * Returns the account to which a reversal posts. A Correction posts to the account of the original giving. Any other
 * reversal takes the money out of the requested account or, if none is requested, out of the account in which the money
 * now is. This is the account of its deposit or, if it was not deposited, the account of the original giving. Raises
 * `unknown_reference`, `account_reserved`, `account_disabled`, and `validation_failed` for an account that contains no
 * money.
 */
export async function accountOfReversal(app: App, original: Giving, { kind, accountId }: Wanted): Promise<number> {
  if (kind === 'Correction' || original.nonCashDescription !== null) return original.accountId;
  const id = accountId ?? (await findDepositAccount(app.db, original)) ?? original.accountId;
  const account = (await accountsById(app)).get(id);
  if (!account) throw unknownReferences([missingReference('accountId', 'account')]);
  if (account.isReserved) throw accountReserved(account);
  if (!account.isActive) throw accountDisabled(account);
  if (!isCash(account.kind)) throw badField('accountId', 'no_money', 'must be an account that contains money');
  return id;
}
