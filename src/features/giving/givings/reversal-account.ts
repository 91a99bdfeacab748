import type { App } from '../../../app.ts';
import { isCash } from '../../../books/account-kinds.ts';
import { refuseBeforeDeposit } from '../../../books/reversals.ts';
import { badField, missingReference, unknownReferences } from '../../../errors.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { accountDisabled } from '../../ledger/accounts/by-method.ts';
import { accountReserved, accountsById } from '../../ledger/accounts/service.ts';
import { type GiftDeposit, listGiftDeposits } from '../deposits/gift-queries.ts';
import type { ReversalKind } from './reversal-kinds.ts';
import type { Giving } from './schema.ts';

/** The part of a request that determines the account of a reversal. */
type Wanted = { kind: ReversalKind; accountId: number | null; date: CalendarDate };

/**
 * Returns the account to which a reversal posts. A Correction posts to the account of the original giving. Any other
 * reversal takes the money out of the requested account or, if none is requested, out of the account in which the money
 * is on that day. This is the account of its deposit or, if it was not deposited, the account of the original giving.
 * Raises `unknown_reference`, `account_reserved`, `account_disabled`, and `validation_failed` for an account that
 * contains no money, or for a day before the deposit.
 */
export async function accountOfReversal(
  app: App,
  original: Giving,
  { kind, accountId, date }: Wanted,
): Promise<number> {
  if (kind === 'Correction' || original.nonCashDescription !== null) return original.accountId;
  const deposit = accountId === null ? depositBy(date, await listGiftDeposits(app.db, original)) : undefined;
  if (deposit) refuseBeforeDeposit(date, deposit.date);
  const id = accountId ?? deposit?.accountId ?? original.accountId;
  const account = (await accountsById(app)).get(id);
  if (!account) throw unknownReferences([missingReference('accountId', 'account')]);
  if (account.isReserved) throw accountReserved(account);
  if (!account.isActive) throw accountDisabled(account);
  if (!isCash(account.kind)) throw badField('accountId', 'no_money', 'must be an account that contains money');
  return id;
}

/**
 * Returns the deposit of a gift by itself or, without one, the latest deposit of its session by a day. If all of them
 * are later, returns the first.
 */
function depositBy(day: CalendarDate, deposits: readonly GiftDeposit[]): GiftDeposit | undefined {
  const [first] = deposits;
  return deposits.find(({ isOwn }) => isOwn) ?? deposits.findLast(({ date }) => date <= day) ?? first;
}
