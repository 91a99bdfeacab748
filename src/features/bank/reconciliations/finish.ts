import { actorId, type App, inTransaction, modified, now } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { encode } from '../../../lib/encode.ts';
import { formatMoney, toDecimal } from '../../../lib/money.ts';
import { bankAccount } from '../accounts.ts';
import {
  listMatchesIn,
  listMatchesUpTo,
  listOf,
  type ReconciliationRow,
  setReconciliation,
  updateReconciliationColumns,
} from './queries.ts';
import { type Reconciliation, StoredReport } from './schema.ts';
import { draftOf, find, type Path, told } from './service.ts';
import { showReconciliation } from './statement.ts';

/**
 * Finishes a draft whose difference is 0, and stores it. From then on, its documents keep their account, amount and
 * date. Raises `not_found`, `invalid_transition` for a finished one, and `difference`.
 */
export function finishReconciliation(app: App, path: Path): Promise<Reconciliation> {
  return inTransaction(app, async (app) => {
    const account = await bankAccount(app, path.id);
    const before = await draftOf(app, path);
    const shown = await showReconciliation(app, account, before);
    if (shown.difference !== 0) throw hasDifference(shown);
    await setReconciliation(app.db, await listMatchesUpTo(app.db, path.id, before.endDate), path.rid);
    const columns = { status: 'Finished' as const, finishedAt: now(app), finishedBy: actorId(app) };
    const report = JSON.stringify(encode(StoredReport, shown));
    await updateReconciliationColumns(app.db, path.rid, { ...columns, report, ...modified(app) });
    return told(app, account, { action: 'ReconciliationFinished', before, path });
  });
}

/**
 * Makes the last reconciliation of an account a draft again. Its ticks and matches stay. Raises `not_found`, and
 * `invalid_transition` for a draft and while there is a later reconciliation.
 */
export function undoReconciliation(app: App, path: Path): Promise<Reconciliation> {
  return inTransaction(app, async (app) => {
    const account = await bankAccount(app, path.id);
    const before = await find(app, path);
    if (before.status === 'Draft') throw notFinished('undone');
    const [last] = await listOf(app.db, path.id);
    if (last && last.id !== before.id) throw laterOne(last);
    await setReconciliation(app.db, await listMatchesIn(app.db, path.rid), null);
    const nobody = { finishedAt: null, finishedBy: null, reviewedAt: null, reviewedBy: null };
    const columns = { status: 'Draft' as const, report: null, ...nobody };
    await updateReconciliationColumns(app.db, path.rid, { ...columns, ...modified(app) });
    return told(app, account, { action: 'ReconciliationUndone', before, path });
  });
}

/**
 * Records that another person has reviewed a finished reconciliation. Raises `not_found`, `invalid_transition` for a
 * draft and a second review, `self_approval` for the person who finished it, and `forbidden` for a command without
 * `--as`.
 */
export function reviewReconciliation(app: App, path: Path): Promise<Reconciliation> {
  return inTransaction(app, async (app) => {
    const account = await bankAccount(app, path.id);
    const before = await find(app, path);
    if (before.status === 'Draft') throw notFinished('reviewed');
    if (before.reviewedAt !== null)
      throw new AppError('invalid_transition', 'This reconciliation is reviewed already.');
    const reviewedBy = actorId(app);
    if (reviewedBy === null)
      throw new AppError('forbidden', 'Only somebody who is signed in can review a reconciliation.');
    if (reviewedBy === before.finishedBy) {
      throw new AppError('self_approval', 'You finished this reconciliation. Ask somebody else to review it.');
    }
    await updateReconciliationColumns(app.db, path.rid, { reviewedAt: now(app), reviewedBy, ...modified(app) });
    return told(app, account, { action: 'ReconciliationReviewed', before, path });
  });
}

function hasDifference({ difference }: Reconciliation): AppError {
  return new AppError(
    'difference',
    `The difference is ${formatMoney(difference)}. Nothing was changed. Match or tick what the statement shows, or enter what is missing, until the difference is 0.`,
    { extra: { difference: toDecimal(difference) } },
  );
}

function notFinished(verb: string): AppError {
  return new AppError('invalid_transition', `Only a finished reconciliation can be ${verb}. This one is a draft.`);
}

function laterOne({ endDate, status }: ReconciliationRow): AppError {
  const next = status === 'Draft' ? 'Delete that draft first.' : 'Undo that one first.';
  return new AppError(
    'invalid_transition',
    `There is a later reconciliation of ${endDate}. Nothing was changed. ${next}`,
  );
}
