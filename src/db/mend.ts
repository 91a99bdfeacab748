/** Writes a database again after its disk failed. `disk-state.ts` says why this is necessary. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { noteTrouble, readTrouble } from '../trouble.ts';
import { open, WAIT_LIMIT_MS } from './connect.ts';
import { isUnmended } from './disk-state.ts';
import { codeOf, isBusy } from './driver-errors.ts';

/**
 * After a failure of the disk, copies the whole log into the database again, which only a process that has the database
 * to itself can do. Throws a SetupError if another process has it open, or if the disk fails again.
 */
export function mendAfterFailure(file: string): void {
  if (!isUnmended(file) || !existsSync(file)) return;
  const handle = open(file, { timeout: WAIT_LIMIT_MS });
  try {
    // An exclusive connection reads the log from its beginning, whatever other processes noted about it.
    handle.pragma('locking_mode = EXCLUSIVE');
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
  const directory = path.dirname(file);
  const { disk } = readTrouble(directory);
  if (disk) noteTrouble(directory, { disk: { ...disk, mendedAt: new Date().toISOString() } });
}
