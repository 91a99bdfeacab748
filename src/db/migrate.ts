/**
 * Creates a database file, or upgrades it to the version of this program. An upgrade copies the file first and then
 * runs in one transaction, so it is done completely or not at all.
 *
 * - The `application_id` in the header of the file marks it as a Vestry database. `user_version` is the number of
 *   applied steps (migrations). A foreign or newer file is refused before anything is changed in it.
 * - Released steps are never edited.
 * - The table `upgrades` records which version of the program upgraded the database to which step. An older program
 *   reads from this table which version to install. Every upgrade makes sure that the table exists.
 * - After a step marked `reindexes`, the search index is rebuilt in the same transaction. If the process is killed,
 *   both the database and the index are as they were. Rebuilding takes about ten seconds for 100,000 records. A step
 *   that only changes how search texts are folded or split has empty `sql`.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { printable } from '../lib/text.ts';
import { version as programVersion } from '../package.ts';
import { DRAFT } from '../data-dir.ts';
import { openRaw } from './connect.ts';
import { isDamage } from './damage.ts';
import { readBrokenReferences } from './integrity.ts';
import { mendAfterFailure } from './mend.ts';
import { MIGRATIONS, type Migration } from './migrations/index.ts';
import { rebuildSearch } from './search-rebuild.ts';

/** The mark of a Vestry database in the header of the file: the letters VSTR. */
const APPLICATION_ID = 0x56535452;
const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
const APPLICATION_ID_OFFSET = 68;

/**
 * Creates the table of upgrades, which records which version of the program upgraded the database to which version of
 * the schema.
 */
export const UPGRADES = `create table if not exists "upgrades" (
  "schemaVersion" integer primary key,
  "vestryVersion" text not null,
  "at" text not null
) strict`;

type Handle = ReturnType<typeof openRaw>;

/** How long to wait for another process that is creating or upgrading the database. */
const OTHERS_UPGRADE_MS = 60_000;
/** How often the write-ahead log is tried. Each time, another process has just finished writing. */
const TRIES = 10;

type MigrateOptions = {
  /** The folder for the copy of the file that is made before an existing database is changed. */
  backupDir: string;
  /** The current time, for the name of the copy and the record of the upgrade. */
  now: Date;
  /** Called before a database of an older version is upgraded. It can throw an error to prevent the upgrade. */
  beforeUpgrade?: (() => void) | undefined;
  /** Called at the end of the transaction if steps were applied. */
  complete?: ((db: Handle, from: number) => void) | undefined;
  /** Receives messages about long steps. */
  note?: ((message: string) => void) | undefined;
  migrations?: readonly Migration[];
};

/**
 * Creates the database file, or upgrades it to the version of this program. Returns the names of the applied steps. If
 * the file is not a Vestry database or has a newer version, throws a SetupError and changes nothing.
 */
export function migrate(file: string, options: MigrateOptions): string[] {
  const { backupDir, now, beforeUpgrade, complete, note, migrations = MIGRATIONS } = options;
  const isNew = refuseForeignFile(file);
  mendAfterFailure(file);
  const db = openRaw(file);
  try {
    if (isNew) db.pragma(`application_id = ${APPLICATION_ID}`);
    refuseNewerFile(file, db, migrations.length);
    refuseForeignParts(file, db);
    // After a cancelled restore, the file may no longer use a write-ahead log.
    useLog(db);
    // Data that a step drops is overwritten, so that a later purge leaves nothing behind.
    db.pragma('secure_delete = ON');
    // Read once, because another process may be creating or upgrading the database.
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version === migrations.length) return [];
    const isOld = version > 0;
    if (isOld) beforeUpgrade?.();
    const copy = path.join(backupDir, `before-upgrade-from-${version}-${stamp(now)}.db`);
    let hasCopy = false;
    try {
      db.pragma(`busy_timeout = ${OTHERS_UPGRADE_MS}`);
      if (isOld) {
        refuseBrokenReferences(file, db, version);
        backUp(copy, db);
      }
      hasCopy = isOld;
      return applyPending(db, { migrations, now, complete, note });
    } catch (error) {
      // Nothing was changed, so the copy is not needed. A service manager may start the service again and again, and a
      // copy from each start would fill the disk.
      if (hasCopy) rmSync(copy, { force: true });
      throw error instanceof SetupError ? error : failedUpgrade(file, error);
    }
  } finally {
    db.close();
  }
}

/**
 * Turns on the write-ahead log. For this, SQLite does not wait for another process that is writing, for example because
 * it is creating the same database. This function waits.
 */
function useLog(db: Handle): void {
  for (let left = TRIES; ; left -= 1) {
    try {
      db.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (left === 0 || (error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    }
    // This waits until the other process has written.
    db.exec('begin immediate');
    db.exec('rollback');
  }
}

/**
 * Throws a SetupError unless the file is missing, empty or a Vestry database. Returns whether the file is missing or
 * empty.
 */
export function refuseForeignFile(file: string): boolean {
  if (!existsSync(file) || statSync(file).size === 0) return true;
  const header = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(descriptor);
  }
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new SetupError(
      `${file} is not a database, or it is damaged. Restore a backup: vestry backup list, then vestry backup restore FILE.`,
      1,
    );
  }
  if (header.readInt32BE(APPLICATION_ID_OFFSET) !== APPLICATION_ID) {
    throw new SetupError(
      `${file} belongs to another program. Choose another data directory (--data-dir); nothing was changed.`,
      1,
    );
  }
  return false;
}

function refuseNewerFile(file: string, db: Handle, known: number): void {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version <= known) return;
  throw new SetupError(
    `${file} was written by a newer Vestry (schema ${version}; this program knows ${known}). ` +
      `Install that version or a newer one: npm install vestry@${programOf(db, version)}. Nothing was changed.`,
    1,
  );
}

/**
 * Refuses a file with triggers or views. They can change or hide what the program writes and reads, and Vestry itself
 * makes none.
 */
function refuseForeignParts(file: string, db: Handle): void {
  const read = `select type, name, tbl_name as "table" from sqlite_schema where type not in ('table', 'index')`;
  const [part] = db.prepare(read).all() as { type: string; name: string; table: string }[];
  if (!part) return;
  const called = printable(
    part.name === part.table ? `${part.type} ${part.name}` : `${part.type} ${part.name} of ${part.table}`,
  );
  throw new SetupError(
    `${file} contains the ${called}. Vestry did not make it, and it may change the books unnoticed. Nothing was ` +
      'changed. Ask who made it, and restore an earlier backup: vestry backup list, then vestry backup restore FILE.',
    EXIT.refused,
  );
}

/**
 * Refuses to upgrade a database with rows that refer to missing rows, because every backup after the upgrade would be
 * refused for them.
 */
function refuseBrokenReferences(file: string, db: Handle, version: number): void {
  const broken = readBrokenReferences(db);
  if (broken.length === 0) return;
  throw new SetupError(
    `${file} cannot be upgraded, because some rows refer to rows that do not exist: ${broken.join(', ')}. Nothing was ` +
      'changed. Restore an earlier backup: vestry backup list, then vestry backup restore FILE. Until then, you can go ' +
      `back to your earlier version: npm install vestry@${programOf(db, version)}`,
    EXIT.refused,
  );
}

/**
 * Returns the version of the program that upgraded a database to this version of the schema, or `latest` if that is
 * unknown.
 */
function programOf(db: Handle, version: number): string {
  const read = 'select "vestryVersion" from "upgrades" where "schemaVersion" = ?';
  try {
    const name = String(db.prepare(read).pluck().get(version));
    return /^\d[\w.-]*$/.test(name) ? name : 'latest';
  } catch {
    return 'latest';
  }
}

type Steps = Pick<MigrateOptions, 'now' | 'complete' | 'note'> & { migrations: readonly Migration[] };

function applyPending(db: Handle, { migrations, now, complete, note }: Steps): string[] {
  return db
    .transaction(() => {
      const from = Number(db.pragma('user_version', { simple: true }));
      const pending = migrations.slice(from);
      for (const { sql } of pending) db.exec(sql);
      // The search index is rebuilt once for all steps, in the same transaction, so that it always matches the version
      // of the database.
      if (pending.some(({ reindexes }) => reindexes)) rebuildSearch(db, note);
      db.pragma(`user_version = ${migrations.length}`);
      // No step makes this table, because older databases need it, too.
      db.exec(UPGRADES);
      db.prepare('insert or replace into "upgrades" values (?, ?, ?)').run(
        migrations.length,
        programVersion(),
        now.toISOString(),
      );
      if (pending.length > 0) complete?.(db, from);
      return pending.map(({ name }) => name);
    })
    .immediate();
}

/**
 * Copies the database. SQLite does not sync the copy, so it is made under another name, checked and synced, and only
 * then renamed. If the process is killed, the next backup removes the unfinished file.
 */
function backUp(copy: string, db: Handle): void {
  const folder = path.dirname(copy);
  const draft = path.join(folder, `${DRAFT}${path.basename(copy)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    db.prepare('vacuum into ?').run(draft);
    refuseDamaged(draft);
    sync(draft, 'r+');
    renameSync(draft, copy);
    // Windows cannot sync a folder and does not need to.
    if (process.platform !== 'win32') sync(folder, 'r');
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function refuseDamaged(copy: string): void {
  const made = openRaw(copy);
  try {
    const verdict = made.pragma('integrity_check', { simple: true });
    if (verdict !== 'ok') throw new Error(`the copy is damaged (${String(verdict)})`);
  } finally {
    made.close();
  }
}

function sync(place: string, flags: string): void {
  const descriptor = openSync(place, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function failedUpgrade(file: string, error: unknown): SetupError {
  if (isDamage(error))
    return new SetupError(
      `${file} is damaged, so it was not upgraded, and nothing was changed. Restore a backup: vestry backup list, then ` +
        'vestry backup restore FILE.',
      EXIT.unexpected,
      error,
    );
  return new SetupError(
    `${file} could not be upgraded to this version: ${(error as Error).message}. Nothing was changed in it. ` +
      'Check whether the disk is full. Otherwise go back to your earlier version, and report this message.',
    1,
    error,
  );
}

function stamp(now: Date): string {
  return now.toISOString().replace(/[:.]/g, '-');
}
