/** Shared tests of the commands that import members and expenses. */
import { describe, expect, test } from 'vitest';
import { type Books, type Json, done } from './books.ts';
import { expectRefused, file, newDir, works } from './people-files.ts';
import type { Outcome } from '../support/daemon.ts';

export type Import = {
  books: Books;
  /** The entity type and the action in the audit log. */
  audited: { entityType: string; action: string };
  /** Imports a file. */
  load: (source: string, ...args: string[]) => Promise<Outcome>;
  /** Runs the command without a file. */
  withoutFile: () => Promise<Outcome>;
  /** Writes a file with this many valid rows, each of which contains the text. */
  good: (rows: number, text: string) => string;
  /** Writes a file with 600 valid rows between two invalid rows. */
  badAround: () => string;
  /** Writes a file that contains only the header. */
  headerOnly: () => string;
  found: (text: string) => Promise<Json[]>;
  count: () => Promise<number>;
};

/** Runs an import that must be refused, and checks that it adds nothing. Returns the message. */
export async function expectNothingIn(
  count: () => Promise<number>,
  outcome: () => Promise<Outcome>,
  exitCodes?: readonly number[],
): Promise<string> {
  const before = await count();
  const seen = await outcome();
  expectRefused(seen, exitCodes);
  expect(await count()).toBe(before);
  return seen.stderr;
}

let serial = 0;
const fresh = () => `Suite${(serial += 1)}x`;

/** Declares the tests that every import must pass. */
export function importsAsAll(one: Import): void {
  const { books, load, found, count } = one;
  const auditCount = async (): Promise<number> =>
    (await done(books.admin.get('/api/audit-logs?pageSize=1'))).totalCount;

  test('records each row in the audit log as added by the command line', async () => {
    const text = fresh();
    await works(load(one.good(2, text)));
    const rows = await found(text);
    expect(rows).toHaveLength(2);
    for (const { id } of rows) {
      const { entityType, action } = one.audited;
      const { items } = await done(books.admin.get(`/api/audit-logs?entityType=${entityType}&entityId=${id}`));
      expect(items).toHaveLength(1);
      expect(items[0]).toMatchObject({ action, actorId: null });
      expect(items[0].actorName).toMatch(/^cli:.+/);
      expect(JSON.stringify(items[0].changes)).toContain(text);
    }
  });

  test('reports the number of rows, and prints only JSON with --json', async () => {
    const { stdout, stderr } = await works(load(one.good(37, fresh()), '--json'));
    expect(stderr).toBe('');
    expect(JSON.stringify(JSON.parse(stdout))).toMatch(/\b37\b/);
    const people = await works(load(one.good(3, fresh())));
    expect(people.stdout + people.stderr).toMatch(/\b3\b/);
  });

  test('reports with --dry-run how many rows it would add, and adds nothing', async () => {
    const text = fresh();
    const [before, audit] = [await count(), await auditCount()];
    const { stdout, stderr } = await works(load(one.good(2, text), '--dry-run'));
    expect(stdout + stderr).toMatch(/\b2\b/);
    expect(await count()).toBe(before);
    expect(await found(text)).toEqual([]);
    expect(await auditCount()).toBe(audit);
  });

  test('exits 2 if no file is given', async () => {
    expectRefused(await one.withoutFile(), [2]);
  });

  test('names the invalid rows of a long file, even its first and last rows', async () => {
    const message = await expectNothingIn(count, () => load(one.badAround()));
    expect(message).toMatch(/\b2\b/);
    expect(message).toMatch(/\b603\b/);
  });

  describe('with an unusable file', () => {
    test('adds nothing and says why if the file is empty, has only white space, or lacks the columns', async () => {
      for (const text of ['', '\n\n  \n', '\uFEFF', 'Shoe Size,Blood Type\n42,AB\n'])
        await expectNothingIn(count, () => load(file(text)), [2, 4]);
    });

    test('adds nothing if the file has only a header', async () => {
      const before = await count();
      const { exitCode } = await load(one.headerOnly());
      expect([0, 2, 4]).toContain(exitCode);
      expect(await count()).toBe(before);
    });

    test('names a file that does not exist, and refuses a directory', async () => {
      const message = await expectNothingIn(count, () => load(`${newDir()}/missing.csv`), [2, 3, 4]);
      expect(message).toContain('missing.csv');
      await expectNothingIn(count, () => load(newDir()), [2, 3, 4]);
    });
  });
}
