/**
 * Finds the ids of rows that contain all words of a search. If the index alone cannot prove that a row contains all
 * words, the texts of the row are checked. Checking pauses every 20,000 characters and stops after 2,000,000 in one
 * search. If it stops, the response has `totalIsCapped`.
 */
import { type RawBuilder, sql } from 'kysely';
import { breathe, inChunks } from '../lib/chunks.ts';
import type { Db } from './connect.ts';
import { isOneOf } from './prepared.ts';
import { entryId, SPAN } from './search-index.ts';
import { lookAgain, type Plan, planFor } from './search-parts.ts';
import { columnsOf, type Document, documentOf, SEARCHED, type SearchedRow, type SearchKind } from './search-texts.ts';

/**
 * The maximum number of hits that are counted, filtered and sorted. If there are more, the first ones in the order of
 * entry are used.
 */
export const CANDIDATES = 10_000;
/** How many entries of the index are read at once. */
const ENTRIES = 2000;
/** How many rows are read at once for checking. Their notes may be long. */
const ROWS = 100;
/**
 * The largest number of uncertain rows for which `lookAtFew` is used. If there are more, `lookThrough` reads the
 * entries part by part.
 */
const FEW = 500;
/**
 * How many characters are checked between two pauses. This takes one or two milliseconds, or ten if the characters are
 * all different.
 */
const PIECE = 20_000;
/** How many characters are checked in one search. Rows beyond this limit are not found, and the response says so. */
const MOST_LOOKED_AT = 2_000_000;

/** A range of neighboring kinds in `KINDS`, whose rows are in the same table. */
export type Kinds = { first: SearchKind; last: SearchKind };

export type Window = { limit: number; offset: number };

/** The hits of a search. `window` returns the query for a range of them. */
export type Hits = {
  window: (window: Window) => RawBuilder<{ hit: number }>;
  /** The number of hits, at most `CANDIDATES + 1`. */
  count: number;
  /** Whether checking stopped at its limit, so that there may be more. */
  isCut: boolean;
};

/**
 * The checking that is done in one search: how many characters may still be checked, how many were checked since the
 * last pause, and whether the limit was reached.
 */
export type Effort = { left: number; sincePause: number; isSpent: boolean };

export const newEffort = (): Effort => ({ left: MOST_LOOKED_AT, sincePause: 0, isSpent: false });

/** Returns the rows that contain all of the words, in the order of entry. */
export async function hitsOf(db: Db, words: readonly string[], kinds: Kinds, effort = newEffort()): Promise<Hits> {
  const plan = planFor(words);
  if (plan.certain === 'all')
    return { window: entriesOf(plan, kinds), count: await countEntries(db, plan, kinds), isCut: false };
  const search = { words, plan, kinds };
  return (await lookAtFew(db, search, effort)) ?? lookThrough(db, search, effort);
}

/** Returns a list of ids as hits. */
export function listed(ids: readonly number[], isCut: boolean): Hits {
  const window = ({ limit, offset }: Window) => {
    const part = JSON.stringify(ids.slice(offset, offset + limit));
    return sql<{ hit: number }>`select value as hit from json_each(${part})`;
  };
  return { window, count: ids.length, isCut };
}

/** Selects the ids of all entries that a plan finds, whether or not they are certain to be hits. */
export const entriesOf =
  ({ match }: Plan, kinds: Kinds): Hits['window'] =>
  ({ limit, offset }) =>
    sql`
    select (rowid / 2) % ${SPAN} as hit, rowid % 2 as "isRepetitive" from "searchIndex"
    where "searchIndex" match ${match} and rowid between ${lowest(kinds)} and ${highest(kinds)}
    order by rowid limit ${limit} offset ${offset}`;

/** Returns how many entries a plan finds, at most `CANDIDATES + 1`. */
export async function countEntries(db: Db, plan: Plan, kinds: Kinds): Promise<number> {
  const entries = entriesOf(plan, kinds)({ limit: CANDIDATES + 1, offset: 0 });
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${entries})`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Returns the number of an entry as an SQL integer. FTS5 can start at an entry only if its number is an integer, but
 * the driver passes large numbers as reals.
 */
const entryNumber = (value: number) => sql<number>`cast(${value} as integer)`;
const lowest = ({ first }: Kinds) => entryNumber(entryId(first, 0, false));
const highest = ({ last }: Kinds) => entryNumber(entryId(last, SPAN - 1, true));

type Search = { words: readonly string[]; plan: Plan; kinds: Kinds };

/**
 * Handles the usual case: at most `FEW` of the found rows have repetitive texts, and all of those rows contain the
 * words. Every entry is then a hit. Returns undefined in any other case.
 */
async function lookAtFew(db: Db, { words, plan, kinds }: Search, effort: Effort): Promise<Hits | undefined> {
  if (plan.certain === 'none') return undefined;
  const window = entriesOf(plan, kinds);
  const marked = sql<{ count: number; doubtful: string }>`
    select count(*) as count, json_group_array(hit) filter (where "isRepetitive") as doubtful
    from (${window({ limit: CANDIDATES + 1, offset: 0 })})`;
  const [{ count, doubtful } = { count: 0, doubtful: '[]' }] = (await marked.execute(db)).rows;
  const ids = JSON.parse(doubtful) as number[];
  if (ids.length > FEW) return undefined;
  const held = await holding(ids, words, (part) => readTexts(db, kinds.first, part), effort);
  return held.size === ids.length ? { window, count, isCut: false } : undefined;
}

/**
 * Returns the hits in the order of entry. Reads the entries part by part, and checks the rows of uncertain entries.
 */
async function lookThrough(db: Db, { words, plan, kinds }: Search, effort: Effort): Promise<Hits> {
  const isDoubtful = (entry: number) => plan.certain === 'none' || entry % 2 === 1;
  const read = (ids: readonly number[]) => readTexts(db, kinds.first, ids);
  const ids: number[] = [];
  let entries: number[];
  let after = entryId(kinds.first, 0, false) - 1;
  do {
    entries = await entriesAfter(db, plan, kinds, after);
    const held = await holding(entries.filter(isDoubtful).map(idOf), words, read, effort);
    for (const entry of entries) if (!isDoubtful(entry) || held.has(idOf(entry))) ids.push(idOf(entry));
    after = entries.at(-1) ?? after;
    await breathe();
  } while (entries.length === ENTRIES && ids.length <= CANDIDATES && !(effort.isSpent && plan.certain === 'none'));
  return listed(ids.slice(0, CANDIDATES + 1), effort.isSpent);
}

const idOf = (entry: number) => Math.floor(entry / 2) % SPAN;

/** Returns the numbers of the next entries that a plan finds. */
async function entriesAfter(db: Db, { match }: Plan, kinds: Kinds, after: number): Promise<number[]> {
  const { rows } = await sql<{ entries: string }>`
    select json_group_array(rowid) as entries from (
      select rowid from "searchIndex"
      where "searchIndex" match ${match} and rowid between ${entryNumber(after + 1)} and ${highest(kinds)}
      order by rowid limit ${ENTRIES})`.execute(db);
  return JSON.parse(rows[0]?.entries ?? '[]') as number[];
}

/** Returns the searched texts of rows of a kind, in the order of their ids. */
export async function readTexts(db: Db, kind: SearchKind, ids: readonly number[]): Promise<Document[]> {
  const columns = sql.join(['id', ...columnsOf(kind)].map((column) => sql.ref(column)));
  const { rows } = await sql<SearchedRow<SearchKind>>`
    select ${columns} from ${sql.table(SEARCHED[kind].table)}
    where ${isOneOf('id', JSON.stringify(ids))} order by id`.execute(db);
  return rows.map((row) => documentOf(kind, row));
}

/**
 * Returns the ids of the rows that contain all of the words. Rows beyond the limit of `effort` are not checked and not
 * returned.
 */
export async function holding(
  ids: readonly number[],
  words: readonly string[],
  read: (ids: readonly number[]) => Promise<readonly Document[]>,
  effort: Effort,
): Promise<Set<number>> {
  const held = new Set<number>();
  await inChunks(
    ids,
    async (part) => {
      effort.isSpent ||= effort.left <= 0;
      for (const document of effort.isSpent ? [] : await read(part)) {
        effort.isSpent ||= effort.left <= 0;
        if (effort.isSpent) break;
        const { holds, looked } = lookAgain(document, words);
        if (holds) held.add(document.id);
        effort.left -= looked;
        effort.sincePause += looked;
        if (effort.sincePause < PIECE) continue;
        effort.sincePause = 0;
        await breathe();
      }
    },
    ROWS,
  );
  return held;
}
