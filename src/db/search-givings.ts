/**
 * Searches givings by their own texts and the names of their givers. Some words may be in the texts of the giving and
 * the others in the name of the giver.
 */
import { sql } from 'kysely';
import { breathe } from '../lib/chunks.ts';
import type { Db } from './connect.ts';
import { isOneOf } from './prepared.ts';
import {
  CANDIDATES,
  countEntries,
  type Effort,
  entriesOf,
  type Hits,
  hitsOf,
  holding,
  type Kinds,
  listed,
  newEffort,
  readTexts,
} from './search-hits.ts';
import { planFor } from './search-parts.ts';
import type { Document } from './search-texts.ts';

const OWN: Kinds = { first: 'giving', last: 'giving' };
const GIVERS: Kinds = { first: 'member', last: 'formerMember' };
/** The maximum number of words that are compared to find the rarest word. */
const MOST_TRIED = 8;

/**
 * Returns the givings for which the texts of the giving and the name of the giver together contain all of the words.
 */
export async function givingHits(db: Db, words: readonly string[]): Promise<Hits> {
  const effort = newEffort();
  const own = await hitsOf(db, words, OWN, effort);
  const givers = await hitsOf(db, words, GIVERS, effort);
  const apart = words.length > 1 ? await hitsApart(db, words, effort) : listed([], false);
  const window: Hits['window'] = ({ limit, offset }) => sql`
    select hit from (${eitherOf(own.window, givers.window)})
    union select hit from (${apart.window({ limit: CANDIDATES + 1, offset: 0 })})
    limit ${limit} offset ${offset}`;
  const isCut = own.isCut || apart.isCut || givers.isCut || givers.count > CANDIDATES;
  return { window, count: await countOf(db, window), isCut };
}

/** Selects the givings that were found by their own texts, and the givings of the members that were found. */
const eitherOf = (own: Hits['window'], givers: Hits['window']) => sql<{ hit: number }>`
  select hit from (${own({ limit: CANDIDATES + 1, offset: 0 })})
  union
  select givings.id from (${givers({ limit: CANDIDATES, offset: 0 })}) as givers
    cross join givings on givings."memberId" = givers.hit
  where givings."deletedAt" is null`;

async function countOf(db: Db, window: Hits['window']): Promise<number> {
  const found = window({ limit: CANDIDATES + 1, offset: 0 });
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${found})`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Returns givings for which some words are in the giving and others in the name of the giver. Only the givings with the
 * rarest word are checked.
 */
async function hitsApart(db: Db, words: readonly string[], effort: Effort): Promise<Hits> {
  let rarest: { window: Hits['window']; count: number } | undefined;
  for (const word of words.slice(0, MOST_TRIED)) {
    const plan = planFor([word]);
    const isCommon = (await countEntries(db, plan, GIVERS)) > CANDIDATES;
    await breathe();
    const window: Hits['window'] = ({ limit, offset }) => sql`
      select hit from (${eitherOf(entriesOf(plan, OWN), entriesOf(plan, GIVERS))}) limit ${limit} offset ${offset}`;
    const count = isCommon ? Infinity : await countOf(db, window);
    await breathe();
    if (!rarest || count < rarest.count) rarest = { window, count };
  }
  if (!rarest || rarest.count === 0) return listed([], false);
  const { rows } = await rarest.window({ limit: CANDIDATES, offset: 0 }).execute(db);
  const ids = rows.map(({ hit }) => hit);
  const held = await holding(ids, words, (part) => readWithGivers(db, part), effort);
  return listed([...held], effort.isSpent || rarest.count > CANDIDATES);
}

/** Reads the searched texts of givings, with the names of their givers. */
async function readWithGivers(db: Db, ids: readonly number[]): Promise<Document[]> {
  const own = await readTexts(db, 'giving', ids);
  const givings = await db
    .selectFrom('givings')
    .select(['id', 'memberId'])
    .where(isOneOf('id', JSON.stringify(ids)))
    .execute();
  const giverOf = new Map(givings.map(({ id, memberId }) => [id, memberId]));
  const givers = await readTexts(
    db,
    'member',
    [...new Set(giverOf.values())].filter((id) => id !== null),
  );
  const byId = new Map(givers.map((giver) => [giver.id, giver]));
  return own.map(({ id, texts }) => {
    const giver = byId.get(giverOf.get(id) ?? 0);
    return { id, name: giver?.name ?? '', texts: [...texts, ...(giver?.texts ?? [])] };
  });
}
