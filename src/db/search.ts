/**
 * Searches lists with the search index, an FTS5 table without content. The index shows which rows contain the words of
 * a search term in their names or notes. Every word must be in some field of the row; the order of the words does not
 * matter.
 */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { breathe } from '../lib/chunks.ts';
import { wordsOf } from '../lib/fold.ts';
import type { PageRequest } from '../lib/page.ts';
import type { Db } from './connect.ts';
import type { Database } from './schema.ts';
import { CANDIDATES, type Hits, hitsOf, type Kinds } from './search-hits.ts';
import { givingHits } from './search-givings.ts';
import { familyHits, peopleHits } from './search-people.ts';
import type { Searchable } from './search-texts.ts';

/**
 * If the client asks for no order, up to this many hits are returned in the default order of the list. More hits are
 * returned in the order of entry, which needs no sorting.
 */
const SORTED_UNASKED = 1000;

/** The result of a search. */
export type Found = {
  /** Selects the hits from the table. The caller adds filters, columns and order. */
  rows: <Table extends Searchable>(table: Table) => SelectQueryBuilder<Database, Table, object>;
  /** The number of hits, at most `CANDIDATES`. */
  total: number;
  /** Whether there may be more hits than `total`. */
  isCapped: boolean;
  /** Whether no filter is applied to the hits, so that `total` is the length of the list. */
  isWhole: boolean;
  /** Whether `rows` selects only the requested page, in the order of entry. */
  isPage: boolean;
};

/**
 * Searches a list. Returns undefined if the search term has no words, because such a term does not limit the list.
 * `isWhole` means that no filter is applied to the hits, and that the hits may be returned in the order of entry.
 */
export async function look(
  db: Db,
  kind: Kinds['first'],
  request: PageRequest & { search?: string | undefined },
  isWhole: boolean,
): Promise<Found | undefined> {
  const words = wordsOf(request.search ?? '');
  if (words.length === 0) return undefined;
  return foundIn(db, await hitsFor(db, kind, words), request, isWhole);
}

function hitsFor(db: Db, kind: Kinds['first'], words: readonly string[]): Promise<Hits> {
  if (kind === 'giving') return givingHits(db, words);
  return kind === 'familyUnit' ? familyHits(db, words) : hitsOf(db, words, { first: kind, last: kind });
}

/** Searches the list of members also by the names of their families and by telephone numbers. Otherwise like `look`. */
export async function lookForPeople(
  db: Db,
  request: PageRequest & { find: string },
  isWhole: boolean,
): Promise<Found | undefined> {
  const hits = await peopleHits(db, request.find);
  return hits && foundIn(db, hits, request, isWhole);
}

async function foundIn(db: Db, hits: Hits, request: PageRequest, isWhole: boolean): Promise<Found> {
  const { count, isCut } = hits;
  if (count > SORTED_UNASKED) await breathe();
  const isPage = isWhole && request.sort.isDefault === true && count > SORTED_UNASKED;
  const chosen = hits.window(isPage ? pageWindow(request) : { limit: CANDIDATES, offset: 0 });
  return {
    rows: (table) => rowsOf(db, chosen, table),
    total: Math.min(count, CANDIDATES),
    isCapped: isCut || count > CANDIDATES,
    isWhole,
    isPage,
  };
}

/**
 * Selects the rows of hits. The cross join makes SQLite look up each hit instead of walking along an index of the whole
 * table.
 */
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

function pageWindow({ page, pageSize }: PageRequest): Parameters<Hits['window']>[0] {
  const offset = Math.min((page - 1) * pageSize, CANDIDATES);
  return { limit: Math.min(pageSize, CANDIDATES - offset), offset };
}
