/** How a command ends when it could not do its work. */
import { AppError, ERRORS, SetupError } from '../errors.ts';
import type { ImportFault } from '../lib/import-table.ts';
import { printable } from '../lib/text.ts';
import { databaseFault } from './database-fault.ts';

const USAGE = 2;
const UNEXPECTED = 1;

/** The documented exit code of an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof AppError) return ERRORS[error.code].exitCode;
  if (error instanceof SetupError) return error.exitCode;
  if (isCommander(error)) return error.exitCode === 0 ? 0 : USAGE;
  return databaseFault(error)?.exitCode ?? UNEXPECTED;
}

/** Says on stderr what went wrong; with `asJson`, as one JSON object with the API's code and detail. */
export function report(error: unknown, asJson: boolean): void {
  // Commander has printed its own message, or the help that was asked for.
  if (isCommander(error)) return;
  if (asJson) {
    const code =
      error instanceof AppError
        ? error.code
        : error instanceof SetupError && error.exitCode === USAGE
          ? 'usage'
          : undefined;
    const { extra, errors, rows } = error instanceof AppError ? error.details : {};
    process.stderr.write(`${JSON.stringify({ code, detail: messageOf(error), ...extra, errors: errors ?? rows })}\n`);
    return;
  }
  process.stderr.write(`vestry: ${messageOf(error)}\n`);
  if (error instanceof AppError && error.details.rows) process.stderr.write(listOf(error.details.rows));
}

/** More bad rows than these are only counted: they mostly repeat one mistake. */
const ROWS_SHOWN = 100;

function listOf(rows: readonly ImportFault[]): string {
  const lines = rows.slice(0, ROWS_SHOWN).map(({ line, column, field, message }) => {
    const place = column === null ? (field ?? undefined) : `"${column}"`;
    return place === undefined ? `line ${line} ${message}` : `line ${line}, ${place}: ${message}`;
  });
  if (rows.length > ROWS_SHOWN) lines.push(`and ${rows.length - ROWS_SHOWN} more (--json lists all)`);
  return lines.map((line) => `  ${printable(line)}\n`).join('');
}

function messageOf(error: unknown): string {
  if (error instanceof AppError || error instanceof SetupError) return printable(error.message);
  const fault = databaseFault(error);
  if (fault) return `${fault.message} ${fault.advice}`;
  return `Unexpected error. Please report it with what follows.\n${(error as Error).stack ?? String(error)}`;
}

type CommanderFailure = Error & { code: string; exitCode: number };

function isCommander(error: unknown): error is CommanderFailure {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
}
