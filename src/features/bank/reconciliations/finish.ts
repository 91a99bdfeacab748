import { actorId, type App, inTransaction, modified, now } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { can } from '../../../permissions.ts';
import { encode } from '../../../lib/encode.ts';
import { formatMoney, toDecimal } from '../../../lib/money.ts';
import { bankAccount } from '../accounts.ts';
import {
  listMatchesIn,
  listOf,
  type ReconciliationRow,
  setReconciliation,
  updateReconciliationColumns,
} from './queries.ts';
import { type Reconciliation, StoredReport } from './schema.ts';
import { draftOf, find, type Path, told } from './service.ts';
import { compare } from './statement.ts';

/**
 * Finishes a draft whose difference is 0, and stores it. From then on, its documents keep their account, amount and
 * date. Raises `not_found`, `invalid_transition` for a finished one, and `difference`.
 */
export function finishReconciliation(app: App, path: Path): Promise<Reconciliation> {
  return inTransaction(app, async (app) => {
    const account = await bankAccount(app, path.id);
    const before = await draftOf(app, path);
    const { report, matchIds } = await compare(app, account, before);
    if (report.difference !== 0) throw hasDifference(report);
    await setReconciliation(app.db, matchIds, path.rid);
    const columns = { status: 'Finished' as const, finishedAt: now(app), finishedBy: actorId(app) };
    const stored = JSON.stringify(encode(StoredReport, report));
    await updateReconciliationColumns(app.db, path.rid, { ...columns, report: stored, ...modified(app) });
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
 * draft, for a second review, and for a reconciliation that a command without `--as` finished, `self_approval` for the
 * person who finished it, and `forbidden` for a command without `--as` and for somebody who may not read the
 * reconciliation.
 */
export function reviewReconciliation(app: App, path: Path): Promise<Reconciliation> {
  return inTransaction(app, async (app) => {
    if (!can(app.actor, 'reports.read')) throw mayNotRead();
    const account = await bankAccount(app, path.id);
    const before = await find(app, path);
    if (before.status === 'Draft') throw notFinished('reviewed');
    if (before.reviewedAt !== null)
      throw new AppError('invalid_transition', 'This reconciliation is reviewed already.');
    const reviewedBy = actorId(app);
    if (reviewedBy === null)
      throw new AppError('forbidden', 'Only somebody who is signed in can review a reconciliation.');
    if (before.finishedBy === null) throw finishedByNobody();
    if (reviewedBy === before.finishedBy) {
      throw new AppError('self_approval', 'You finished this reconciliation. Ask somebody else to review it.');
    }
    await updateReconciliationColumns(app.db, path.rid, { reviewedAt: now(app), reviewedBy, ...modified(app) });
    return told(app, account, { action: 'ReconciliationReviewed', before, path });
  });
}

function hasDifference({ difference }: StoredReport): AppError {
  return new AppError(
    'difference',
    `The difference is ${formatMoney(difference)}. Nothing was changed. Match or tick what the statement shows, or enter what is missing, until the difference is 0.`,
    { extra: { difference: toDecimal(difference) } },
  );
}

function notFinished(verb: string): AppError {
  return new AppError('invalid_transition', `Only a finished reconciliation can be ${verb}. This one is a draft.`);
}

function mayNotRead(): AppError {
  return new AppError(
    'forbidden',
    'You may not read the accounts, so you cannot review their reconciliations. Ask an elder or the treasurer.',
  );
}

function finishedByNobody(): AppError {
  return new AppError(
    'invalid_transition',
    'A command without --as finished this reconciliation, so the person who did may be you. Nothing was changed. ' +
      'Undo it, and finish it again with your account.',
  );
}

function laterOne({ accountId, endDate, status }: ReconciliationRow): AppError {
  const next =
    status === 'Draft'
      ? `Delete that draft first: vestry bank discard ${accountId}`
      : `Undo that one first: vestry bank undo ${accountId}`;
  return new AppError(
    'invalid_transition',
    `There is a later reconciliation of ${endDate}. Nothing was changed. ${next}`,
  );
}
