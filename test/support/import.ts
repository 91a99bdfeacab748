/** Imports files that a test writes, and lists the faults of a refused import. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { App } from '../../src/app.ts';
import { AppError } from '../../src/errors.ts';
import { importLines as importBudgetFile } from '../../src/features/accounting/budgets/file-commands.ts';
import { importSpending as importSpendingFile } from '../../src/features/spending/expenses/file-commands.ts';
import { importGifts as importGiftsFile } from '../../src/features/giving/givings/file-commands.ts';
import { importPayoutFile } from '../../src/features/giving/payouts/file-commands.ts';
import { importPeople as importPeopleFile } from '../../src/features/people/members/file-commands.ts';

/** Creates a folder that is removed at the end of the test. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'vestry-import-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

type Options = Record<string, unknown>;

/** Writes a file with this content. An array contains lines of CSV. */
function fileOf(content: readonly string[] | Buffer, name: string): string {
  const file = path.join(temporaryFolder(), name);
  writeFileSync(file, Buffer.isBuffer(content) ? content : content.join('\n'));
  return file;
}

/** Imports members as the command does. */
export function importPeople(app: App, content: readonly string[] | Buffer, options: Options = {}) {
  return importPeopleFile(app, fileOf(content, 'people.csv'), { quiet: true, ...options });
}

/** Imports givings as the command does. A file or a row may name no giver, unless `options` says that it must. */
export function importGifts(app: App, content: readonly string[] | Buffer, options: Options = {}) {
  return importGiftsFile(app, fileOf(content, 'givings.csv'), {
    quiet: true,
    givers: false,
    blankGivers: true,
    ...options,
  });
}

/** Imports payouts into the account Stripe, or the one that `options` names, as the command does. */
export function importPayouts(app: App, content: readonly string[], options: Options = {}) {
  return importPayoutFile(app, fileOf(content, 'payouts.csv'), { quiet: true, account: 'Stripe', ...options });
}

/** Imports a budget as the command does. */
export function importBudget(app: App, content: readonly string[], options: Options) {
  return importBudgetFile(app, fileOf(content, 'budget.csv'), { quiet: true, ...options });
}

/** Imports expenses as the command does. */
export function importSpending(app: App, content: readonly string[], options: Options = {}) {
  return importSpendingFile(app, fileOf(content, 'expenses.csv'), { quiet: true, ...options });
}

/** Returns the faults of a refused import as `line column: message (code)`, with `-` for a missing column. */
export async function faultsOf(attempt: Promise<unknown>): Promise<string[]> {
  const error: unknown = await attempt.then(
    () => undefined,
    (refused: unknown) => refused,
  );
  if (!(error instanceof AppError)) throw error ?? new Error('The import was not refused.');
  return (error.details.rows ?? []).map(
    ({ line, column, code, message }) => `${line} ${column ?? '-'}: ${message} (${code})`,
  );
}
