/** Writes a database again after its disk failed. `disk-state.ts` says why this is necessary. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { noteTrouble, readTrouble } from '../trouble.ts';
import { open, WAIT_LIMIT_MS } from './connect.ts';
import { isDamaged } from './damage.ts';
import { failsDisk, isUnmended } from './disk-state.ts';
import { codeOf, isBusy } from './driver-errors.ts';

/**
 * After a failure of the disk, copies the whole log into the database again, which only a process that has the database
 * to itself can do. Throws a SetupError if another process has it open, or if the disk fails again.
 */
export function mendAfterFailure(file: string): void {
  if (!isUnmended(file) || !existsSync(file)) return;
  mend(file, WAIT_LIMIT_MS);
  const directory = path.dirname(file);
  const { disk } = readTrouble(directory);
  if (disk) noteTrouble(directory, { disk: { ...disk, mendedAt: new Date().toISOString() } });
}

/**
 * Like `mendAfterFailure`, for a log that a crash left: the process may have been killed just after a sync of the log that
 * failed. Does nothing while another process has the database open, or if the database is marked as damaged, and does not
 * keep people from reading while the disk is full. Throws a SetupError if the disk fails.
 */
export function mendAfterCrash(file: string): void {
  if (isDamaged(file)) return;
  try {
    mend(file, 0);
  } catch (error) {
    const { cause } = error as SetupError;
    if (failsDisk(cause) || codeOf(cause) === 'EIO') throw error;
  }
}

function mend(file: string, timeout: number): void {
  const handle = open(file, { timeout });
  try {
    // An exclusive connection reads the log from its beginning, whatever other processes noted about it.
    handle.pragma('locking_mode = EXCLUSIVE');
    handle.exec('begin immediate');
    writeAgain(`${file}-wal`);
    handle.exec('rollback');
    handle.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    throw new SetupError(
      isBusy(error)
        ? 'The disk failed to write the database, so it must be written again, but another Vestry still has it open. ' +
            'Stop the service and every other command, and try again: vestry stop'
        : `The disk still fails to write ${file} (${codeOf(error)}). Nothing is lost yet. ` +
            'Check the disk and its free space, copy the whole data directory to another disk, and name that with --data-dir.',
      EXIT.inTheWay,
      error,
    );
  } finally {
    handle.close();
  }
}

/**
 * Writes the bytes of the log over themselves. After a sync that failed, the system takes pages for written that are not on
 * the disk, and would not write them before what SQLite copies from them.
 */
function writeAgain(log: string): void {
  if (!existsSync(log)) return;
  const bytes = readFileSync(log);
  const descriptor = openSync(log, 'r+');
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at, bytes.length - at, at);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
