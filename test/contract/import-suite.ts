/** What holds of every import on the command line: of members, and of expenses. */
import { describe, expect, test } from 'vitest';
import { type Books, type Json, done } from './books.ts';
import { expectRefused, file, newDir, works } from './people-files.ts';
import type { Outcome } from '../support/daemon.ts';

export type Import = {
  books: Books;
  /** The entity and the action that the audit log names. */
  audited: { entityType: string; action: string };
  /** Imports a file. */
  load: (source: string, ...args: string[]) => Promise<Outcome>;
  /** Runs the command without a file. */
  withoutFile: () => Promise<Outcome>;
  /** A file with so many good rows, in all of which the text is found. */
  good: (rows: number, text: string) => string;
  /** A file with a bad row before and after 600 good ones. */
  badAround: () => string;
  /** A file with nothing but the header. */
  headerOnly: () => string;
  found: (text: string) => Promise<Json[]>;
  count: () => Promise<number>;
};

/** Runs an import that must be refused, and lets nothing in. */
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

/** Declares the tests that every import passes. */
export function importsAsAll(one: Import): void {
  const { books, load, found, count } = one;
  const auditCount = async (): Promise<number> =>
    (await done(books.admin.get('/api/audit-logs?pageSize=1'))).totalCount;

  test('writes each into the audit log under the command line’s name', async () => {
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

  test('says how many there were, and prints JSON and nothing else when it is asked to', async () => {
    const { stdout, stderr } = await works(load(one.good(37, fresh()), '--json'));
    expect(stderr).toBe('');
    expect(JSON.stringify(JSON.parse(stdout))).toMatch(/\b37\b/);
    const people = await works(load(one.good(3, fresh())));
    expect(people.stdout + people.stderr).toMatch(/\b3\b/);
  });

  test('with --dry-run says what it would do, and does nothing', async () => {
    const text = fresh();
    const [before, audit] = [await count(), await auditCount()];
    const { stdout, stderr } = await works(load(one.good(2, text), '--dry-run'));
    expect(stdout + stderr).toMatch(/\b2\b/);
    expect(await count()).toBe(before);
    expect(await found(text)).toEqual([]);
    expect(await auditCount()).toBe(audit);
  });

  test('without a file exits 2', async () => {
    expectRefused(await one.withoutFile(), [2]);
  });

  test('names the bad rows of a long file, the first and the last', async () => {
    const message = await expectNothingIn(count, () => load(one.badAround()));
    expect(message).toMatch(/\b2\b/);
    expect(message).toMatch(/\b603\b/);
  });

  describe('of a file that is none', () => {
    test('lets nothing in, and says so, when it is empty, white space, or without the columns', async () => {
      for (const text of ['', '\n\n  \n', '\uFEFF', 'Shoe Size,Blood Type\n42,AB\n'])
        await expectNothingIn(count, () => load(file(text)), [2, 4]);
    });

    test('lets nothing in when there is only a header', async () => {
      const before = await count();
      const { exitCode } = await load(one.headerOnly());
      expect([0, 2, 4]).toContain(exitCode);
      expect(await count()).toBe(before);
    });

    test('names one that is not there, and takes no directory', async () => {
      const message = await expectNothingIn(count, () => load(`${newDir()}/missing.csv`), [2, 3, 4]);
      expect(message).toContain('missing.csv');
      await expectNothingIn(count, () => load(newDir()), [2, 3, 4]);
    });
  });
}
