/** Finds files without a row and rows without a file. A crash, or somebody changing the folder by hand, can leave them. */
import type { App } from '../../../app.ts';
import { isOwnPath, type ListedFile, listFiles, openFile, removeFile } from '../../../storage.ts';
import { isNamed, namedFiles, type NamedFile } from './queries.ts';

/** A newer file may belong to an upload whose row is about to be written. */
const SAFE_AGE_MS = 3_600_000;

export type ReceiptFault = { expenseId: number; problem: 'missing' | 'other size' | 'elsewhere' | 'unreadable' };

export type ReceiptSweep = {
  /** How many receipts agree with their rows. */
  intact: number;
  /** Files that no row names and that are more than an hour old. If a row has a fault, one of them may be its receipt. */
  leftovers: string[];
  /** Files in the folder that are not receipts. They are left alone. */
  foreign: string[];
  /** Rows that disagree with their file. They are left alone. */
  faults: ReceiptFault[];
};

/** Compares the files with the rows and changes neither. */
export async function sweepReceipts(app: App): Promise<ReceiptSweep> {
  // Files are listed before rows, so that an old file cannot get a row afterwards.
  const files = new Map<string, ListedFile>();
  for await (const file of listFiles(app.paths.receipts)) files.set(file.path, file);
  const sweep: ReceiptSweep = { intact: 0, leftovers: [], foreign: [], faults: [] };
  const named = new Set<string>();
  for await (const page of namedFiles(app.db)) {
    for (const row of page) {
      named.add(row.path);
      const problem = await problemOf(app, row, files);
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

/** Removes files that a sweep found left over. */
export async function removeLeftovers(app: App, leftovers: readonly string[]): Promise<void> {
  for (const path of leftovers) await removeFile(app.paths.receipts, path);
}

/**
 * Returns what is wrong with a row's file. A file that was missing at first may have appeared since, or the reverse.
 */
async function problemOf(
  app: App,
  row: NamedFile,
  files: ReadonlyMap<string, ListedFile>,
): Promise<ReceiptFault['problem'] | undefined> {
  const { path } = row;
  if (!isOwnPath(path)) return 'elsewhere';
  if (files.get(path)?.size === row.size) return undefined;
  const problem = await problemOnDisk(app, row);
  if (!problem) return undefined;
  return (await isNamed(app.db, row)) ? problem : undefined;
}

async function problemOnDisk(app: App, { path, size }: NamedFile): Promise<ReceiptFault['problem'] | undefined> {
  try {
    const file = await openFile(app.paths.receipts, path);
    file?.stream.destroy();
    if (!file) return 'missing';
    return file.size === size ? undefined : 'other size';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === undefined ? 'elsewhere' : 'unreadable';
  }
}
