/** Brings a database file to this program's version: one transaction, after a copy of the file, or not at all. */
import { closeSync, existsSync, mkdirSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../errors.ts';
import { openRaw } from './connect.ts';
import { MIGRATIONS, type Migration } from './migrations/index.ts';

/** Marks a file as ours in its header: the letters VSTR. */
const APPLICATION_ID = 0x56535452;
const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
const APPLICATION_ID_OFFSET = 68;

type Handle = ReturnType<typeof openRaw>;

type MigrateOptions = {
  /** Where the copy of the file goes before an existing database is changed. */
  backupDir: string;
  /** The present instant, for the copy's name. */
  now: Date;
  migrations?: readonly Migration[];
};

/**
 * Creates the database file or brings it to the present version. Returns the names of the steps applied.
 * Raises a SetupError, with nothing changed, for a file that is no Vestry database or comes from a newer version.
 */
export function migrate(file: string, { backupDir, now, migrations = MIGRATIONS }: MigrateOptions): string[] {
  const isNew = refuseForeignFile(file);
  const db = openRaw(file);
  try {
    if (isNew) db.pragma(`application_id = ${APPLICATION_ID}`);
    const version = () => Number(db.pragma('user_version', { simple: true }));
    refuseNewerFile(file, version(), migrations.length);
    // A file that was put back from a restore that was not carried out may be without its log.
    db.pragma('journal_mode = WAL');
    if (version() === migrations.length) return [];
    const copy = path.join(backupDir, `before-upgrade-from-${version()}-${stamp(now)}.db`);
    const hasCopy = version() > 0;
    try {
      if (hasCopy) backUp(copy, db);
      return applyPending(db, migrations);
    } catch (error) {
      throw failedUpgrade(file, error, hasCopy && existsSync(copy) ? copy : undefined);
    }
  } finally {
    db.close();
  }
}

/** Raises a SetupError unless the file is absent, empty or ours; returns whether there is nothing in it yet. */
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
      `${file} is not a database, or it is damaged. Move it away, or put a backup in its place; nothing was changed.`,
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

function refuseNewerFile(file: string, version: number, known: number): void {
  if (version <= known) return;
  throw new SetupError(
    `${file} was written by a newer Vestry (schema ${version}; this program knows ${known}). ` +
      'Install the newer version: npm install vestry@latest. Nothing was changed.',
    1,
  );
}

function applyPending(db: Handle, migrations: readonly Migration[]): string[] {
  return db
    .transaction(() => {
      const pending = migrations.slice(Number(db.pragma('user_version', { simple: true })));
      for (const { sql } of pending) db.exec(sql);
      db.pragma(`user_version = ${migrations.length}`);
      return pending.map(({ name }) => name);
    })
    .immediate();
}

/** Copies the database and reads the copy; one that is not good is removed again. */
function backUp(copy: string, db: Handle): void {
  mkdirSync(path.dirname(copy), { recursive: true, mode: 0o700 });
  try {
    db.prepare('vacuum into ?').run(copy);
    const made = openRaw(copy);
    try {
      const verdict = made.pragma('integrity_check', { simple: true });
      if (verdict !== 'ok') throw new Error(`the copy is damaged (${String(verdict)})`);
    } finally {
      made.close();
    }
  } catch (error) {
    rmSync(copy, { force: true });
    throw error;
  }
}

function failedUpgrade(file: string, error: unknown, copy: string | undefined): SetupError {
  const kept = copy === undefined ? '' : ` A copy from before is ${copy}.`;
  return new SetupError(
    `${file} could not be brought to this version: ${(error as Error).message}. Nothing was changed in it.${kept} ` +
      'Look whether the disk is full; otherwise go on with the version that you had, and report this message.',
    1,
    error,
  );
}

function stamp(now: Date): string {
  return now.toISOString().replace(/[:.]/g, '-');
}
