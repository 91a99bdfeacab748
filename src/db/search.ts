/**
 * Reads the one index behind every search: an FTS5 table without content, which knows which rows hold the words of a
 * term in their names or notes. Each word of a term must be in some field, in any order.
 */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { breathe } from '../lib/chunks.ts';
import { wordsOf } from '../lib/fold.ts';
import type { PageRequest } from '../lib/page.ts';
import type { Db } from './connect.ts';
import type { Database } from './schema.ts';
import { CANDIDATES, type Hits, hitsOf, type Kinds } from './search-hits.ts';
import { givingHits } from './search-givings.ts';
import type { Searchable } from './search-texts.ts';

/** Up to this many hits come in the order of the list. More come in the order of entry, which needs no sort. */
const SORTED_UNASKED = 1000;

/** What a search found. */
export type Found = {
  /** The rows of the table among the hits, for filters, columns and order. */
  rows: <Table extends Searchable>(table: Table) => SelectQueryBuilder<Database, Table, object>;
  /** How many hits there are, at most as many as are checked. */
  total: number;
  /** Whether there may be more hits than were checked. */
  isCapped: boolean;
  /** Whether no filter follows, so that every hit counts. */
  isWhole: boolean;
  /** Whether `rows` already is the requested page, in the order of entry. */
  isPage: boolean;
};

/**
 * Searches a list; returns undefined when the term has no words, which limits no list. `isWhole` says that no filter
 * follows and the list may come in the order of entry.
 */
export async function look(
  db: Db,
  kind: Kinds['first'],
  request: PageRequest & { search?: string | undefined },
  isWhole: boolean,
): Promise<Found | undefined> {
  const words = wordsOf(request.search ?? '');
  if (words.length === 0) return undefined;
  const hits = kind === 'giving' ? await givingHits(db, words) : await hitsOf(db, words, { first: kind, last: kind });
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

/** Returns the rows of hits. A cross join keeps SQLite from walking the whole table along an index instead. */
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
