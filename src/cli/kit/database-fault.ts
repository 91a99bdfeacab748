/** Explains errors of SQLite and names the next step. Advises restoring a backup only if the file is damaged. */
import { codeOf } from '../../db/driver-errors.ts';
import { EXIT } from '../../exit-codes.ts';

export type DatabaseFault = { message: string; advice: string; exitCode: number };

/** How to restore the books when their file is damaged. */
export const PUT_BACKUP = 'Restore a backup: vestry backup list, then vestry backup restore FILE --stop';

/** The explanations, by the driver's error code. The first match is used. */
const FAULTS: readonly [codes: RegExp, DatabaseFault][] = [
  [
    /^SQLITE_(BUSY|LOCKED)/,
    {
      message: 'Another program is using the database.',
      advice: 'Close every other program that has vestry.db open, such as a database viewer, and try again.',
      exitCode: EXIT.inTheWay,
    },
  ],
  [
    /^SQLITE_(FULL|IOERR_SHMSIZE)$/,
    {
      message: 'The disk of the data directory is full.',
      advice: 'Make room on the disk, and try again.',
      exitCode: EXIT.inTheWay,
    },
  ],
  [
    /^SQLITE_(READONLY|CANTOPEN|PERM|AUTH)/,
    {
      message: 'The database or its folder cannot be opened for writing.',
      advice:
        'Run this as the user who runs Vestry, or correct the permissions. The disk may also be read-only or not connected.',
      exitCode: EXIT.unexpected,
    },
  ],
  [/^SQLITE_(CORRUPT|NOTADB)/, { message: 'The database is damaged.', advice: PUT_BACKUP, exitCode: EXIT.unexpected }],
  [
    /^SQLITE_IOERR/,
    {
      message: 'The disk failed to read or write the database.',
      advice:
        'The disk may be full or failing. Check its free space, and make a backup on another disk while you still can.',
      exitCode: EXIT.unexpected,
    },
  ],
];

/** Returns the explanation of an error of the database driver; undefined for any other error. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  const code = codeOf(error);
  const [, fault] = FAULTS.find(([codes]) => codes.test(code)) ?? [];
  return fault && { ...fault, message: `${fault.message.slice(0, -1)} (${code}).` };
}
