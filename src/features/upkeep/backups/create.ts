/**
 * Makes a backup while the books are in use: a copy of the database, and the receipts that the copy names. Receipts
 * never change, so they need no snapshot. If a receipt is removed while the backup is being made, the manifest records
 * this.
 *
 * The archive gets its final name only after it has been read back and checked with the code of `backup verify`. It
 * gets this name as a hard link where possible, because a new link never replaces an existing file. The unencrypted
 * copy of the database stays in the data directory, because other people may see the folder of the archive. A backup
 * adds no entry to the audit log, because the entry would change the books that were just backed up. The service's log
 * records the backup instead.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { link, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '../../../app.ts';
import { DRAFT } from '../../../data-dir.ts';
import { copyDatabase } from '../../../db/copy.ts';
import { AppError } from '../../../errors.ts';
import { type Checked, unpackChecked } from './inspect.ts';
import { collect, entriesOf, sizesBeforeReceipts } from './contents.ts';
import { rememberBackup } from './history.ts';
import { removeOld } from './leftovers.ts';
import { unwritable } from './disk-faults.ts';
import { archiveName, ENTRIES } from './rules.ts';
import type { Backup } from './schema.ts';
import { syncFolder, type WrittenEntry, writeArchive } from './archive-writer.ts';

const PRIVATE_FOLDER = 0o700;
const NOTHING_LEFT = 'No backup was made, and no unfinished file was left.';

export type CreateOptions = {
  /** The path of a new file, or of a folder. If it is undefined, `backupFolder` determines the folder. */
  output?: string | undefined;
  passphrase?: string | undefined;
  isScheduled?: boolean;
  /** Called with the progress of both halves of the work: writing, and reading back. */
  onProgress?: ((done: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** Returns the folder for backups that are made without `output`, such as scheduled backups. */
export function backupFolder({ config, paths }: Pick<App, 'config' | 'paths'>): string {
  return config.backupDir ?? paths.backups;
}

/**
 * Writes an archive of the books as they are at this moment, and reads it back. Raises `conflict` if the file exists,
 * `not_found` if its folder does not exist, and `unavailable` if the disk is full or cannot be written. After a
 * failure, no file is left.
 */
export async function createBackup(app: App, options: CreateOptions): Promise<Backup> {
  const target = await resolveTarget(app, options);
  const { isScheduled = false, ...archive } = options;
  // At night there is time to compare the books with their log.
  return withArchive(
    app,
    path.dirname(target.file),
    { ...archive, comparesBooks: isScheduled },
    async ({ draft, size, checked }) => {
      const { manifest } = checked;
      const file = await giveName(draft, target);
      const { church, members, givings, expenses } = manifest.figures;
      const isFaulty = checked.proof.faults.length > 0;
      const made = { file, at: manifest.createdAt, size, isScheduled, isFaulty };
      await rememberBackup(app.paths, { ...made, church, members, givings, expenses }).catch((error: unknown) =>
        app.log.warn({ err: error, file }, 'the backup was made, but could not be noted'),
      );
      return describe(checked, { file, size, isEncrypted: options.passphrase !== undefined });
    },
  );
}

export type ArchiveOptions = Pick<CreateOptions, 'passphrase' | 'onProgress' | 'signal'> & {
  /** True to leave out the files of receipts. */
  leavesOutReceipts?: boolean;
  /** True to compare the books with their audit log. `checked` then has the faults. */
  comparesBooks?: boolean;
};

/** An archive that was read back, under a name that it has for a moment. */
type Archive = {
  draft: string;
  size: number;
  checked: Checked;
  /** The archive has everything that was stored before this instant. */
  asOf: Date;
};

/**
 * Writes an archive into a folder, reads it back, and calls `use` with it. Removes it afterwards, unless `use` moved it.
 * Throws `unavailable` if the disk is full or cannot be written.
 */
export async function withArchive<T>(
  app: App,
  folder: string,
  options: ArchiveOptions,
  use: (archive: Archive) => Promise<T>,
): Promise<T> {
  // Remove old unfinished files before creating a new file. The disk's clock may be days behind, so the new file might
  // look old.
  await removeOldDrafts(folder);
  // The copy of the database stays in the data directory, because other people may have access to the archive's folder.
  const work = await makeWorkFolder(app.paths.backups);
  const draft = path.join(folder, `${DRAFT}${randomBytes(8).toString('hex')}`);
  const asOf = app.clock.now();
  try {
    const checked = await writeInto(app, { work, draft }, options);
    const { size } = await stat(draft);
    return await use({ draft, size, checked, asOf });
  } catch (error) {
    throw unwritable(error, folder, NOTHING_LEFT);
  } finally {
    // What cannot be removed now is removed by a later backup, and must not hide what happened.
    await rm(draft, { force: true }).catch(() => {});
    await rm(work, { recursive: true, force: true }).catch(() => {});
  }
}

/** Returns the description of an archive. */
export function describe(
  { manifest, origin, proof }: Checked,
  file: Pick<Backup, 'file' | 'size' | 'isEncrypted'>,
): Backup {
  const { createdAt, vestryVersion, schemaVersion, figures, receipts, receiptProblems } = manifest;
  const leavesOutReceipts = manifest.leavesOutReceipts === true;
  const holdsSecrets = manifest.files.some((one) => one.path === ENTRIES.secrets);
  const about = {
    holdsSecrets,
    createdAt,
    vestryVersion,
    schemaVersion,
    ...figures,
    receipts,
    receiptProblems,
    leavesOutReceipts,
  };
  const { head: auditHead, authentication, warnings } = proof;
  return { ...file, ...about, ...origin, auditHead, authentication, warnings };
}

type Target = {
  file: string;
  /** Further names, in case the first is taken. There are none if the caller named the file. */
  others: Generator<string>;
};

async function resolveTarget(app: App, { output, passphrase }: CreateOptions): Promise<Target> {
  if (output !== undefined && !isFolder(output)) {
    const file = path.resolve(output);
    if (!existsSync(path.dirname(file))) throw new AppError('not_found', `There is no folder ${path.dirname(file)}.`);
    if (existsSync(file)) throw new AppError('conflict', `${file} already exists. Nothing was written.`);
    return { file, others: (function* () {})() };
  }
  const folder = path.resolve(output ?? backupFolder(app));
  if (folder === app.paths.backups) await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  // If a folder is missing, its disk is usually not connected. Creating the folder would hide this fault.
  else if (!existsSync(folder))
    throw new AppError('unavailable', `The folder ${folder} does not exist. Is its disk connected?`);
  const at = app.clock.now();
  const isEncrypted = passphrase !== undefined;
  const others = (function* () {
    for (let again = 1; again < 100; again++) yield path.join(folder, archiveName(at, { isEncrypted, again }));
  })();
  return { file: path.join(folder, archiveName(at, { isEncrypted })), others };
}

function isFolder(output: string): boolean {
  return /[/\\]$/.test(output) || (statSync(output, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

async function makeWorkFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    await removeOldDrafts(folder);
    return await mkdtemp(path.join(folder, DRAFT));
  } catch (error) {
    throw unwritable(error, folder, NOTHING_LEFT);
  }
}

/** Removes unfinished files that a crash left more than a day ago. */
async function removeOldDrafts(folder: string): Promise<void> {
  await removeOld(folder, DRAFT).catch((error: unknown) => {
    throw unwritable(error, folder, NOTHING_LEFT);
  });
}

type Places = { work: string; draft: string };

async function writeInto(app: App, { work, draft }: Places, options: ArchiveOptions): Promise<Checked> {
  const { passphrase, signal, onProgress, leavesOutReceipts = false, comparesBooks = false } = options;
  const database = path.join(work, ENTRIES.database);
  await copyDatabase(app.paths.database, database, { signal }).catch((error: unknown) => {
    throw unwritable(error, app.paths.backups, NOTHING_LEFT);
  });
  const collection = await collect(app, database, { isEncrypted: passphrase !== undefined, leavesOutReceipts });
  const { about } = collection;
  const total = about.databaseBytes + about.receiptBytes;
  const written: WrittenEntry[] = [];
  let bytes = 0;
  await writeArchive(draft, {
    entries: entriesOf(app, collection, written),
    onWritten: (entry) => {
      written.push(entry);
      onProgress?.((bytes += entry.size), 2 * total);
    },
    at: new Date(about.createdAt),
    passphrase,
    pressed: sizesBeforeReceipts(collection),
    signal,
  });
  await rm(database);
  const { size } = await stat(draft);
  return unpackChecked(draft, {
    passphrase,
    into: work,
    encryptionKey: app.secrets().encryptionKey,
    // A row or table that was changed outside Vestry must not stop the church from making backups. The commands doctor
    // and verify report such changes.
    books: comparesBooks ? 'tell' : 'skip',
    onProgress: (done) => {
      signal?.throwIfAborted();
      onProgress?.(Math.floor(total * (1 + done / size)), 2 * total);
    },
  });
}

/** Gives the finished archive the first free name and returns that name. Raises `conflict` if no name is free. */
async function giveName(draft: string, { file, others }: Target): Promise<string> {
  for (let name: string | undefined = file; name !== undefined; name = others.next().value ?? undefined) {
    if (await takesName(draft, name)) {
      await syncFolder(path.dirname(name)).catch(async (error: unknown) => {
        await rm(name, { force: true });
        throw error;
      });
      return name;
    }
  }
  throw new AppError('conflict', `${file} already exists. Nothing was written.`);
}

/**
 * Gives a file a name that no file has yet. Returns false if the name is taken.
 */
export async function takesName(draft: string, name: string): Promise<boolean> {
  try {
    await link(draft, name);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EMLINK') throw error;
  }
  // A USB stick formatted with FAT does not support hard links.
  if (existsSync(name)) return false;
  await rename(draft, name);
  return true;
}
