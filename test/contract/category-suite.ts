/** Shared tests of entries with unique names, such as giving categories, expense groups, funds and accounts. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Answer, request } from '../support/daemon.ts';
import { type Books, type Json, done, refusal } from './books.ts';
import { others, type Permission } from './roles.ts';

export type Named = {
  books: Books;
  what: string;
  /** The address of the collection. */
  route: string;
  /** The name of a seeded entry in the collection or group of the new entries. */
  seeded: string;
  unique: () => string;
  /** Returns the request body that creates an entry with this name. */
  created: (name: string) => Json;
  /** Returns the request body that renames an entry to this name. */
  renamed: (name: string) => Json;
  /** Returns all names in the collection or group of the new entries. */
  names: () => Promise<string[]>;
};

const inEachCase = (name: string): string[] => [name, name.toLowerCase(), name.toUpperCase()];

/** Declares the tests of unique names and idempotency keys for one kind of entry. */
export function keepsNamesApart(one: Named): void {
  const { books, route, unique, names } = one;
  const post = (name: string, headers = {}): Promise<Answer> => books.admin.post(route, one.created(name), headers);
  const rename = (id: number, name: string) => books.admin.put(`${route}/${id}`, one.renamed(name));

  describe(`the ${one.what} name`, () => {
    test('cannot be used for a second entry, whatever its case, even if Vestry created the first entry', async () => {
      const { name } = await done(post(unique()));
      const before = await names();
      for (const taken of [...inEachCase(name), ...inEachCase(one.seeded)]) {
        expect(refusal(await post(taken)), taken).toBe('409 name_taken');
      }
      expect(await names()).toEqual(before);
    });

    test('cannot be changed to a name that is in use, whatever its case, and the old name stays', async () => {
      const [mine, other] = [await done(post(unique())), await done(post(unique()))];
      for (const taken of [...inEachCase(other.name), ...inEachCase(one.seeded)]) {
        expect(refusal(await rename(mine.id, taken)), taken).toBe('409 name_taken');
      }
      expect((await books.admin.get(`${route}/${mine.id}`)).body.name).toBe(mine.name);
      expect((await names()).filter((name) => name === other.name)).toHaveLength(1);
    });

    test('can be changed to upper or lower case', async () => {
      const { id, name } = await done(post(unique()));
      const { status, body } = await rename(id, name.toUpperCase());
      expect([status, body.name]).toEqual([200, name.toUpperCase()]);
    });

    test('can be used again once its entry is deleted', async () => {
      const { id, name } = await done(post(unique()));
      expect((await books.admin.del(`${route}/${id}`)).status).toBe(204);
      const { status, body } = await post(name);
      expect(status).toBe(201);
      expect(body.id).not.toBe(id);
    });

    test('is given to only one entry if ten entries with this name are created at the same time', async () => {
      const name = unique();
      const answers = await Promise.all(Array.from({ length: 10 }, () => post(name)));
      const [winner, ...rest] = answers.toSorted((a, b) => a.status - b.status);
      expect(winner?.status).toBe(201);
      expect(rest.map(refusal)).toEqual(rest.map(() => '409 name_taken'));
      expect((await names()).filter((made) => made === name)).toHaveLength(1);
    });
  });

  test(`one ${one.what} sent twice with one idempotency key is created once, and a different body is refused`, async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [name, other] = [unique(), unique()];
    const first = await post(name, key);
    const again = await post(name, key);
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(refusal(await post(other, key))).toBe('409 idempotency_key_reused');
    const all = await names();
    expect(all.filter((made) => made === name)).toHaveLength(1);
    expect(all).not.toContain(other);
  });
}

export type Guarded = {
  books: Books;
  /** The permission to write, by default `finance.manage`. */
  permission?: Permission;
  make: () => Promise<Json>;
  /** Returns a request for each route that writes. A name in a body is `Not theirs`. */
  writes: (made: Json) => readonly (readonly [method: string, route: string, body?: unknown])[];
  /** Returns all entries, including disabled ones. */
  all: () => Promise<unknown>;
};

/** Declares the tests of the roles that may not write. */
export function onlyFinanceWrites({ books, permission = 'finance.manage', make, writes, all }: Guarded): void {
  async function expectNothingWritten(token: string | undefined, wanted: string): Promise<void> {
    const made = await make();
    const before = await all();
    for (const [method, route, body] of writes(made)) {
      const answer = await request(books.daemon.url, method, route, { token, body });
      expect(refusal(answer), `${method} ${route}`).toBe(wanted);
    }
    expect(await all()).toEqual(before);
  }

  test.each(others(permission))('a %s cannot use any of the writing routes', async (role) => {
    await expectNothingWritten((await books.as([role])).token, '403 forbidden');
  });

  test('nobody can use the writing routes without signing in', async () => {
    await expectNothingWritten(undefined, '401 unauthenticated');
  });
}
