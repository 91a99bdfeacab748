import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContributionQuery } from '../../../../src/features/giving/contributions/schema.ts';
import { giversOf, listContributions, listVoid } from '../../../../src/features/giving/contributions/service.ts';
import { decode } from '../../../../src/validate.ts';
import { fileApp, type TestApp } from '../../../support/app.ts';
import { turnsDuring } from '../../../support/turns.ts';

const MANY = 4500;
const FAMILIES = 1000;
/** The number of givers that the program reads at a time. */
const PART = 1000;

/**
 * Every third person gave, and every fiftieth person was deleted. The first thousand people are the heads of families,
 * and the next thousand are their spouses. The names of two spouses are far apart in the list of names. Every fourth
 * couple wants two statements.
 */
const people = Array.from({ length: MANY }, (_, index) => personOf(index + 1));

function personOf(n: number) {
  const family = n > 2 * FAMILIES ? null : 1 + (n % FAMILIES);
  return {
    id: n,
    firstName: `First${(n * 37) % 50}`,
    lastName: `Last${(n * 91) % 1300}`,
    family,
    role: family === null ? null : n <= FAMILIES ? 'Head' : 'Spouse',
    unit: n > FAMILIES && family !== null && family % 4 > 0 && counts(n) && counts(n - FAMILIES) ? n - FAMILIES : n,
    deletedAt: n % 50 === 0 ? '2026-06-01T12:00:00.000Z' : null,
  };
}

/** True if this person may share a statement with their spouse. A deleted person may do so only if they gave. */
function counts(n: number): boolean {
  return n % 50 > 0 || n % 3 === 0;
}

const units = new Set(people.filter(({ id }) => id % 3 === 0).map(({ unit }) => unit));
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const givers = people
  .filter(({ id }) => units.has(id))
  .toSorted((a, b) => compare(a.lastName, b.lastName) || compare(a.firstName, b.firstName) || a.id - b.id)
  .map(({ id }) => id);

let app: TestApp;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ app, close } = await fileApp());
  const db = new Sqlite(app.paths.database);
  const addFamily = db.prepare(
    "insert into familyUnits (name, jointStatement, createdAt, modifiedAt) values ('x', ?, 'x', 'x')",
  );
  const addMember = db.prepare(`
    insert into members (id, firstName, lastName, status, familyUnitId, familyRole, createdAt, modifiedAt, deletedAt)
    values (@id, @firstName, @lastName, 'Active', @family, @role, 'x', 'x', @deletedAt)`);
  const addGift = db.prepare(`
    insert into givings (categoryId, amountMinor, date, giftDate, method, memberId, isAnonymous, accountId, createdAt, modifiedAt)
    values (1, 100, '2025-03-02', '2025-03-02', 'Cash', ?, 0, 2, 'x', 'x')`);
  const addStatement = db.prepare(`
    insert into contributionStatements (year, number, memberId, contentHash, issuedAt)
    values (2025, @id, @id, 'x', '2026-01-06T12:00:00.000Z')`);
  db.transaction(() => {
    for (let family = 1; family <= FAMILIES; family++) addFamily.run(family % 4 > 0 ? 1 : 0);
    for (const person of people) {
      addMember.run(person);
      addStatement.run(person);
      if (person.id % 3 === 0) addGift.run(person.id);
    }
  })();
  db.close();
});
afterAll(() => close());

const read = (query: Record<string, string>) => listContributions(app, 2025, decode(ContributionQuery, query));

test.each(['memberName', '-memberName'])('many givers are listed once each, sorted by %s', async (sort) => {
  const found: number[] = [];
  for (let page = 1; page <= Math.ceil(givers.length / 200); page++) {
    const { items, totalCount } = await read({ sort, page: String(page), pageSize: '200' });
    expect(totalCount).toBe(givers.length);
    found.push(...items.map(({ memberId }) => memberId));
  }
  expect(found).toEqual(sort === 'memberName' ? givers : givers.toReversed());
  expect(await giversOf(app, 2025)).toEqual(givers);
});

test('both spouses are on one statement, however far apart their names are', async () => {
  const { items } = await read({ pageSize: '200' });
  const wanted = items.map(({ memberId }) => people.filter(({ unit }) => unit === memberId).map(({ id }) => id));
  expect(items.map(({ memberIds }) => memberIds)).toEqual(wanted);
  expect(wanted.filter(({ length }) => length === 2).length).toBeGreaterThan(10);
});

test('among many statements, exactly the statements without a gift are void', async () => {
  const found = await listVoid(app, 2025);
  const wanted = people.filter(({ unit }) => !units.has(unit)).map(({ id }) => id);
  expect(found.map(({ memberId }) => memberId)).toEqual(wanted);
});

test('other requests are answered while many givers and statements are read', async () => {
  const turns = await turnsDuring(() => read({}));
  expect(turns).toBeGreaterThanOrEqual(2 * Math.floor(MANY / PART));
});
