import { type Expression, type OrderByExpression, type SelectQueryBuilder, sql, type StringReference } from 'kysely';
import { breathe } from '../lib/chunks.ts';
import { type Page, type PageRequest, toPage } from '../lib/page.ts';
import { isOneOf } from './prepared.ts';
import type { Database } from './schema.ts';
import type { Found } from './search.ts';

/**
 * Reads one page of a query and the number of all its rows. Call it inside a snapshot, so that the two agree.
 * `columns` maps the fields a client may sort by to columns; ties are broken by its `id`, so that the order is total.
 * `found` is the search that the query is built on, if there is one. `bare` is the query without its columns and
 * without the joins that only the columns need, for a table that grows large.
 */
export async function readPage<Tables extends keyof Database, Row, Field extends string>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  count: Counting,
  options: PageOptions<Tables, Field>,
): Promise<Page<Row>> {
  const { request, columns, found, bare } = options;
  if (found?.isPage) {
    const items = await query.orderBy(columns.id as OrderByExpression<Database, Tables, Row>).execute();
    return toPage(items, found.total, request, found.isCapped);
  }
  if (found) return readHits(query, count, { ...options, found });
  const { count: total } = await count.executeTakeFirstOrThrow();
  const window = windowOf(request, Number(total));
  if (window.limit <= 0) return toPage([], Number(total), request);
  const rows = bare ? inOrder(query.where(isChosen(bare, window, options)), options) : pageOf(query, window, options);
  const items = await rows.execute();
  return toPage(window.isTurned && !bare ? items.toReversed() : items, Number(total), request);
}

type Window = { limit: number; offset: number; isTurned: boolean };

/** The rows of a page, counted from the nearer end: every row that is passed over takes time. */
function windowOf({ page, pageSize }: PageRequest, total: number): Window {
  const start = (page - 1) * pageSize;
  const limit = Math.min(pageSize, total - start);
  const after = total - start - limit;
  return start <= after ? { limit, offset: start, isTurned: false } : { limit, offset: after, isTurned: true };
}

function inOrder<Tables extends keyof Database, Row, Field extends string>(
  rows: SelectQueryBuilder<Database, Tables, Row>,
  { request: { sort }, columns }: PageOptions<Tables, Field>,
  isTurned = false,
): SelectQueryBuilder<Database, Tables, Row> {
  const direction = sort.descending === isTurned ? 'asc' : 'desc';
  return rows
    .orderBy(columns[sort.field] as OrderByExpression<Database, Tables, Row>, direction)
    .orderBy(columns.id as OrderByExpression<Database, Tables, Row>, direction);
}

function pageOf<Tables extends keyof Database, Row, Field extends string>(
  rows: SelectQueryBuilder<Database, Tables, Row>,
  { limit, offset, isTurned }: Window,
  options: PageOptions<Tables, Field>,
): SelectQueryBuilder<Database, Tables, Row> {
  return inOrder(rows, options, isTurned).limit(limit).offset(offset);
}

/** Whether a row is on the page. The page is chosen by the ids first, so that a row that is passed over is not joined. */
function isChosen<Tables extends keyof Database, Field extends string>(
  bare: SelectQueryBuilder<Database, Tables, object>,
  window: Window,
  options: PageOptions<Tables, Field>,
) {
  const id = sql.ref<number>(options.columns.id);
  return sql<boolean>`${id} in ${pageOf(bare.select(id.as('id')), window, options)}`;
}

async function readHits<Tables extends keyof Database, Row, Field extends string>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  count: Counting,
  options: PageOptions<Tables, Field> & { found: Found },
): Promise<Page<Row>> {
  const { request, found } = options;
  const { page, pageSize } = request;
  const window = { limit: pageSize, offset: (page - 1) * pageSize, isTurned: false };
  const items = await inOrder(await amongHits(query, (rows) => pageOf(rows, window, options)), options).execute();
  if (found.isWhole) return toPage(items, found.total, request, found.isCapped);
  await breathe();
  const total = await count.executeTakeFirstOrThrow();
  return toPage(items, Number(total.count), request, found.isCapped);
}

/**
 * The rows of a page among hits. They are chosen by their ids first, because sorting copies what is selected; and each
 * step that goes through all hits, which may take ten milliseconds, is followed by a pause for other requests.
 */
async function amongHits<Tables extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  page: <R>(rows: SelectQueryBuilder<Database, Tables, R>) => SelectQueryBuilder<Database, Tables, R>,
): Promise<SelectQueryBuilder<Database, Tables, Row>> {
  const chosen = await page(query.clearSelect().select(sql<number>`hits.hit`.as('hit'))).execute();
  await breathe();
  const ids = JSON.stringify(chosen.map(({ hit }) => hit));
  return query.where(isOneOf('hits.hit', ids));
}

/** A query that counts rows. */
type Counting = { executeTakeFirstOrThrow: () => Promise<{ count: number | bigint | string }> };

type PageOptions<Tables extends keyof Database, Field extends string> = {
  request: PageRequest<Field>;
  columns: Record<Field, StringReference<Database, Tables> | Expression<unknown>> & {
    id: StringReference<Database, Tables>;
  };
  found?: Found | undefined;
  bare?: SelectQueryBuilder<Database, Tables, object> | undefined;
};
