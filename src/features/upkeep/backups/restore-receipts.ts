/** Finds the receipts for a backup that has none: in another backup of the church, and on this computer. */
import { constants } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { connect } from '../../../db/connect.ts';
import { contentOfFile } from '../backup-target/protocol.ts';
import { unpackChecked } from './inspect.ts';
import { type NamedReceipt, namedReceipts } from './queries.ts';
import { ENTRIES, isReceiptPath } from './rules.ts';
import type { Stage } from './swap.ts';

type Sources = {
  /** Another backup, which has receipts. */
  from: string | undefined;
  passphrase: string | undefined;
  encryptionKey: Uint8Array | undefined;
  /** The folder of the present receipts. */
  present: string;
};

/**
 * Puts the receipts that unpacked books name into the stage, as far as they can be found. Returns how many are missing.
 * Throws `file_refused` if the other backup is damaged.
 */
export async function gatherReceipts(stage: Stage, { from, present, ...keys }: Sources): Promise<number> {
  if (from !== undefined) {
    const into = await mkdtemp(path.join(stage.staging, 'from-'));
    await unpackChecked(from, { ...keys, into, receipts: stage.receipts, books: 'skip' });
    await rm(into, { recursive: true });
  }
  const named = new Set<string>();
  let missing = 0;
  const db = connect(path.join(stage.staging, ENTRIES.database), 'block');
  try {
    for await (const page of namedReceipts(db)) {
      for (const receipt of page) {
        named.add(receipt.path);
        if (!(await isStaged(stage.receipts, receipt)) && !(await isTaken(present, stage.receipts, receipt)))
          missing += 1;
      }
    }
  } finally {
    await db.destroy();
  }
  await removeOthers(stage.receipts, named);
  return missing;
}

const fileOf = (folder: string, { path: stored }: Pick<NamedReceipt, 'path'>) =>
  path.join(folder, ...stored.split('/'));

async function isStaged(folder: string, receipt: NamedReceipt): Promise<boolean> {
  const about = await stat(fileOf(folder, receipt)).catch(() => undefined);
  return about?.size === receipt.size;
}

/** Copies a receipt of this computer if it is the one that the books name. Returns whether it is. */
async function isTaken(present: string, into: string, receipt: NamedReceipt): Promise<boolean> {
  if (!isReceiptPath(receipt.path)) return false;
  const content = await contentOfFile(fileOf(present, receipt)).catch(() => undefined);
  if (content?.size !== receipt.size || content.sha256 !== receipt.sha256) return false;
  const place = fileOf(into, receipt);
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  await copyFile(fileOf(present, receipt), place, constants.COPYFILE_FICLONE);
  return true;
}

/** Removes the receipts of the other backup that these books do not name, because they were deleted meanwhile. */
async function removeOthers(folder: string, named: ReadonlySet<string>): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const stored = path.relative(folder, file).split(path.sep).join('/');
    if (entry.isFile() && !named.has(stored)) await rm(file);
  }
}
