import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { App } from '../../app.ts';
import { lockFile } from '../../db/connect.ts';
import { AppError } from '../../errors.ts';

/**
 * Holds a batch for this process, until it is released or the process ends, however it ends: so a batch that is cut off can
 * be resumed at once, and one that is being sent cannot. Raises `unavailable` when it is held.
 */
export function holdBatch({ paths }: App, id: string): () => void {
  mkdirSync(paths.sending, { recursive: true, mode: 0o700 });
  const file = path.join(paths.sending, `${id}.lock`);
  const release = lockFile(file);
  if (!release || !existsSync(file)) {
    // Without the file it was held by somebody who has just taken it away.
    release?.();
    throw new AppError('unavailable', 'This batch is being sent now. Wait until it is finished.');
  }
  return () => {
    // The file goes before the hold on it does, so that nobody comes to hold a file that is gone.
    removeIfPossible(file);
    release();
  };
}

/** Windows removes no open file; there it stays, which hinders nobody. */
function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It is only tidying up.
  }
}
