import { type App, created, inSnapshot, inTransaction, modified, now } from '../../../app.ts';
import { type AccountDocument, keyOf } from '../../../books/account-documents.ts';
import { refuseCleared } from '../../../books/cleared.ts';
import { refuseBeforeOpening } from '../../../books/periods.ts';
import {
  AppError,
  badField,
  type FieldError,
  inFuture,
  missingReference,
  notFound,
  unknownReferences,
} from '../../../errors.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { refusal } from '../../../validate.ts';
import { record } from '../../audit/service.ts';
import { today } from '../../church/profile/service.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import { balanceOf, bankAccount } from '../accounts.ts';
import { documentsAt, lessCleared } from '../matches/documents.ts';
import { sumCleared } from '../matches/queries.ts';
import { textOfDocuments } from '../matches/rules.ts';
import type { DocumentName } from '../matches/schema.ts';
import {
  findLastFinished,
  findReconciliation,
  insertReconciliation,
  listOf,
  listTicks,
  type ReconciliationRow,
  replaceTicks,
  updateReconciliationColumns,
} from './queries.ts';
import type { ChangedReconciliation, ListedReconciliation, NewReconciliation, Reconciliation } from './schema.ts';
import { reconciliationFact, type TickedRow } from './rules.ts';
import { listed, readStatement, showReconciliation } from './statement.ts';

export type Path = { id: number; rid: number };

/** Returns the reconciliations of an account, the latest first. Raises `not_found`. */
export async function listReconciliations(app: App, accountId: number): Promise<{ items: ListedReconciliation[] }> {
  const account = await bankAccount(app, accountId);
  return { items: (await listOf(app.db, accountId)).map((row) => listed(account, row)) };
}

/** Returns one reconciliation with its documents. Raises `not_found`. */
export function getReconciliation(app: App, path: Path): Promise<Reconciliation> {
  return inSnapshot(app, async (app) =>
    showReconciliation(app, await bankAccount(app, path.id), await find(app, path)),
  );
}

/** Returns the row of a reconciliation of an account, with its ticks. Raises `not_found`. */
export async function find(app: App, { id, rid }: Path): Promise<TickedRow> {
  const row = await findReconciliation(app.db, rid);
  if (row?.accountId !== id) throw notFound('reconciliation');
  return { ...row, ticked: textOfDocuments(await listTicks(app.db, rid)) };
}

/**
 * Begins to compare an account with a bank statement. Raises `not_found`, `reconciliation_open` if the account has a
 * draft already, `before_the_books`, and `validation_failed` for a day in the future or up to the last reconciliation.
 */
export function startReconciliation(app: App, accountId: number, input: NewReconciliation): Promise<Reconciliation> {
  return inTransaction(app, async (app) => {
    const account = await bankAccount(app, accountId);
    const draft = (await listOf(app.db, accountId)).find(({ status }) => status === 'Draft');
    if (draft) throw alreadyOpen(draft);
    await refuseDay(app, accountId, input.endDate);
    const endBalanceMinor = balanceOf(account, input.endBalance);
    const columns = { accountId, endDate: input.endDate, endBalanceMinor, status: 'Draft' as const };
    const rid = await insertReconciliation(app.db, { ...columns, ...created(app) });
    return told(app, account, { action: 'ReconciliationCreated', before: null, path: { id: accountId, rid } });
  });
}

/**
 * Changes a draft: its day, its balance, or which documents are ticked. Raises `not_found`, `invalid_transition` for a
 * finished one, `unknown_reference`, `reconciled` for a document that another statement has, and the errors of
 * `startReconciliation` for the day.
 */
export function updateReconciliation(app: App, path: Path, input: ChangedReconciliation): Promise<Reconciliation> {
  return inTransaction(app, async (app) => {
    const account = await bankAccount(app, path.id);
    const before = await draftOf(app, path);
    const endDate = input.endDate ?? before.endDate;
    if (endDate !== before.endDate) await refuseDay(app, path.id, endDate);
    const endBalanceMinor = input.endBalance === null ? before.endBalanceMinor : balanceOf(account, input.endBalance);
    await updateReconciliationColumns(app.db, path.rid, { endDate, endBalanceMinor, ...modified(app) });
    if (input.cleared) await tick(app, { ...before, endDate }, input.cleared);
    else if (endDate < before.endDate) await refuseTickedAfter(app, path, endDate);
    return told(app, account, { action: 'ReconciliationUpdated', before, path });
  });
}

/** Deletes a draft and its ticks. Matches stay. Raises `not_found` and `invalid_transition` for a finished one. */
export function deleteReconciliation(app: App, path: Path): Promise<void> {
  return inTransaction(app, async (app) => {
    await bankAccount(app, path.id);
    const before = await draftOf(app, path);
    await replaceTicks(app.db, path.rid, []);
    await updateReconciliationColumns(app.db, path.rid, { deletedAt: now(app), ...modified(app) });
    await record(app, reconciliationFact('ReconciliationDeleted', before, null));
  });
}

/** Returns a draft. Raises `not_found`, and `invalid_transition` for a finished reconciliation. */
export async function draftOf(app: App, path: Path): Promise<TickedRow> {
  const row = await find(app, path);
  if (row.status === 'Draft') return row;
  throw new AppError(
    'invalid_transition',
    `The reconciliation of ${row.endDate} is finished. Nothing was changed. Undo it first.`,
  );
}

async function refuseDay(app: App, accountId: number, endDate: CalendarDate): Promise<void> {
  const latest = await today(app);
  if (endDate > latest) throw refusal([inFuture('endDate', latest)]);
  const last = await findLastFinished(app.db, accountId);
  if (last && endDate <= last.endDate) {
    throw badField('endDate', 'not_after', `must be after ${last.endDate}, the day of the last reconciliation`);
  }
  await refuseBeforeOpening(app, endDate);
}

/** Raises `validation_failed` if a document is ticked that is dated after a day. */
async function refuseTickedAfter(app: App, { id, rid }: Path, endDate: CalendarDate): Promise<void> {
  const { all } = await documentsAt(app, id, endDate);
  const late = (await listTicks(app.db, rid)).find((name) => (all.get(keyOf(name))?.date ?? '') > endDate);
  if (!late) return;
  throw badField('endDate', 'before_ticked', `must not be before the day of ${keyOf(late)}, which is ticked`);
}

/**
 * Replaces the ticks of a draft. A document that a match of this statement has needs no tick; a tick that it had before
 * stays. The statement may show a document as a correction after its last day has left it: if the correction is named
 * beside the document, or was before, the corrected amount is ticked.
 */
async function tick(app: App, draft: ReconciliationRow, names: readonly DocumentName[]): Promise<void> {
  const { id, accountId, endDate } = draft;
  const ticked = new Map((await listTicks(app.db, id)).map((one) => [keyOf(one), one.amount]));
  await replaceTicks(app.db, id, []);
  const { all, upTo, originals, matched, later } = await readStatement(app, accountId, endDate);
  const cleared = await sumCleared(app.db, accountId);
  const [left, corrected] = [await lessCleared(upTo, cleared, all), await lessCleared(all, cleared, all)];
  const here = new Set(matched.map(keyOf));
  const open = new Map([...left].filter(([key]) => upTo.has(key) && !later.has(key)));
  const named = new Set(names.map(keyOf));
  const originalOf = (name: DocumentName) => {
    const key = keyOf({ type: name.type, id: originals.get(keyOf(name)) ?? 0 });
    return named.has(key) && open.has(key) && all.get(key)?.amount !== upTo.get(key)?.amount ? key : undefined;
  };
  const isCorrected = new Set(names.map(originalOf));
  const own = names.filter((name) => originalOf(name) === undefined);
  await refuseUntickable(app, own, {
    documents: all,
    accountId,
    endDate,
    isFit: (key) => open.has(key) || here.has(key),
  });
  const isTick = (key: string) => ticked.has(key) || !here.has(key);
  const amountLeft = (key: string) => {
    const now = corrected.get(key);
    return isCorrected.has(key) || (now && ticked.get(key) === now.amount) ? now : open.get(key);
  };
  const ticks = [...new Set(own.map(keyOf).filter(isTick))].flatMap((key) => amountLeft(key) ?? []);
  await replaceTicks(
    app.db,
    id,
    ticks.map(({ type, id: documentId, amount }) => ({ accountId, type, documentId, amountMinor: amount })),
  );
}

type Tickable = {
  accountId: number;
  documents: ReadonlyMap<string, AccountDocument>;
  endDate: CalendarDate;
  isFit: (key: string) => boolean;
};

/**
 * Raises `validation_failed` for documents dated after the statement, `reconciled` for one that another statement has,
 * and `unknown_reference` for documents that are not in the account.
 */
async function refuseUntickable(app: App, names: readonly DocumentName[], tickable: Tickable) {
  const { accountId, documents, endDate, isFit } = tickable;
  const late: FieldError[] = [];
  const missing: FieldError[] = [];
  for (const [index, name] of names.entries()) {
    const [path, key] = [`cleared.${index}`, keyOf(name)];
    if (isFit(key)) continue;
    if ((documents.get(key)?.date ?? '') > endDate)
      late.push({ path, code: 'late', message: `must not be after ${endDate}` });
    else missing.push(missingReference(path, 'document of the account'));
  }
  if (late.length > 0) throw refusal(late);
  const unfit = names.find((name) => !isFit(keyOf(name)));
  if (unfit) await refuseCleared(app, unfit.type, [unfit.id], accountId);
  if (missing.length > 0) throw unknownReferences(missing);
}

/** Records a change of a reconciliation in the audit log, and returns the reconciliation. */
export async function told(
  app: App,
  account: Account,
  { action, before, path }: { action: string; before: TickedRow | null; path: Path },
): Promise<Reconciliation> {
  const after = await find(app, path);
  await record(app, reconciliationFact(action, before, after));
  return showReconciliation(app, account, after);
}

function alreadyOpen({ id, accountId, endDate }: ReconciliationRow): AppError {
  return new AppError(
    'reconciliation_open',
    `The reconciliation of ${endDate} is not finished. Nothing was changed. Finish it first, or delete it: vestry bank discard ${accountId}`,
    { extra: { reconciliationId: id } },
  );
}
