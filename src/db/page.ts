import { type Expression, type OrderByExpression, type SelectQueryBuilder, sql, type StringReference } from 'kysely';
import { breathe } from '../lib/chunks.ts';
import { type Page, type PageRequest, toPage } from '../lib/page.ts';
import { isOneOf } from './prepared.ts';
import type { Database } from './schema.ts';
import type { Found } from './search.ts';

/**
 * Reads one page of a query and the number of all its rows. Call it inside a snapshot, so that the two agree.
 * `columns` maps the fields a client may sort by to columns; ties are broken by its `id`, so that the order is total.
 * `found` is the search that the query is built on, if there is one.
 */
export async function readPage<Tables extends keyof Database, Row, Field extends string>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  count: SelectQueryBuilder<Database, Tables, { count: number | bigint | string }>,
  options: PageOptions<Tables, Field>,
): Promise<Page<Row>> {
  const { request, columns, found } = options;
  if (found?.isPage) {
    const items = await query.orderBy(columns.id as OrderByExpression<Database, Tables, Row>).execute();
    return toPage(items, found.total, request, found.isCapped);
  }
  const { field, descending } = request.sort;
  const direction = descending ? 'desc' : 'asc';
  const inOrder = <Row>(rows: SelectQueryBuilder<Database, Tables, Row>) =>
    rows
      .orderBy(columns[field] as OrderByExpression<Database, Tables, Row>, direction)
      .orderBy(columns.id as OrderByExpression<Database, Tables, Row>, direction);
  const page = <Row>(rows: SelectQueryBuilder<Database, Tables, Row>) =>
    inOrder(rows)
      .limit(request.pageSize)
      .offset((request.page - 1) * request.pageSize);
  const items = await (found ? inOrder(await amongHits(query, page)) : page(query)).execute();
  if (found?.isWhole) return toPage(items, found.total, request, found.isCapped);
  if (found) await breathe();
  const total = await count.executeTakeFirstOrThrow();
  return toPage(items, Number(total.count), request, found?.isCapped);
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

type PageOptions<Tables extends keyof Database, Field extends string> = {
  request: PageRequest<Field>;
  columns: Record<Field | 'id', StringReference<Database, Tables> | Expression<unknown>>;
  found?: Found | undefined;
};
