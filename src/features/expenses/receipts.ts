/** Receipts: the file is on the disk before its row says so, and goes only after the row has let it go. */
import type { Readable } from 'node:stream';
import { type App, inTransaction, modified } from '../../app.ts';
import { AppError, notFound } from '../../errors.ts';
import { displayName } from '../../lib/file-name.ts';
import { peek } from '../../lib/peek.ts';
import { can } from '../../permissions.ts';
import { type IncomingFile, openFile, removeFile, storeFile } from '../../storage.ts';
import { record } from '../audit/service.ts';
import { updateExpenseColumns } from './queries.ts';
import { findReceipt, type ReceiptRow } from './receipt-queries.ts';
import { HEAD_BYTES, isReceiptType, RECEIPT_TYPES, receiptTypeOf } from './receipt-type.ts';
import { expenseFact } from './rules.ts';
import type { Expense } from './schema.ts';
import { findVisible, getExpense, refuseOthers } from './service.ts';

/** A receipt as it is handed out. Its stream has to be read or destroyed. */
export type OpenReceipt = { size: number; stream: Readable; contentType: string; fileName: string };

/**
 * The receipt of an expense, opened. Raises `not_found` for an expense the caller may not see, is deleted or has none;
 * an error when the file is not the one that was stored.
 */
export async function openReceipt(app: App, id: number): Promise<OpenReceipt> {
  await findVisible(app, id);
  const receipt = await findReceipt(app.db, id);
  if (!receipt) throw notFound('receipt');
  const { path, size, contentType, fileName } = receipt;
  if (!isReceiptType(contentType)) throw new Error(`Expense ${id} has a receipt of the type ${contentType}.`);
  const file = await openFile(app.paths.receipts, path);
  if (file?.size === size) return { ...file, contentType, fileName };
  file?.stream.destroy();
  // It may have been replaced between the two looks.
  if ((await findReceipt(app.db, id))?.path !== path) return openReceipt(app, id);
  throw new Error(
    `The receipt of expense ${id}, ${path}, ${file ? `has ${file.size} bytes, not ${size}` : 'is missing'}.`,
  );
}

/**
 * Stores a file as the receipt of an expense in place of the one it had; `open` begins to read it once nothing speaks
 * against it. Not an edit of the expense in the sense of approval: an earlier editor stays its editor. Raises
 * `not_found`, `forbidden`, `receipt_locked`, `unsupported_media_type`, `unavailable`, and what reading the file raises.
 */
export async function attachReceipt(app: App, id: number, open: () => Promise<IncomingFile>): Promise<Expense> {
  if (app.scope !== 'open') throw new Error('A file is received before the transaction that takes it over.');
  await findChangeable(app, id);
  const receipt = await keepReceipt(app, await open());
  try {
    const { expense, before } = await changeReceipt(app, id, receipt);
    await discard(app, before?.path);
    return expense;
  } catch (error) {
    await discard(app, receipt.path);
    throw error;
  }
}

/** A file in the storage that an expense may name as its receipt. */
export type KeptReceipt = ReceiptRow & { sha256: string };

/** Stores a file that no expense names yet. Raises `unsupported_media_type`, `unavailable`, and what reading it raises. */
export async function keepReceipt(app: App, { name, bytes }: IncomingFile): Promise<KeptReceipt> {
  const { head, all } = await peek(bytes, HEAD_BYTES);
  const contentType = await receiptTypeOf(head);
  const extensions = RECEIPT_TYPES[contentType];
  const stored = await storeFile(app.paths.receipts, all, { extension: extensions[0], at: app.clock.now() });
  return { ...stored, contentType, fileName: displayName(name, extensions, 'receipt') };
}

/** Takes the receipt off an expense and removes its file. Raises `not_found`, `forbidden`, `receipt_locked`. */
export async function removeReceipt(app: App, id: number): Promise<void> {
  const { before } = await changeReceipt(app, id, null);
  await discard(app, before?.path);
}

/**
 * Makes the row name another receipt or none, with its entry in the audit log; returns what it named before. Raises
 * `not_found`, `forbidden`, `receipt_locked`.
 */
export function changeReceipt(
  app: App,
  id: number,
  receipt: KeptReceipt | null,
): Promise<{ expense: Expense; before: ReceiptRow | undefined }> {
  return inTransaction(app, async (app) => {
    const old = await findChangeable(app, id);
    const before = await findReceipt(app.db, id);
    if (!receipt && !before) throw notFound('receipt');
    await updateExpenseColumns(app.db, id, {
      receiptPath: receipt?.path ?? null,
      receiptFileName: receipt?.fileName ?? null,
      receiptContentType: receipt?.contentType ?? null,
      receiptSize: receipt?.size ?? null,
      receiptSha256: receipt?.sha256 ?? null,
      ...modified(app),
    });
    const expense = await getExpense(app, id);
    await record(app, expenseFact(receipt ? 'ReceiptAttached' : 'ReceiptRemoved', old, expense));
    return { expense, before };
  });
}

/** An expense whose receipt the caller may change now: an owner until it is approved, finance at any time. */
async function findChangeable(app: App, id: number): Promise<Expense> {
  const { expense } = await findVisible(app, id);
  refuseOthers(app, expense, 'change the receipt of');
  if (can(app.actor, 'finance.manage')) return expense;
  if (expense.status === 'Draft' || expense.status === 'PendingApproval') return expense;
  throw new AppError('receipt_locked', `The expense is ${expense.status}; only finance may change its receipt now.`);
}

/** Removes a file that no row names any more; one that cannot be removed is left to the sweep. */
export async function discard(app: App, path: string | undefined): Promise<void> {
  if (path === undefined) return;
  try {
    await removeFile(app.paths.receipts, path);
  } catch (error) {
    app.log.warn({ err: error, requestId: app.request?.id }, 'a receipt that nobody names could not be removed');
  }
}
