import { type App, created, inSnapshot, inTransaction, modified, now } from '../../../app.ts';
import { refuseCleared } from '../../../books/cleared.ts';
import { addTexts, indexTexts, removeTexts } from '../../../db/search-index.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { CalendarDate, DateRange } from '../../../lib/date.ts';
import type { Page } from '../../../lib/page.ts';
import { record } from '../../audit/service.ts';
import { recordHand } from '../../approvals/two-people.ts';
import { mustBeApproved, refuseClosed, refuseDay, refuseHeld, refuseNamed, withWarnings } from './checks.ts';
import {
  findFirstDay,
  listPending,
  findTransfer,
  insertTransfer,
  listTransfers as readTransfers,
  sumReversals,
  updateTransferColumns,
} from './queries.ts';
import { refuseRepaid } from './loans.ts';
import { APPROVABLE, documentOf, movesFigures, movesMoney, transferFact } from './rules.ts';
import type { EnteredTransfer, NewTransfer, Transfer, TransferQuery } from './schema.ts';

/** Returns one transfer. Raises `not_found`. */
export async function getTransfer(app: App, id: number): Promise<Transfer> {
  const transfer = await findTransfer(app.db, id);
  if (!transfer) throw notFound('transfer');
  return transfer;
}

/** Returns a page of transfers. */
export function listTransfers(app: App, query: TransferQuery): Promise<Page<Transfer>> {
  return inSnapshot(app, ({ db }) => readTransfers(db, query));
}

/** Returns the transfers of a range of days that wait for approval. */
export function listPendingTransfers(app: App, range: DateRange): ReturnType<typeof listPending> {
  return listPending(app.db, range);
}

/** Returns the earliest day of a posted transfer from or to a fund, or undefined if there is none. */
export function firstTransferOf(app: App, fundId: number): Promise<CalendarDate | undefined> {
  return findFirstDay(app.db, fundId);
}

/**
 * Enters a transfer. The transfer waits for an approval if the money leaves a Restricted or Endowment fund. The result
 * has a warning if the transfer leaves the fund with a negative balance. Raises `validation_failed`,
 * `unknown_reference`, `account_reserved`, `account_disabled`, `fund_disabled`, `before_the_books`, `period_finalized`,
 * and `forbidden` for a command without `--as` if the transfer needs an approval.
 */
export function createTransfer(app: App, input: NewTransfer): Promise<EnteredTransfer> {
  return inTransaction(app, async (app) => {
    await refuseNamed(app, input);
    await refuseDay(app, input);
    const isPending = await mustBeApproved(app, input);
    return addTransfer(app, { ...toColumns(input), status: isPending ? 'PendingApproval' : 'Posted' });
  });
}

type Columns = Omit<Parameters<typeof insertTransfer>[1], keyof ReturnType<typeof created>>;

/** Stores a transfer and its audit entry; checks nothing. Must run inside a transaction. */
export async function addTransfer(app: App, columns: Columns): Promise<EnteredTransfer> {
  const id = await insertTransfer(app.db, { ...columns, ...created(app) });
  await recordHand(app, APPROVABLE, id);
  const transfer = await getTransfer(app, id);
  await addTexts(app.db, 'transfer', [documentOf(transfer)]);
  await record(app, transferFact('TransferCreated', null, transfer));
  return withWarnings(app, transfer);
}

/**
 * Replaces the fields of a transfer. In a finalized month, only the memo of a posted transfer may change. A changed
 * transfer needs a new approval if the money leaves a Restricted or Endowment fund. Raises `not_found`, `reversed`,
 * whatever `createTransfer` raises, and `reconciled` for a transfer on a bank statement if its accounts, amount or day
 * would change, or if it needs a new approval.
 */
export function updateTransfer(app: App, id: number, input: NewTransfer): Promise<EnteredTransfer> {
  return inTransaction(app, async (app) => {
    const before = await getTransfer(app, id);
    if (before.reversalOf !== null) throw reversed();
    await refuseReversed(app, before);
    if (movesFigures(before, input)) await refuseRepaid(app, before);
    await refuseNamed(app, input, before);
    const state = movesFigures(before, input) ? await moveFigures(app, before, input) : {};
    await updateTransferColumns(app.db, id, { ...toColumns(input), ...state, ...modified(app) });
    await recordHand(app, APPROVABLE, id);
    const after = await getTransfer(app, id);
    await indexTexts(app.db, 'transfer', [documentOf(after)]);
    await record(app, transferFact('TransferUpdated', before, after));
    return withWarnings(app, after);
  });
}

/** Returns the status of a transfer whose figures change. Raises the same errors as `createTransfer`. */
async function moveFigures(app: App, before: Transfer, input: NewTransfer) {
  const isPending = await mustBeApproved(app, input);
  // Until its approval, a transfer is not in the books.
  if (isPending || movesMoney(before, input)) await refuseCleared(app, 'Transfer', [before.id]);
  if (before.status === 'Posted') await refuseClosed(app, before);
  await refuseDay(app, input);
  return { status: isPending ? ('PendingApproval' as const) : ('Posted' as const), approvedBy: null, approvedAt: null };
}

/**
 * Soft-deletes a transfer that is pending or dated in an open month. Raises `not_found`, `reversed`, `reconciled` and
 * `period_finalized`.
 */
export function deleteTransfer(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const transfer = await getTransfer(app, id);
    if (transfer.status === 'Posted') {
      if (transfer.reversalOf !== null) throw reversed();
      await refuseReversed(app, transfer);
      await refuseRepaid(app, transfer);
      await refuseHeld(app, null, transfer);
      await refuseCleared(app, 'Transfer', [id]);
      await refuseClosed(app, transfer);
    }
    await updateTransferColumns(app.db, id, { deletedAt: now(app), ...modified(app) });
    await removeTexts(app.db, 'transfer', [id]);
    await record(app, transferFact('TransferDeleted', transfer, null));
  });
}

async function refuseReversed(app: App, { id }: Transfer): Promise<void> {
  if ((await sumReversals(app.db, id)) !== null) throw reversed();
}

function reversed(): AppError {
  return new AppError(
    'reversed',
    'A reversed transfer and its reversal cannot be changed. Only a reversal that waits for approval can be deleted.',
  );
}

function toColumns({ amount, loan, ...rest }: NewTransfer) {
  return { ...rest, amountMinor: amount, loan: loan === true ? (1 as const) : (0 as const) };
}
