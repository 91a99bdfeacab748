/**
 * What a process knows about the disk of its database.
 *
 * Linux reports once that it could not write a file, and then takes the lost pages for written (fsync(2); "fsyncgate",
 * 2018). SQLite syncs the database only when a checkpoint has copied the whole log. If that sync fails after an earlier
 * checkpoint copied a part of the log, the next one copies only the rest, succeeds, and the log is overwritten: the file
 * lacks the first part, and nobody notices until the next start of the computer. So the process ends at once, with the
 * database still open, because closing it would be such a checkpoint. The next process that has the database to itself
 * copies the whole log again (`mendAfterFailure` in `mend.ts`).
 */
import path from 'node:path';
import { EXIT } from '../exit-codes.ts';
import { noteTrouble, readTrouble } from '../trouble.ts';
import { codeOf } from './driver-errors.ts';

/** An error that may come from the disk, also one that cannot be read. SQLite takes a page that it cannot read for damaged. */
const OF_THE_DISK = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB)/;

/** The databases of this process to which the last attempt to write failed, with the code of the error. */
const unwritten = new Map<string, string>();

/** Notes how an attempt to write to a database ended. Only errors of the disk count. */
export function noteWrite(file: string, error?: unknown): void {
  const code = codeOf(error);
  if (error === undefined) unwritten.delete(file);
  else if (OF_THE_DISK.test(code)) unwritten.set(file, code);
}

/** Returns the code of the disk error with which the last write to a database failed, or undefined if it succeeded. */
export function writeFault(file: string): string | undefined {
  return unwritten.get(file);
}

/** True if a disk failure is noted that no start has mended yet. */
export function isUnmended(file: string): boolean {
  return readTrouble(path.dirname(file)).disk?.mendedAt === null;
}

/** What tells people that the process ends. It receives one sentence. */
type Teller = (sentence: string) => void;
const tellers = new Set<Teller>();

/** Registers what is called before the process ends because of its disk. Returns the function that removes it. */
export function onDiskFailure(tell: Teller): () => void {
  tellers.add(tell);
  return () => tellers.delete(tell);
}

/** True for an error of reading or writing the disk, but not for a full disk. */
export function failsDisk(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_IOERR');
}

/** Notes that the disk failed to write the database. Returns the code of the error. */
export function noteFailure(file: string, error: unknown): string {
  const code = codeOf(error) || 'unknown';
  const disk = { at: new Date().toISOString(), code, mendedAt: null };
  attempt(() => noteTrouble(path.dirname(file), { disk }));
  return code;
}

/**
 * Notes that the disk failed to write the database, says so, and ends the process without closing the database. Nothing
 * that was confirmed is lost: it is in the log, and the next start copies it again.
 */
export function endAtOnce(file: string, error: unknown): never {
  sayFailure(file, error);
  // Unlike the end of the event loop, this does not close the database.
  process.exit(EXIT.unexpected);
}

/**
 * Like `endAtOnce`, but for a process that is about to end: it finishes, with its own exit code. Its connection must stay
 * open.
 */
export function endWithoutClosing(file: string, error: unknown): void {
  sayFailure(file, error);
  process.once('exit', (code) => process.exit(code));
}

function sayFailure(file: string, error: unknown): void {
  const code = noteFailure(file, error);
  const sentence =
    `The disk failed to write ${file} (${code}), so Vestry ends without closing it. What was confirmed is in ` +
    `${file}-wal, and the next start writes it again. What was just being saved may be there, too. Check the disk, start ` +
    'Vestry again, look before you enter anything again, and make a backup on another disk.';
  for (const tell of tellers) attempt(() => tell(sentence));
}

/** Does what the failed disk may refuse, too. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Nothing more can be done.
  }
}
