import type { Expression, OrderByExpression, SelectQueryBuilder, StringReference } from 'kysely';
import { type Page, type PageRequest, toPage } from '../lib/page.ts';
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
  const rows = await query
    .orderBy(columns[field] as OrderByExpression<Database, Tables, Row>, direction)
    .orderBy(columns.id as OrderByExpression<Database, Tables, Row>, direction)
    .limit(request.pageSize)
    .offset((request.page - 1) * request.pageSize)
    .execute();
  const total = await count.executeTakeFirstOrThrow();
  return toPage(rows, Number(total.count), request, found?.isCapped);
}

type PageOptions<Tables extends keyof Database, Field extends string> = {
  request: PageRequest<Field>;
  columns: Record<Field | 'id', StringReference<Database, Tables> | Expression<unknown>>;
  found?: Found | undefined;
};
