/**
 * Recognizes a write-ahead log that belongs to another database, before SQLite applies it.
 *
 * SQLite keeps no link between a database and its log. If somebody replaces `vestry.db` by a copy while the log of the old
 * file stays beside it, SQLite writes the pages of the log into the copy, and damages it or takes it back to an earlier day.
 * A log is there when a service crashed, or while other processes use the database. It is then examined with connections
 * that only read, so that neither file changes. The file together with its log must be undamaged, agree with the audit log,
 * and continue the audit log of the file alone. If it does not, although the file alone is good, the log is refused.
 */
import { constants, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { App } from '../../app.ts';
import { DRAFT } from '../../data-dir.ts';
import { connectToRead, type Db } from '../../db/connect.ts';
import { isDamage } from '../../db/damage.ts';
import { findDamage } from '../../db/integrity.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import type { Head } from './chain.ts';
import { prove } from './proof.ts';
import { findEntry, readAnyHead } from './queries.ts';
import { keyOf, type Known } from './verification.ts';

/** Throws a SetupError if the log beside the database does not belong to it. Changes nothing. */
export async function refuseForeignLog(place: Pick<App, 'paths' | 'secrets' | 'declared'>): Promise<void> {
  const { database } = place.paths;
  const known = { ...keyOf(place), isOwn: true, declared: place.declared };
  const folder = mkdtempSync(path.join(path.dirname(database), DRAFT));
  try {
    const alone = path.join(folder, path.basename(database));
    copyFileSync(database, alone, constants.COPYFILE_FICLONE);
    const fault = await inFile(database, (db) => firstFault(db, known, alone));
    if (fault === undefined || (await inFile(alone, (db) => firstFault(db, known))) !== undefined) return;
    throw refusal(database, fault);
  } catch (error) {
    // A full disk has no room for the copy, and must not keep people from reading their books.
    if ((error as NodeJS.ErrnoException).syscall !== 'copyfile') throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function refusal(database: string, fault: string): SetupError {
  const name = path.basename(database);
  return new SetupError(
    `${database}-wal does not fit ${database}: ${fault} The database was probably replaced by a copy while the log of the ` +
      'old one stayed, or somebody changed the books with another program. Nothing was changed. To start with the database ' +
      `as it is without this log, move ${name}-wal and ${name}-shm to another folder. Otherwise put back the database to ` +
      'which the log belongs.',
    EXIT.refused,
  );
}

/** Calls `look` with a snapshot of a database that is only read. Returns the message of SQLite if the file is damaged. */
async function inFile<T>(file: string, look: (db: Db) => Promise<T>): Promise<T | string> {
  const db = connectToRead(file);
  try {
    return await db.transaction().setAccessMode('read only').execute(look);
  } catch (error) {
    if (isDamage(error)) return `${(error as Error).message}.`;
    throw error;
  } finally {
    await db.destroy();
  }
}

/** Returns the first fault of a database, as a sentence, or undefined. With `earlier`, it must continue that database. */
async function firstFault(db: Db, known: Known, earlier?: string): Promise<string | undefined> {
  const [damage] = await findDamage(db);
  if (damage !== undefined) return `${damage}.`;
  const { faults } = await prove(db, known);
  return faults[0] ?? (earlier === undefined ? undefined : await takenBack(db, earlier));
}

/** Returns a sentence if the audit log of a database does not continue the audit log of an earlier state. */
async function takenBack(db: Db, earlier: string): Promise<string | undefined> {
  // The file alone may be damaged, or may not have the table yet.
  const head = await inFile(earlier, readAnyHead).catch(() => undefined);
  if (head === undefined || typeof head === 'string' || head.entries === 0) return undefined;
  const { entries, lastHash }: Head = head;
  if ((await findEntry(db, entries))?.hash === lastHash) return undefined;
  return `with this log, entry ${entries} of the audit log is gone.`;
}
