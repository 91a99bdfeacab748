import type { CompiledQuery } from 'kysely';

type Remembered<Row> = CompiledQuery<Row> & { isRemembered: true };

/**
 * Marks a query whose rows a snapshot may take from an earlier one if nothing was committed in between. Use it for a
 * few rows that take long to compute, such as a count. The rows are frozen.
 */
export function remembered<Row>(query: CompiledQuery<Row>): Remembered<Row> {
  return { ...query, isRemembered: true };
}

/** Whether the rows of a query may come from an earlier snapshot. */
export function isRemembered(query: CompiledQuery): boolean {
  return 'isRemembered' in query;
}
