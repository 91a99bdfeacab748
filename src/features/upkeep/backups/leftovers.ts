/**
 * What a killed backup, restore or check leaves behind: drafts, folders with unpacked archives, and lists that were being
 * written. What did not change for a day is removed at the next start and by the next backup, restore or check. `vestry
 * doctor` names the rest, because another process may still be working on it.
 */
import { existsSync, realpathSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { App } from '../../../app.ts';
import { DRAFT, RESTORING } from '../../../data-dir.ts';

type Place = Pick<App, 'config' | 'paths'>;

/** How the name of the file begins with which health tries a write. The file exists for a moment. */
export const PROBE = `${DRAFT}health-`;
const PROBE_MS = 60_000;
/** How the names of folders begin into which a check unpacks an archive. */
export const UNPACKED = 'vestry-verify-';
/** How the names of folders begin into which a restore unpacks an archive. */
export const STAGED = 'restoring-';

const DAY_MS = 86_400_000;

/** A file or folder that nobody needs. `idleMs` is for how long it has not changed. */
export type Leftover = { file: string; idleMs: number };

/** Returns what killed processes left behind. Leaves out the files of a restore that was cut off and can be finished. */
export async function listLeftovers({ config, paths }: Place): Promise<Leftover[]> {
  const { dataDir, backupDir = paths.backups } = config;
  const isRestoring = existsSync(path.join(dataDir, RESTORING));
  const receipts = existsSync(paths.receipts) ? realpathSync(paths.receipts) : paths.receipts;
  const found = [
    ...(await leftoversIn(dataDir, DRAFT)).filter(({ file, idleMs }) => !file.includes(PROBE) || idleMs > PROBE_MS),
    ...(await leftoversIn(dataDir, /^secrets\.json\.\d+\.new$/)),
    ...(isRestoring ? [] : await leftoversIn(dataDir, STAGED)),
    ...(isRestoring ? [] : await leftoversIn(path.dirname(receipts), `${path.basename(receipts)}.${STAGED}`)),
    ...(await leftoversIn(paths.backups, DRAFT)),
    ...(await leftoversIn(paths.backups, /^made\.json\.\d+\.new$/)),
    ...(await leftoversIn(backupDir, DRAFT)),
  ];
  return [...new Map(found.map((one) => [one.file, one])).values()];
}

/** Returns the entries of a folder whose names match, or begin with a text, without those of other users. */
async function leftoversIn(folder: string, wanted: string | RegExp): Promise<Leftover[]> {
  const names = await readdir(folder).catch(() => []);
  const isWanted = (name: string) => (typeof wanted === 'string' ? name.startsWith(wanted) : wanted.test(name));
  const files = names.filter(isWanted).map((name) => path.join(folder, name));
  const found = await Promise.all(files.map(async (file) => ({ file, changedAt: await lastChange(file) })));
  return found.flatMap(({ file, changedAt }) =>
    changedAt === undefined ? [] : [{ file, idleMs: Date.now() - changedAt }],
  );
}

/** Returns when a file, or a folder or a file in it, was last changed. Returns undefined for those of other users. */
async function lastChange(file: string): Promise<number | undefined> {
  const about = await lstat(file).catch(() => undefined);
  if (!about || about.uid !== (process.getuid?.() ?? about.uid)) return undefined;
  const inside = about.isDirectory() ? await readdir(file).catch(() => []) : [];
  const changes = await Promise.all(inside.map((name) => lstat(path.join(file, name)).catch(() => undefined)));
  return Math.max(about.mtimeMs, ...changes.map((one) => one?.mtimeMs ?? 0));
}

/** Removes leftovers. Throws the error of the disk. */
export async function removeLeftovers(leftovers: readonly Leftover[]): Promise<void> {
  for (const { file } of leftovers) await rm(file, { recursive: true, force: true });
}

/** Removes the entries of a folder whose names begin with `prefix`, if they have not changed for a day. */
export async function removeOld(folder: string, prefix: string): Promise<void> {
  await removeLeftovers((await leftoversIn(folder, prefix)).filter(isOld));
}

/** Removes what checks of backups that were cut off left, if it can: another user may own the folder for temporary files. */
export async function removeOldUnpacked(): Promise<void> {
  await removeOld(tmpdir(), UNPACKED).catch(() => {});
}

/** True if a leftover has not changed for a day, so that no process can still be working on it. */
export function isOld({ idleMs }: Leftover): boolean {
  return idleMs > DAY_MS;
}

/** Returns the copies of earlier books that restores and upgrades kept. Only people decide when to delete them. */
export async function listKeptBooks({ config, paths }: Place): Promise<string[]> {
  const folders = [...new Set([config.dataDir, paths.backups])];
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder).catch(() => []))
        .filter((name) => /^before-(restore|upgrade)-/.test(name))
        .map((name) => path.join(folder, name)),
    ),
  );
  return names.flat();
}
