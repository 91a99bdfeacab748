import type { App } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import type { TakeBack } from '../../imports/take-back.ts';
import { deleteTransfer } from '../../ledger/transfers/service.ts';
import { takeBackUnused } from '../../people/import/undo.ts';
import { findIssuedSince } from '../contributions/queries.ts';
import { feeExpenses } from '../deposits/fees.ts';
import { takeBackGivings } from '../import/undo.ts';
import { findFeeReturned, removePayoutRows } from './queries.ts';

/**
 * Undoes an import of payouts: deletes its transfers, fees and gifts, and forgets its rows, so that they can be imported
 * again. Raises a refusal if one of them was changed, reversed, reconciled or closed since, if a fee was given back, or if
 * a statement with one of the gifts was issued.
 */
export const takeBackPayouts: TakeBack = async (app, idsOf) => {
  const [givingIds, expenses, transfers] = [idsOf('givings'), idsOf('expenses'), idsOf('transfers')];
  await refuseIssued(app, givingIds);
  await refuseReturned(app, idsOf('payoutRows'));
  for (const id of transfers) await deleteTransfer(app, id);
  const { remove } = await feeExpenses(app);
  for (const id of expenses) await remove(app, id);
  // The rows are removed first, because they refer to the gifts.
  await removePayoutRows(app.db, idsOf('payoutRows'), givingIds);
  const givings = await takeBackGivings(app, givingIds);
  const { removed: members, kept } = await takeBackUnused(app, idsOf('members'));
  return { removed: { givings, expenses: expenses.length, transfers: transfers.length, members }, kept };
};

async function refuseIssued(app: App, givingIds: readonly number[]): Promise<void> {
  const issued = await findIssuedSince(app.db, givingIds);
  if (!issued) return;
  throw new AppError(
    'conflict',
    `Giving ${issued.givingId} is on contribution statement ${issued.year}-${issued.number}, which was issued after the import. Reverse what is wrong instead.`,
  );
}

/** The reversal of an expense cannot be taken back. */
async function refuseReturned(app: App, rowIds: readonly number[]): Promise<void> {
  const expenseId = await findFeeReturned(app.db, rowIds);
  if (expenseId === undefined) return;
  throw new AppError(
    'reversed',
    `A part of expense ${expenseId} was given back in this import, and such a reversal stays. Reverse what is wrong instead.`,
  );
}
