import type { CompiledQuery } from 'kysely';

type Remembered<Row> = CompiledQuery<Row> & { isRemembered: true };

/**
 * The same query, whose rows a snapshot may take from an earlier one if nothing was committed in between. For a few rows
 * that take long to make, such as a count. They are frozen.
 */
export function remembered<Row>(query: CompiledQuery<Row>): Remembered<Row> {
  return { ...query, isRemembered: true };
}

/** Whether the rows of a query may be those of an earlier snapshot. */
export function isRemembered(query: CompiledQuery): boolean {
  return 'isRemembered' in query;
}
