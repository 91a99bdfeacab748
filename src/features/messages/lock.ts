import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { App } from '../../app.ts';
import { lockFile } from '../../db/connect.ts';
import { AppError } from '../../errors.ts';

/**
 * Locks a batch and returns a function that releases the lock. The lock also ends with the process, even after a crash.
 * A batch that was cut off can therefore be resumed at once, but a batch that is being sent cannot. Raises
 * `unavailable` if the batch is locked.
 */
export function holdBatch({ paths }: App, id: string): () => void {
  mkdirSync(paths.sending, { recursive: true, mode: 0o700 });
  const file = path.join(paths.sending, `${id}.lock`);
  const release = lockFile(file);
  if (!release || !existsSync(file)) {
    // If the file is gone, another process had the lock and has just removed the file.
    release?.();
    throw new AppError('unavailable', 'This batch is being sent now. Wait until it is finished.');
  }
  return () => {
    // The file is removed before it is unlocked. Otherwise another process could lock the file just before it is removed.
    removeIfPossible(file);
    release();
  };
}

/** Removes a file. On Windows an open file cannot be removed and stays. */
function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A file that stays does no harm.
  }
}
