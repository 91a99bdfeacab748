/** What holds of everything that finance names for the church: giving categories, groups and subcategories of expenses. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Answer, request } from '../support/daemon.ts';
import { type Books, type Json, done, refusal } from './books.ts';
import { others } from './roles.ts';

export type Named = {
  books: Books;
  what: string;
  /** The address of all of them. */
  route: string;
  /** A name that the program brings along, in the place where `create` makes new ones. */
  seeded: string;
  unique: () => string;
  /** The body under which one with this name is made. */
  created: (name: string) => Json;
  /** The body under which one is changed to this name. */
  renamed: (name: string) => Json;
  /** The names in the place where `created` makes new ones. */
  names: () => Promise<string[]>;
};

const inEachCase = (name: string): string[] => [name, name.toLowerCase(), name.toUpperCase()];

/** Declares the tests of names and keys of one kind. */
export function keepsNamesApart(one: Named): void {
  const { books, route, unique, names } = one;
  const post = (name: string, headers = {}): Promise<Answer> => books.admin.post(route, one.created(name), headers);
  const rename = (id: number, name: string) => books.admin.put(`${route}/${id}`, one.renamed(name));

  describe(`the name of a ${one.what}`, () => {
    test('that is taken is refused for a new one, in any case, also one that Vestry brings along', async () => {
      const { name } = await done(post(unique()));
      const before = await names();
      for (const taken of [...inEachCase(name), ...inEachCase(one.seeded)]) {
        expect(refusal(await post(taken)), taken).toBe('409 name_taken');
      }
      expect(await names()).toEqual(before);
    });

    test('that is taken is refused when renaming, in any case, and the old name stays', async () => {
      const [mine, other] = [await done(post(unique())), await done(post(unique()))];
      for (const taken of [...inEachCase(other.name), ...inEachCase(one.seeded)]) {
        expect(refusal(await rename(mine.id, taken)), taken).toBe('409 name_taken');
      }
      expect((await books.admin.get(`${route}/${mine.id}`)).body.name).toBe(mine.name);
      expect((await names()).filter((name) => name === other.name)).toHaveLength(1);
    });

    test('is no obstacle to writing it in other case', async () => {
      const { id, name } = await done(post(unique()));
      const { status, body } = await rename(id, name.toUpperCase());
      expect([status, body.name]).toEqual([200, name.toUpperCase()]);
    });

    test('is free again once it is deleted', async () => {
      const { id, name } = await done(post(unique()));
      expect((await books.admin.del(`${route}/${id}`)).status).toBe(204);
      const { status, body } = await post(name);
      expect(status).toBe(201);
      expect(body.id).not.toBe(id);
    });

    test('is taken once by ten creations at once', async () => {
      const name = unique();
      const answers = await Promise.all(Array.from({ length: 10 }, () => post(name)));
      const [winner, ...rest] = answers.toSorted((a, b) => a.status - b.status);
      expect(winner?.status).toBe(201);
      expect(rest.map(refusal)).toEqual(rest.map(() => '409 name_taken'));
      expect((await names()).filter((made) => made === name)).toHaveLength(1);
    });
  });

  test(`a ${one.what} sent twice under one key is made once, and the key takes no other body`, async () => {
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
  make: () => Promise<Json>;
  /** Every request that writes, with the name `Not theirs` where it takes one. */
  writes: (made: Json) => readonly (readonly [method: string, route: string, body?: unknown])[];
  /** All of them, also disabled ones. */
  all: () => Promise<unknown>;
};

/** Declares the tests of who may not write. */
export function onlyFinanceWrites({ books, make, writes, all }: Guarded): void {
  async function expectNothingWritten(token: string | undefined, wanted: string): Promise<void> {
    const made = await make();
    const before = await all();
    for (const [method, route, body] of writes(made)) {
      const answer = await request(books.daemon.url, method, route, { token, body });
      expect(refusal(answer), `${method} ${route}`).toBe(wanted);
    }
    expect(await all()).toEqual(before);
  }

  test.each(others('finance.manage'))('a %s writes none', async (role) => {
    await expectNothingWritten((await books.as([role])).token, '403 forbidden');
  });

  test('nobody writes one without signing in', async () => {
    await expectNothingWritten(undefined, '401 unauthenticated');
  });
}
