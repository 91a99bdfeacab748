/** Reads the rows of a demo church with plain SQL, independently of the program's queries. */
import { sql } from 'kysely';
import type { TestApp } from '../../../support/app.ts';

export type Row = Record<string, unknown>;

/** Returns all rows of a query. */
export const rowsOf = async (app: TestApp, query: string): Promise<Row[]> =>
  (await sql.raw<Row>(query).execute(app.db)).rows;

/** Returns the first value of the first row of a query. */
export const one = async (app: TestApp, query: string): Promise<unknown> =>
  Object.values((await rowsOf(app, query))[0] ?? {})[0];
