/** The exit codes and error messages of commands that fail. */
import { ERRORS, knownRefusal, SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { printable } from '../../lib/text.ts';
import { asTyped } from './command-line.ts';
import { databaseFault } from './database-fault.ts';
import { listOfFaults } from './faults.ts';
import { jsonText } from './terminal.ts';

/** Returns the documented exit code for an error. */
export function exitCodeOf(error: unknown): number {
  const refusal = knownRefusal(error);
  if (refusal) return ERRORS[refusal.code].exitCode;
  if (error instanceof SetupError) return error.exitCode;
  if (isCommander(error)) return error.exitCode === 0 ? 0 : EXIT.usage;
  if (missingPart(error) !== undefined) return EXIT.usage;
  if (fileFault(error) !== undefined) return EXIT.inTheWay;
  return databaseFault(error)?.exitCode ?? EXIT.unexpected;
}

/** Reports an error on stderr; with `asJson`, as one JSON object with the API's code and detail. */
export function report(error: unknown, asJson: boolean): void {
  // Commander has already printed its error message or the requested help.
  if (isCommander(error)) return;
  const refusal = knownRefusal(error);
  if (asJson) {
    const isUsage = error instanceof SetupError && error.exitCode === EXIT.usage;
    const code = refusal?.code ?? (isUsage ? 'usage' : undefined);
    const { extra, errors, rows } = refusal?.details ?? {};
    process.stderr.write(`${jsonText({ code, detail: messageOf(error), ...extra, errors: errors ?? rows })}\n`);
    return;
  }
  process.stderr.write(`vestry: ${asTyped(messageOf(error))}\n`);
  if (refusal?.details.rows) process.stderr.write(asTyped(listOfFaults(refusal.details.rows)));
}

function messageOf(error: unknown): string {
  const known = error instanceof SetupError ? error : knownRefusal(error);
  if (known) return printable(known.message);
  const part = missingPart(error);
  if (part !== undefined) {
    return `A part of this installation is missing (${printable(part)}). The books are as they were. Install Vestry again; in a folder of the source, type: npm ci`;
  }
  const fileMessage = fileFault(error);
  if (fileMessage !== undefined) return printable(fileMessage);
  const fault = databaseFault(error);
  if (fault) return `${fault.message} ${fault.advice}`;
  return `Unexpected error. Please report it together with the following text.\n${(error as Error).stack ?? String(error)}`;
}

/** Returns the package or file that Node.js did not find, for example after an installation that was interrupted. */
function missingPart(error: unknown): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' ? (/'([^']+)'/.exec(message)?.[1] ?? '') : undefined;
}

const PLACE = 'Run this as the user who runs Vestry, correct its permissions, or name another place.';
const ROOM = 'The disk is full, or no more space is permitted. Make room, and try again.';

/** What the operating system says about a file or folder that this user, or this disk, does not let Vestry use. */
const FILE_FAULTS: Readonly<Record<string, string>> = {
  EACCES: PLACE,
  EPERM: PLACE,
  ENOTDIR: PLACE,
  EISDIR: PLACE,
  ENOSPC: ROOM,
  EDQUOT: ROOM,
  EFBIG: ROOM,
  EROFS: 'The disk is read-only. Make it writable, or name another place.',
  EIO: 'The disk fails. Check it, and make a backup on another disk while you still can.',
  EINTR: 'The system interrupted the work. Try again.',
};

function fileFault(error: unknown): string | undefined {
  const { code = '', syscall, path: place = 'A file' } = error as NodeJS.ErrnoException;
  const next = FILE_FAULTS[code];
  // Only errors of the operating system name a system call. Those about an open file do not name the file.
  if (syscall === undefined || next === undefined) return undefined;
  return `${place} cannot be used (${code}). ${next}`;
}

type CommanderFailure = Error & { code: string; exitCode: number };

function isCommander(error: unknown): error is CommanderFailure {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
}
