import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { App } from '../../app.ts';
import { lockFile } from '../../db/connect.ts';
import { AppError } from '../../errors.ts';

/**
 * Locks a batch until it is released or the process ends, in whatever way. So a batch that was cut off can be resumed at once,
 * and a batch that is being sent cannot. Raises `unavailable` when another process holds it.
 */
export function holdBatch({ paths }: App, id: string): () => void {
  mkdirSync(paths.sending, { recursive: true, mode: 0o700 });
  const file = path.join(paths.sending, `${id}.lock`);
  const release = lockFile(file);
  if (!release || !existsSync(file)) {
    // The file is gone: another process held it and has just removed it.
    release?.();
    throw new AppError('unavailable', 'This batch is being sent now. Wait until it is finished.');
  }
  return () => {
    // The file is removed before it is unlocked, so that nobody locks a file that is gone.
    removeIfPossible(file);
    release();
  };
}

/** Windows does not remove open files; there the file stays, which does no harm. */
function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A file that stays does no harm.
  }
}
