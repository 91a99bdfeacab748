import type { Expression, OrderByExpression, SelectQueryBuilder, StringReference } from 'kysely';
import { type Page, type PageRequest, toPage } from '../lib/page.ts';
import type { Database } from './schema.ts';

/**
 * Reads one page of a query and the number of all its rows. Call it inside a snapshot, so that the two agree.
 * `columns` maps the fields a client may sort by to columns; ties are broken by its `id`, so that the order is total.
 */
export async function readPage<Tables extends keyof Database, Row, Field extends string>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  count: SelectQueryBuilder<Database, Tables, { count: number | bigint | string }>,
  request: PageRequest<Field>,
  columns: Record<Field | 'id', StringReference<Database, Tables> | Expression<unknown>>,
): Promise<Page<Row>> {
  const { field, descending } = request.sort;
  const direction = descending ? 'desc' : 'asc';
  const rows = await query
    .orderBy(columns[field] as OrderByExpression<Database, Tables, Row>, direction)
    .orderBy(columns.id as OrderByExpression<Database, Tables, Row>, direction)
    .limit(request.pageSize)
    .offset((request.page - 1) * request.pageSize)
    .execute();
  const total = await count.executeTakeFirstOrThrow();
  return toPage(rows, Number(total.count), request);
}
