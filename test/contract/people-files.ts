/** Helpers for the tests of imports and exports. They run commands, make temporary files and read CSV. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { type Books, type Json, done, ZONE } from './books.ts';
import { type Outcome, temporaryDir, vestry } from '../support/daemon.ts';

const made: (() => void)[] = [];

/** Makes a temporary directory. `removeDirs` removes it. */
export function newDir(): string {
  const { dir, remove } = temporaryDir();
  made.push(remove);
  return dir;
}

export function removeDirs(): void {
  for (const remove of made.splice(0)) remove();
}

/** Writes these lines or bytes to a file in a new directory, and returns the path of the file. */
export function file(content: string | Buffer | readonly string[], name = 'people.csv'): string {
  const target = path.join(newDir(), name);
  writeFileSync(target, Array.isArray(content) ? `${content.join('\n')}\n` : (content as string | Buffer));
  return target;
}

export const run = (dataDir: string, ...args: string[]): Promise<Outcome> =>
  vestry([...args, '--data-dir', dataDir], { env: { TZ: ZONE, VESTRY_ENV: 'development' } });

export const importInto = (dataDir: string, source: string, ...args: string[]): Promise<Outcome> =>
  run(dataDir, 'import', 'members', source, ...args);

/** Waits for a command and returns its outcome. Throws if the command fails. */
export async function works(outcome: Promise<Outcome>): Promise<Outcome> {
  const { exitCode, stdout, stderr } = await outcome;
  if (exitCode !== 0) throw new Error(`The command exited with ${exitCode}: ${stderr}`);
  return { exitCode, stdout, stderr };
}

/**
 * Checks that a command failed with one of these exit codes, printed nothing to stdout, and printed a message without a
 * stack trace to stderr.
 */
export function expectRefused({ exitCode, stdout, stderr }: Outcome, exitCodes: readonly number[] = [4]): void {
  expect(exitCodes, stderr).toContain(exitCode);
  expect(stdout).toBe('');
  expect(stderr.trim()).not.toBe('');
  expect(stderr).not.toMatch(/^\s+at |unknown command/m);
  expect(stderr.length).toBeLessThan(20_000);
}

/** Returns every member that the API lists, in the order of their ids. */
export async function allMembers(books: Books): Promise<Json[]> {
  const { items, totalPages } = await done(books.admin.get('/api/members?pageSize=200&sort=id'));
  expect(totalPages).toBeLessThanOrEqual(1);
  return items;
}

/**
 * Returns the records in the JSON output of a `vestry export` command, sorted by id. The output may be a list, or an
 * object with `items`.
 */
export function exported(stdout: string): Json[] {
  const value: Json = JSON.parse(stdout);
  const rows: Json[] = Array.isArray(value) ? value : value.items;
  return rows.toSorted((left, right) => left.id - right.id);
}

export async function membersOf(dataDir: string): Promise<Json[]> {
  return exported((await works(run(dataDir, 'export', 'members', '--format', 'json'))).stdout);
}

/** Returns a record without its id and without the times and authors of its creation and modification. */
export function said(row: Json): Json {
  const { id, createdAt, createdBy, modifiedAt, modifiedBy, ...rest } = row;
  expect([typeof id, typeof createdAt, typeof modifiedAt]).toEqual(['number', 'string', 'string']);
  expect([createdBy, modifiedBy]).not.toContain(undefined);
  return rest;
}

/** Splits CSV text (RFC 4180) into rows of cells. Does not support a quote inside a cell without quotes. */
export function cells(text: string): string[][] {
  const rows: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  const body = text.replace(/^\uFEFF/, '');
  let row: string[] = [];
  while (cell.lastIndex < body.length) {
    const [, quoted, bare, end] = cell.exec(body) ?? [];
    if (end === undefined) throw new Error('The CSV is malformed.');
    row.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
    if (end !== ',') rows.push(row.splice(0));
    if (end === '') break;
  }
  return rows;
}

/** True if the OpenAPI document has this operation. Tests of an operation that is not built yet are skipped. */
export async function takes(books: Books, method: 'put' | 'post', route: string): Promise<boolean> {
  const { paths } = await done(books.admin.get('/api/openapi.json'));
  return paths[route]?.[method] !== undefined;
}
