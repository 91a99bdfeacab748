import type { KyselyPlugin } from 'kysely';
import type { Db } from '../../src/db/connect.ts';

/**
 * Returns the database, and a function that says how many queries ran on it. In a transaction, prepared queries are not
 * counted (see `db/run.ts`).
 */
export function counted(db: Db): { db: Db; count: () => number } {
  let count = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count += 1;
      return result;
    },
  };
  return { db: db.withPlugin(counter), count: () => count };
}
