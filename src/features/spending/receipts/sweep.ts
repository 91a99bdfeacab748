/**
 * Finds receipt files without a row, and rows without their file. A crash can leave files without a row. Changing the
 * folder by hand can cause either of these faults.
 */
import { createHash } from 'node:crypto';
import type { App } from '../../../app.ts';
import { isOwnPath, type ListedFile, listFiles, openFile, removeFile } from '../../../storage.ts';
import { isNamed, namedFiles, type NamedFile } from './queries.ts';

/** The minimum age of a leftover file. A newer file may belong to an upload whose row is not written yet. */
const SAFE_AGE_MS = 3_600_000;

export type ReceiptFault = {
  expenseId: number;
  problem: 'missing' | 'other size' | 'other content' | 'elsewhere' | 'unreadable';
};

export type ReceiptSweep = {
  /** The number of receipts whose file exists and has the recorded size and SHA-256. */
  intact: number;
  /**
   * Files that no row names and that are more than an hour old. If the file of a row is missing or wrong, one of these
   * files may be its receipt.
   */
  leftovers: string[];
  /** Files in the folder that are not receipts. They are never removed. */
  foreign: string[];
  /** Rows whose file is missing, different or unreadable. They are not changed. */
  faults: ReceiptFault[];
};

/** Reads every file, and compares it with its row. Changes neither. */
export async function sweepReceipts(app: App): Promise<ReceiptSweep> {
  // List the files before the rows. Otherwise, a receipt that is added in between would seem to be a file without a
  // row.
  const files = new Map<string, ListedFile>();
  for await (const file of listFiles(app.paths.receipts)) files.set(file.path, file);
  const sweep: ReceiptSweep = { intact: 0, leftovers: [], foreign: [], faults: [] };
  const named = new Set<string>();
  for await (const page of namedFiles(app.db)) {
    for (const row of page) {
      named.add(row.path);
      const problem = await problemOf(app, row);
      if (problem) sweep.faults.push({ expenseId: row.expenseId, problem });
      else sweep.intact += 1;
    }
  }
  const limit = app.clock.now().getTime() - SAFE_AGE_MS;
  for (const { path, size, changedAt } of files.values()) {
    if (named.has(path)) continue;
    if (size < 0 || !isOwnPath(path)) sweep.foreign.push(path);
    else if (changedAt.getTime() < limit) sweep.leftovers.push(path);
  }
  return sweep;
}

/** Removes the leftover files that a sweep found. */
export async function removeLeftovers(app: App, leftovers: readonly string[]): Promise<void> {
  for (const path of leftovers) await removeFile(app.paths.receipts, path);
}

/**
 * Returns what is wrong with the file of a row, or undefined. If a file seems wrong, looks again at its row, because the
 * receipt may have been removed since the row was read.
 */
async function problemOf(app: App, row: NamedFile): Promise<ReceiptFault['problem'] | undefined> {
  const problem = isOwnPath(row.path) ? await problemOnDisk(app, row) : 'elsewhere';
  if (!problem) return undefined;
  return (await isNamed(app.db, row)) ? problem : undefined;
}

async function problemOnDisk(
  app: App,
  { path, size, sha256 }: NamedFile,
): Promise<ReceiptFault['problem'] | undefined> {
  try {
    const file = await openFile(app.paths.receipts, path);
    if (!file) return 'missing';
    if (file.size !== size) {
      file.stream.destroy();
      return 'other size';
    }
    const hash = createHash('sha256');
    for await (const piece of file.stream) hash.update(piece as Uint8Array);
    return hash.digest('hex') === sha256 ? undefined : 'other content';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === undefined ? 'elsewhere' : 'unreadable';
  }
}
