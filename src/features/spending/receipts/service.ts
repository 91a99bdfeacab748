/**
 * Stores, opens and removes the receipts of expenses. A file is written before the row that names it, and removed after
 * that row. A crash can therefore leave a file without a row, but never a row without its file. `sweep.ts` finds and
 * removes files without a row.
 *
 * The newest receipt of an expense is the current one. Once an expense has been submitted, a new receipt no longer
 * replaces the earlier ones. The file name that a client sends is used only for display. A receipt is sent as an
 * attachment, with the media type that was found in its bytes. If somebody changed the database so that a row names a
 * path outside the storage, the response is `receipt_missing`, and the log has the path.
 */
import type { Readable } from 'node:stream';
import { type App, actorId, inSnapshot, inTransaction, later, modified, now } from '../../../app.ts';
import { AppError, notFound } from '../../../errors.ts';
import { displayName } from '../../../lib/file-name.ts';
import { peek } from '../../../lib/peek.ts';
import { can } from '../../../permissions.ts';
import { type IncomingFile, openFile, removeFile, type StoredFile, storeFile } from '../../../storage.ts';
import { record } from '../../audit/service.ts';
import { clearApprovals } from '../expenses/decision-queries.ts';
import { updateExpenseColumns } from '../expenses/queries.ts';
import {
  addReceipt,
  countRows,
  deleteReceiptRow,
  listReceiptRows,
  type ReceiptRow,
  sumUnsubmitted,
} from './queries.ts';
import { HEAD_BYTES, isReceiptType, RECEIPT_TYPES, receiptTypeOf } from './file-type.ts';
import { expenseFact, wasSubmitted } from '../expenses/rules.ts';
import type { Expense, KeptReceipt } from '../expenses/schema.ts';
import { getExpense, noteHand, refuseOthers } from '../expenses/service.ts';

/** An opened receipt. The caller must read or destroy its stream. */
export type OpenReceipt = { size: number; stream: Readable; contentType: string; fileName: string };

/**
 * Returns every receipt of an expense, the oldest first. Raises `not_found` for an expense that the caller may not see.
 */
export function listReceipts(app: App, id: number): Promise<{ items: KeptReceipt[] }> {
  return inSnapshot(app, async (app) => {
    await getExpense(app, id);
    const rows = await listReceiptRows(app.db, id);
    return { items: rows.map((row) => ({ ...row, isCurrent: row === rows.at(-1) })) };
  });
}

/**
 * Opens a receipt of an expense: the current one unless `receiptId` is given. Raises `not_found` for an expense that
 * the caller may not see, that is deleted, or that does not have this receipt. Raises `receipt_missing` if the file is
 * missing, has a different size, or is outside the storage.
 */
export async function openReceipt(app: App, id: number, receiptId?: number): Promise<OpenReceipt> {
  await getExpense(app, id);
  const receipt = await findReceipt(app, id, receiptId);
  if (!receipt) throw notFound('receipt');
  const { path, size, contentType, fileName } = receipt;
  if (!isReceiptType(contentType)) throw new Error(`Receipt ${receipt.id} is of the type ${contentType}.`);
  const [file, fault] = await open(app, receipt);
  if (file) return { ...file, size, contentType, fileName };
  // The receipt may have been replaced before its file was opened.
  const present = await findReceipt(app, id, receiptId);
  if (present?.path !== path) return openReceipt(app, id, receiptId);
  app.log.error({ err: fault, requestId: app.request?.id }, 'a receipt cannot be sent');
  throw new AppError(
    'receipt_missing',
    'The file of this receipt is not where it was stored. Ask the administrator to run vestry doctor.',
  );
}

/** Returns a receipt of an expense, the current one unless `receiptId` is given; undefined if there is none. */
async function findReceipt({ db }: App, id: number, receiptId?: number): Promise<ReceiptRow | undefined> {
  const rows = await listReceiptRows(db, id);
  return receiptId === undefined ? rows.at(-1) : rows.find((row) => row.id === receiptId);
}

/**
 * Returns the opened file of a receipt, or an Error that says what is wrong with it. Raises the error of the file
 * system for a file that exists but cannot be read.
 */
async function open(app: App, { id, expenseId, path, size }: ReceiptRow) {
  const name = `Receipt ${id} of expense ${expenseId}, ${path},`;
  try {
    const file = await openFile(app.paths.receipts, path);
    if (!file) return [undefined, new Error(`${name} is missing.`)] as const;
    if (file.size === size) return [file, undefined] as const;
    file.stream.destroy();
    return [undefined, new Error(`${name} has ${file.size} bytes, not ${size}.`)] as const;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && code !== 'ELOOP') throw error;
    return [undefined, new Error(`${name} has a path outside the storage.`, { cause: error })] as const;
  }
}

/**
 * Stores a file as the receipt of an expense. `open` starts to read the file, and is called only after the checks. If
 * the expense was never submitted and `keep` is false, the file replaces the earlier receipt; otherwise both are kept.
 * With `keep`, a file that the expense already has is not stored again. Attaching a receipt changes the expense, so the
 * caller may no longer approve the expense, and earlier approvals no longer count. Raises `not_found`, `forbidden`,
 * `receipt_locked`, `receipt_limit`, `unsupported_media_type`, `unavailable`, and any error that occurs while the file
 * is read.
 */
export async function attachReceipt(
  app: App,
  id: number,
  open: () => Promise<IncomingFile>,
  keep = false,
): Promise<Expense> {
  if (app.scope !== 'open')
    throw new Error('A file must be received before the transaction that stores its row begins.');
  await refuseTooMany(app, await findChangeable(app, id), { keep });
  const receipt = await keepReceipt(app, await open());
  try {
    const { expense, unused } = await addTo(app, id, receipt, keep);
    await discard(app, unused);
    return expense;
  } catch (error) {
    await discard(app, receipt.path);
    throw error;
  }
}

/** A stored file that can become the receipt of an expense. */
export type NewReceipt = StoredFile & { contentType: string; fileName: string };

/**
 * Stores a file that no expense names yet. Raises `unsupported_media_type`, `unavailable`, and any error that occurs
 * while the file is read.
 */
export async function keepReceipt(app: App, { name, bytes }: IncomingFile): Promise<NewReceipt> {
  const { head, all } = await peek(bytes, HEAD_BYTES);
  const contentType = await receiptTypeOf(head);
  const extensions = RECEIPT_TYPES[contentType];
  const stored = await storeFile(app.paths.receipts, all, { extension: extensions[0], at: app.clock.now() });
  return { ...stored, contentType, fileName: displayName(name, extensions, 'receipt') };
}

/**
 * Makes a stored file the receipt of an expense, and records this in the audit log. Returns the expense and the path of
 * the file that is no longer needed, which the caller must remove: that of the replaced receipt, or, with `keep`, that
 * of a new file that the expense already has. Raises `not_found`, `forbidden`, `receipt_locked` and `receipt_limit`.
 */
export function addTo(
  app: App,
  id: number,
  receipt: NewReceipt,
  keep = false,
): Promise<{ expense: Expense; unused: string | undefined }> {
  return inTransaction(app, async (app) => {
    const before = await findChangeable(app, id);
    const rows = await listReceiptRows(app.db, id);
    if (keep && rows.some(({ sha256 }) => sha256 === receipt.sha256)) return { expense: before, unused: receipt.path };
    const replaced = keep || wasSubmitted(before) ? undefined : rows.at(-1);
    if (replaced) await deleteReceiptRow(app.db, replaced.id);
    await refuseTooMany(app, before, { size: receipt.size, keep });
    await addReceipt(app.db, { ...receipt, expenseId: id, addedBy: actorId(app), addedAt: now(app) });
    if (before.status === 'PendingApproval') await clearApprovals(app.db, id, now(app));
    return { expense: await recordChange(app, 'ReceiptAttached', before), unused: replaced?.path };
  });
}

/**
 * Removes a receipt of an expense that was never submitted, with its file: the current one unless `receiptId` is given.
 * Raises `not_found`, `forbidden` and `receipt_locked`.
 */
export async function removeReceipt(app: App, id: number, receiptId?: number): Promise<void> {
  const removed = await inTransaction(app, async (app) => {
    const before = await findChangeable(app, id);
    const receipt = await findReceipt(app, id, receiptId);
    if (!receipt) throw notFound('receipt');
    if (wasSubmitted(before)) {
      throw new AppError(
        'receipt_locked',
        'The expense was submitted with this receipt, so the receipt is kept. Attach another one, which then becomes the current one.',
      );
    }
    await deleteReceiptRow(app.db, receipt.id);
    await recordChange(app, 'ReceiptRemoved', before);
    return receipt;
  });
  await discard(app, removed.path);
}

async function recordChange(app: App, action: string, before: Expense): Promise<Expense> {
  await updateExpenseColumns(app.db, before.id, modified(app));
  await noteHand(app, before.id, 'Changed');
  const after = await getExpense(app, before.id);
  await record(app, expenseFact(action, before, after));
  return after;
}

/** Counts the receipts, including those of deleted expenses. */
export function countReceipts(app: App): Promise<number> {
  return countRows(app.db);
}

/**
 * Returns an expense if the caller may change its receipt now. The owner may do so until the expense is approved, and
 * finance at any time. Raises `not_found`, `forbidden` and `receipt_locked`.
 */
async function findChangeable(app: App, id: number): Promise<Expense> {
  const expense = await getExpense(app, id);
  refuseOthers(app, expense, 'change the receipt of');
  if (can(app.actor, 'finance.manage')) return expense;
  if (expense.status === 'Draft' || expense.status === 'PendingApproval') return expense;
  throw new AppError('receipt_locked', `The expense is ${expense.status}; only finance may change its receipt now.`);
}

/**
 * The maximum number of receipts of an expense. A receipt that replaces another one is always possible. The receipts of
 * an expense that was ever submitted are never removed.
 */
const MOST_OF_EXPENSE = 20;
/**
 * The maximum that one person may store for expenses that were never submitted, so that nobody fills the disk
 * unnoticed.
 */
const MOST_UNSUBMITTED = { count: 200, size: 200 * 1024 * 1024 };
/** How long the receipts of a deleted draft still count toward a person's limit. */
const DELETED_COUNTS_MS = 30 * 24 * 3_600_000;

/**
 * Raises `receipt_limit` if a new receipt of this size would exceed a limit of the expense or of the caller. Without
 * `keep`, the receipts of a draft do not count, because the new one replaces the current one.
 */
async function refuseTooMany(app: App, expense: Expense, { size = 0, keep }: { size?: number; keep: boolean }) {
  const { id } = expense;
  const isKept = wasSubmitted(expense);
  if ((isKept || keep) && (await listReceiptRows(app.db, id)).length >= MOST_OF_EXPENSE) {
    throw new AppError(
      'receipt_limit',
      `This expense has ${MOST_OF_EXPENSE} receipts, and no more can be added. Enter the rest as a new expense.`,
    );
  }
  const userId = actorId(app);
  if (isKept || userId === null) return;
  const others = { addedBy: userId, except: keep ? null : id, deletedSince: later(app, -DELETED_COUNTS_MS) };
  const stored = await sumUnsubmitted(app.db, others);
  if (stored.count < MOST_UNSUBMITTED.count && stored.size + size <= MOST_UNSUBMITTED.size) return;
  throw new AppError(
    'receipt_limit',
    'You have stored 200 receipts, or 200 MiB of them, for drafts. Submit some of these drafts, or remove receipts from them.',
  );
}

/** Removes a file that no row names any more. If this fails, the sweep removes the file later. */
export async function discard(app: App, path: string | undefined): Promise<void> {
  if (path === undefined) return;
  try {
    await removeFile(app.paths.receipts, path);
  } catch (error) {
    app.log.warn({ err: error, requestId: app.request?.id }, 'a receipt file that no row names could not be removed');
  }
}
