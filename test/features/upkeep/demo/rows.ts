/** Reads the rows of a demo church with SQL of the test's own. */
import { sql } from 'kysely';
import type { TestApp } from '../../../support/app.ts';

export type Row = Record<string, unknown>;

/** All rows that a query gives. */
export const rowsOf = async (app: TestApp, query: string): Promise<Row[]> =>
  (await sql.raw<Row>(query).execute(app.db)).rows;

/** The first value of the first row that a query gives. */
export const one = async (app: TestApp, query: string): Promise<unknown> =>
  Object.values((await rowsOf(app, query))[0] ?? {})[0];
