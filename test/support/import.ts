/** People files for imports, and what becomes of them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { App } from '../../src/app.ts';
import { readImport } from '../../src/cli/import.ts';
import { AppError } from '../../src/errors.ts';
import { givingTarget } from '../../src/features/giving/commands.ts';
import { importGivings } from '../../src/features/giving/import.ts';
import { importMembers } from '../../src/features/members/import.ts';
import { MEMBER_FIELDS, NAME_FIELDS } from '../../src/features/members/import-fields.ts';

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'vestry-import-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Imports a file of these contents; an array is lines of CSV. */
export async function importPeople(
  app: App,
  content: readonly string[] | Buffer,
  options: Record<string, unknown> = {},
) {
  const file = path.join(temporaryFolder(), 'people.csv');
  writeFileSync(file, Buffer.isBuffer(content) ? content : content.join('\n'));
  const target = { fields: MEMBER_FIELDS, needs: NAME_FIELDS, what: 'the name' };
  const { table, source, ...about } = await readImport(app, file, { quiet: true, ...options }, target);
  const flags = { dryRun: options.dryRun === true, allowDuplicates: options.allowDuplicates === true, source };
  return { ...(await importMembers(app, table, flags)), ...about };
}

/** Imports givings from a file of these contents, as `importPeople` does people. */
export async function importGifts(app: App, content: readonly string[], options: Record<string, unknown> = {}) {
  const file = path.join(temporaryFolder(), 'givings.csv');
  writeFileSync(file, content.join('\n'));
  const category = options.category as string | undefined;
  const target = givingTarget(category !== undefined);
  const { table, source, ...about } = await readImport(app, file, { quiet: true, ...options }, target);
  const allowDuplicates = options.allowDuplicates === true;
  const createMembers = options.createMembers === true;
  const flags = { dryRun: options.dryRun === true, allowDuplicates, createMembers, category, source };
  return { ...(await importGivings(app, table, flags)), ...about };
}

/** The bad cells of a refused import as `line column: message`, without a column where there is none. */
export async function faultsOf(attempt: Promise<unknown>): Promise<string[]> {
  const error: unknown = await attempt.then(
    () => undefined,
    (refused: unknown) => refused,
  );
  if (!(error instanceof AppError)) throw error ?? new Error('It was not refused.');
  return (error.details.rows ?? []).map(
    ({ line, column, code, message }) => `${line} ${column ?? '-'}: ${message} (${code})`,
  );
}
