import { AppError } from '../../../errors.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL']);

/**
 * Returns an `unavailable` error for a disk error. Its message ends with `consequence`. Returns any other error
 * unchanged.
 */
export function unwritable(error: unknown, folder: string, consequence: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof AppError || code === undefined) return error;
  if (syscall === undefined && !/^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test(code)) return error;
  const what = FULL.has(code) ? `The disk of ${folder} is full` : `${folder} cannot be written (${code})`;
  return new AppError('unavailable', `${what}. ${consequence}`, { cause: error });
}
