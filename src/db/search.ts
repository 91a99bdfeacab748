/**
 * The one index behind every search: which rows hold a text anywhere in their names or notes.
 *
 * SQLite's FTS5 finds words; here the words are overlapping parts of three characters, and `ab` and `a` where a text ends.
 * So a term of three or more characters is a phrase of such parts, and one of one or two is the beginning of a part, for
 * which FTS5 keeps lists of their own (`prefix='1 2'`). Either way the answer is a list of ids in order, read only as far
 * as it is needed.
 */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { breathe, inChunks } from '../lib/chunks.ts';
import type { PageRequest } from '../lib/page.ts';
import { foldForSearch } from '../lib/text.ts';
import type { Db } from './connect.ts';
import { insertRows } from './insert.ts';
import type { Database } from './schema.ts';

/** What can be searched. The place in this list is part of the stored ids: new kinds come at the end. */
const KINDS = ['member', 'formerMember', 'familyUnit', 'user', 'giving', 'expense'] as const;
export type SearchKind = (typeof KINDS)[number];

/** Every kind has this many ids; together they stay below 2^53. */
const SPAN = 2 ** 48;
const PART = 3;
/** So many of the hits are counted, filtered and sorted; the first ones in the order of entry. */
export const CANDIDATES = 10_000;
/** Up to so many hits come in the order of their list; more come in the order of entry, which costs nothing. */
const SORTED_UNASKED = 1000;

export type Document = { id: number; texts: readonly (string | null)[] };

const documentId = (kind: SearchKind, id: number) => KINDS.indexOf(kind) * SPAN + id;

/** Makes new rows findable by their texts. */
export async function addTexts(db: Db, kind: SearchKind, documents: readonly Document[]): Promise<void> {
  const telling = documents.filter(({ texts }) => texts.some(Boolean));
  if (telling.length > 0) await indexTexts(db, kind, telling);
}

/** Makes rows findable by these texts and no others. */
export function indexTexts(db: Db, kind: SearchKind, documents: readonly Document[]): Promise<void> {
  return inChunks(documents, async (part) => {
    const rows = part.map(({ id, texts }) => ({
      id,
      parts: texts
        .map((text) => partsOf(text ?? ''))
        .join(' ')
        .trim(),
    }));
    const values = rows.filter(({ parts }) => parts).map(({ id, parts }) => ({ rowid: documentId(kind, id), parts }));
    await insertRows(db, 'searchIndex', values, 'replace');
    const silent = rows.filter(({ parts }) => !parts).map(({ id }) => id);
    if (silent.length > 0) await removeTexts(db, kind, silent);
  });
}

/** Makes rows unfindable. */
export async function removeTexts(db: Db, kind: SearchKind, ids: readonly number[]): Promise<void> {
  const rowids = ids.map((id) => documentId(kind, id));
  await db.deleteFrom('searchIndex').where('rowid', 'in', rowids).execute();
}

/** The parts of a text, each a word for FTS5: its ASCII tokenizer splits at signs, so these become private characters. */
function partsOf(text: string): string {
  const all = wordCharacters(text);
  // Slices would take half of the time that an import spends here.
  return all.map((first, index) => first + (all[index + 1] ?? '') + (all[index + 2] ?? '')).join(' ');
}

function wordCharacters(text: string): string[] {
  const words = foldForSearch(text)
    .replace(RUNS, '$1')
    .replace(SIGNS, (sign) => String.fromCodePoint(PRIVATE_USE + sign.charCodeAt(0)));
  return Array.from(words);
}

/**
 * Of a line of dashes only so many count, in texts and terms alike: FTS5 compares each place of the one with each place of
 * the other where all parts are the same.
 */
const RUNS = /((.)\2{29})\2+/gsu;
const SIGNS = /(?![a-z0-9])[\0-\x7f]/g;
const PRIVATE_USE = 0xe000;

/** A term as FTS5 reads it; nothing that a user types is left of its query language. */
function matchOf(term: string): string {
  const characters = wordCharacters(term);
  if (characters.length < PART) return `"${characters.join('')}" *`;
  const parts = characters.slice(PART - 1).map((_, index) => characters.slice(index, index + PART).join(''));
  return `"${parts.join(' ')}"`;
}

type Window = { limit: number; offset: number };

/** The ids of hits, or a window of them, as a query. */
export type Hits = (window: Window) => RawBuilder<{ hit: number }>;

/** Whether a term says anything: one of white space or accents alone does not limit a list. */
export function isTerm(search: string | undefined): search is string {
  return search !== undefined && foldForSearch(search) !== '';
}

/** The rows of neighbouring kinds that hold the term, in the order of entry. */
export function hitsOf(term: string, first: SearchKind, last = first): Hits {
  return ({ limit, offset }) => sql`
    select rowid % ${SPAN} as hit from "searchIndex"
    where "searchIndex" match ${matchOf(term)}
      and rowid between ${documentId(first, 0)} and ${documentId(last, SPAN - 1)}
    order by rowid limit ${limit} offset ${offset}`;
}

/** What a search found. */
export type Found = {
  /** The table's rows among the hits, for filters, columns and order. */
  rows: <Table extends Searchable>(table: Table) => SelectQueryBuilder<Database, Table, object>;
  /** How many hits there are, at most so many as are looked at. */
  total: number;
  /** Whether there are more hits than are looked at. */
  isCapped: boolean;
  /** Whether no filter follows, so that every hit counts. */
  isWhole: boolean;
  /** Whether `rows` is the page that was asked for already, in the order of entry. */
  isPage: boolean;
};

export type Searchable = 'members' | 'familyUnits' | 'users' | 'givings' | 'expenses';

/** How many hits there are, up to one more than are looked at. */
export async function countHits(db: Db, hits: Hits): Promise<number> {
  const counted = sql<{ count: number }>`select count(*) as count from (${hits({ limit: CANDIDATES + 1, offset: 0 })})`;
  const { rows } = await counted.execute(db);
  return rows[0]?.count ?? 0;
}

/** Looks up hits; `isWhole` says that no filter follows and the list may come in the order of entry. */
export async function look(db: Db, hits: Hits, request: PageRequest, isWhole: boolean): Promise<Found> {
  const count = await countHits(db, hits);
  if (count > SORTED_UNASKED) await breathe();
  const isPage = isWhole && request.sort.isDefault === true && count > SORTED_UNASKED;
  const chosen = hits(isPage ? pageWindow(request) : { limit: CANDIDATES, offset: 0 });
  return {
    rows: (table) => rowsOf(db, chosen, table),
    total: Math.min(count, CANDIDATES),
    isCapped: count > CANDIDATES,
    isWhole,
    isPage,
  };
}

/** The rows of hits. A cross join keeps SQLite from walking the whole table in the order of an index instead. */
function rowsOf<Table extends Searchable>(
  db: Db,
  hits: RawBuilder<{ hit: number }>,
  table: Table,
): SelectQueryBuilder<Database, Table, object> {
  const joined = db
    .selectFrom(sql<{ hit: number }>`(${hits})`.as('hits'))
    .crossJoin(table as 'members')
    .where(sql<boolean>`${sql.table(table)}.id = hits.hit`);
  return joined as unknown as SelectQueryBuilder<Database, Table, object>;
}

function pageWindow({ page, pageSize }: PageRequest): Window {
  const offset = Math.min((page - 1) * pageSize, CANDIDATES);
  return { limit: Math.min(pageSize, CANDIDATES - offset), offset };
}
