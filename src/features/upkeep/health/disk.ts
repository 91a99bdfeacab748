/** Whether the disk of the data directory can still be written, and whether its free space will last for a while. */
import { existsSync, statSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '../../../app.ts';
import { backupFolder } from '../backups/create.ts';
import { PROBE } from '../backups/leftovers.ts';
import { madeBackups } from '../backups/history.ts';

type Place = Pick<App, 'config' | 'paths'>;

/** The size of a page of the database. A disk that has no room for it stores no entry. */
const PAGE = Buffer.alloc(4096);

/**
 * Writes and syncs a small new file in the data directory, and removes it. Throws the error of the disk. A new file is used,
 * because a full disk still lets programs overwrite an old one.
 */
export async function tryWrite({ config }: Pick<App, 'config'>): Promise<void> {
  const file = path.join(config.dataDir, `${PROBE}${process.pid}`);
  try {
    const handle = await open(file, 'w', 0o600);
    try {
      await handle.writeFile(PAGE);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } finally {
    await rm(file, { force: true });
  }
}

/** What a month adds at most in a large church: receipts of some megabytes each, entries, and logs. */
const MONTH_BYTES = 256 * 1024 * 1024;

export type Room = { free: number; needed: number };

/**
 * Returns how many bytes are free on the disk of the data directory, and how many the next backup and a month need. While a
 * backup is being made, the data directory has a copy of the database, and also the new archive if that is on the same disk.
 */
export async function roomOf({ config, paths }: Place): Promise<Room> {
  const { bavail, bsize } = await statfs(config.dataDir);
  const copy = sizeOf(paths.database) + sizeOf(`${paths.database}-wal`);
  const last = (await madeBackups(paths)).at(-1)?.size ?? copy;
  const archive = isSameDisk(config.dataDir, backupFolder({ config, paths })) ? last : 0;
  return { free: bavail * bsize, needed: copy + archive + MONTH_BYTES };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function isSameDisk(dataDir: string, folder: string): boolean {
  // The folder for backups is made in the data directory with the first backup.
  return !existsSync(folder) || statSync(folder).dev === statSync(dataDir).dev;
}
