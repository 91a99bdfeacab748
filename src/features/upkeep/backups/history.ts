/**
 * The list of backups that were made from this data directory (`backups/made.json`). Vestry removes only backups on
 * this list, because two churches may share a folder.
 */
import { lstatSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { App } from '../../../app.ts';
import { instantOfName } from './rules.ts';
import { syncFolder } from './archive-writer.ts';

const count = z.int().min(0);
const MadeBackup = z.object({
  file: z.string(),
  at: z.iso.datetime(),
  size: count,
  isScheduled: z.boolean(),
  /** Whether the books in it do not agree with the audit log. Only scheduled backups are checked for this. */
  isFaulty: z.boolean().default(false),
  church: z.string().nullable(),
  members: count,
  givings: count,
  expenses: count,
});
export type MadeBackup = z.output<typeof MadeBackup>;

type Paths = Pick<App['paths'], 'backups'>;

const listFile = ({ backups }: Paths) => path.join(backups, 'made.json');

/** Returns the recorded backups whose files exist unchanged, in the order in which they were made. */
export async function madeBackups(paths: Paths): Promise<MadeBackup[]> {
  return (await readList(paths)).filter(isThere);
}

async function readList(paths: Paths): Promise<MadeBackup[]> {
  try {
    const result = z.array(MadeBackup).safeParse(JSON.parse(await readFile(listFile(paths), 'utf8')));
    // If the list cannot be read, no backup is removed and a new backup is due. Both are safe.
    return result.success ? result.data : [];
  } catch {
    return [];
  }
}

function isThere({ file, size }: MadeBackup): boolean {
  try {
    const about = lstatSync(file);
    return about.isFile() && about.size === size;
  } catch {
    return false;
  }
}

/** Adds a backup to the list. Drops backups that no longer exist, unless their whole folder is missing. */
export async function rememberBackup(paths: Paths, made: z.input<typeof MadeBackup>): Promise<void> {
  const all = await readList(paths);
  await writeList(paths, [...all.filter((one) => one.file !== made.file && !isGone(one)), made]);
}

function isGone({ file }: MadeBackup): boolean {
  const entry = lstatSync(file, { throwIfNoEntry: false });
  return entry === undefined && lstatSync(path.dirname(file), { throwIfNoEntry: false }) !== undefined;
}

async function writeList(paths: Paths, list: readonly z.input<typeof MadeBackup>[]): Promise<void> {
  await mkdir(paths.backups, { recursive: true, mode: 0o700 });
  const draft = `${listFile(paths)}.${process.pid}.new`;
  try {
    const handle = await open(draft, 'w', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(list, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, listFile(paths));
    await syncFolder(paths.backups);
  } finally {
    await rm(draft, { force: true });
  }
}

type Last = { at: Date; file: string };

/**
 * Returns the newest backup of this data directory that exists unchanged and whose books are not known to be faulty, or
 * null. A backup dated in the future does not count.
 */
export async function lastGoodBackup(app: Pick<App, 'paths' | 'clock'>): Promise<Last | null> {
  const last = (await pastBackups(app)).find(({ isFaulty }) => !isFaulty);
  return last ? { at: last.at, file: last.file } : null;
}

/** Returns the newest scheduled backup if the books in it do not agree with the audit log, or null. */
export async function lastFaultyBackup(app: Pick<App, 'paths' | 'clock'>): Promise<Last | null> {
  const last = (await pastBackups(app)).find(({ isScheduled }) => isScheduled);
  return last?.isFaulty ? last : null;
}

/** Returns the backups that exist unchanged and are not dated in the future, the newest first. */
async function pastBackups({ paths, clock }: Pick<App, 'paths' | 'clock'>) {
  const now = clock.now();
  return (await madeBackups(paths))
    .map((one) => ({ ...one, at: new Date(one.at) }))
    .filter(({ at }) => at.getTime() <= now.getTime())
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** True if the file has the kind of name that Vestry gives to backups. */
export function hasOwnName({ file }: MadeBackup): boolean {
  return instantOfName(path.basename(file)) !== undefined;
}
