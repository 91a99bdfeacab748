/** The errors of the database driver, and the errors of Vestry for them. */
import { AppError } from '../errors.ts';
import { SumTooLarge } from '../lib/money.ts';

/**
 * Returns the code of an error of the driver, such as `SQLITE_BUSY`, also of one behind an error of Vestry. Returns an empty
 * text if there is none.
 */
export function codeOf(error: unknown): string {
  const { code } = ((error instanceof AppError ? error.cause : error) ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** True if another connection is in the way. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

/** The errors of reading. SQLite also takes a page that the disk does not return for damaged. */
const UNREADABLE = /^SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|CORRUPTFS|DATA)$)/;

/** Translates an error of the driver into an error of Vestry. Returns an unexpected error unchanged. */
export function translate(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (!code.startsWith('SQLITE_')) return error;
  if (isBusy(error)) {
    return new AppError('unavailable', 'Another program is writing to the database. Try again in a moment.', {
      cause: error,
      retryAfter: 1,
    });
  }
  if (UNREADABLE.test(code)) {
    const message =
      `A part of the books cannot be read (${code}), because the disk fails or the file is damaged. Nothing was ` +
      'changed. Find out which: vestry doctor';
    return new AppError('books_unreadable', message, { cause: error });
  }
  if (/^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test(code)) {
    return new AppError('unavailable', 'The database cannot be written. Check the disk for space and errors.', {
      cause: error,
    });
  }
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    return new AppError('conflict', 'A record with these values already exists.', { cause: error });
  }
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY') {
    return new AppError('unknown_reference', 'The request names something that does not exist.', { cause: error });
  }
  // SQLite reports a sum above 2^63, which is also above the limit for exact numbers in JavaScript.
  if ((error as Error).message === 'integer overflow') return new SumTooLarge();
  return error;
}
