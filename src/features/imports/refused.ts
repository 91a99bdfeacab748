import { AppError } from '../../errors.ts';
import type { ImportFault } from '../../lib/import-table.ts';

/** Why a file as a whole cannot be imported. */
export type Reason =
  | 'empty'
  | 'no_rows'
  | 'damaged'
  | 'too_large'
  | 'too_slow'
  | 'old_excel'
  | 'not_text'
  | 'foreign_format'
  | 'unknown_encoding'
  | 'malformed_csv'
  | 'too_many_rows'
  | 'imported_before';

/** Returns the refusal of a whole file, with the reason for programs. */
export function sheetRefused(reason: Reason, message: string, rows?: readonly ImportFault[]): AppError {
  return new AppError('file_refused', message, { ...(rows && { rows }), extra: { reason } });
}
