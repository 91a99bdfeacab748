/**
 * Lists the backups in the backup folder and the data directory. Of a backup archive, checks only the beginning and the
 * length.
 */
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { type Config } from '../../../config.ts';
import { dataPaths } from '../../../data-dir.ts';
import { refuseForeignFile } from '../../../db/migrate.ts';
import { readBeginning } from './unpack.ts';
import { backupFolder } from './create.ts';
import { type MadeBackup, madeBackups } from './history.ts';
import { kindOfArchive } from './archive-reader.ts';
import { instantOfName } from './rules.ts';
import type { About, BackupList, Listed } from './schema.ts';

const BEFORE_UPGRADE = /^before-upgrade-from-\d+-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)\.db$/;
const BEFORE_RESTORE = /^before-restore-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)$/;
const TAR_BLOCK = 512;
const SMALLEST = 200;

/** Returns the backups in the backup folder and in the data directory, the newest first. */
export async function listBackups(config: Config): Promise<BackupList> {
  const paths = dataPaths(config.dataDir);
  const folder = backupFolder({ config, paths });
  const made = new Map((await madeBackups(paths)).map((one) => [one.file, one]));
  const backups: Listed[] = [];
  for (const place of new Set([folder, paths.backups, config.dataDir])) {
    const names = existsSync(place) ? readdirSync(place) : [];
    for (const name of names) {
      const listed = await look(path.join(place, name), made);
      if (listed) backups.push(listed);
    }
  }
  const newestFirst = (a: Listed, b: Listed) => (b.createdAt ?? '').localeCompare(a.createdAt ?? '');
  return { folder, backups: backups.toSorted(newestFirst) };
}

const UNKNOWN = { isEncrypted: false, church: null, members: null, givings: null, expenses: null };

async function look(file: string, made: ReadonlyMap<string, MadeBackup>): Promise<Listed | undefined> {
  const name = path.basename(file);
  const about = lstatSync(file);
  const common = { ...UNKNOWN, file, size: about.isFile() ? about.size : 0 };
  const [, hour, minute, second, rest] = BEFORE_UPGRADE.exec(name) ?? [];
  if (hour !== undefined && about.isFile()) {
    const check = isOurDatabase(file) ? 'good' : 'bad';
    return { ...common, kind: 'before upgrade', createdAt: `${hour}:${minute}:${second}.${rest}`, check };
  }
  const [, ...parts] = BEFORE_RESTORE.exec(name) ?? [];
  if (parts.length > 0 && about.isDirectory()) {
    const createdAt = `${parts.slice(0, 3).join('-')}T${parts.slice(3).join(':')}.000Z`;
    return { ...common, kind: 'before restore', createdAt, check: 'not read' };
  }
  const at = instantOfName(name);
  if (!at || !about.isFile()) return undefined;
  return lookInside({ ...common, kind: 'backup', createdAt: at.toISOString(), check: 'bad' }, made.get(file));
}

function isOurDatabase(file: string): boolean {
  try {
    return !refuseForeignFile(file);
  } catch {
    return false;
  }
}

/**
 * Returns what can be known without reading the whole file. The figures of an encrypted backup come from `made`, which
 * was recorded when the backup was made.
 */
async function lookInside(listed: Listed, made: MadeBackup | undefined): Promise<Listed> {
  const { file, size } = listed;
  try {
    const kind = await kindOfArchive(file);
    if (kind === 'encrypted') {
      const { church = null, members = null, givings = null, expenses = null } = made ?? {};
      const check = made ? 'good' : size < SMALLEST ? 'bad' : 'not read';
      return { ...listed, isEncrypted: true, church, members, givings, expenses, check };
    }
    const about = await readBeginning(file);
    const { church, members, givings, expenses } = about.figures;
    const check = made !== undefined || (await endsWell(file, about)) ? 'good' : 'bad';
    return { ...listed, createdAt: about.createdAt, church, members, givings, expenses, check };
  } catch {
    return listed;
  }
}

/**
 * True if the end of the file looks complete. The last four bytes of a gzip file contain the length of its content, and
 * a tar file has a whole number of blocks.
 */
async function endsWell(file: string, { databaseBytes, receiptBytes }: About): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const end = Buffer.alloc(4);
    await handle.read(end, 0, 4, (await handle.stat()).size - 4);
    const least = databaseBytes + receiptBytes;
    const length = end.readUInt32LE();
    return length % TAR_BLOCK === 0 && (least > 0xffff_ffff || length >= databaseBytes);
  } finally {
    await handle.close();
  }
}
