/** What a purge does besides deleting, so that nothing remains in the files. */
import { sql } from 'kysely';
import { type App, inTransaction } from '../app.ts';
import { breathe } from '../lib/chunks.ts';
import { emptyLog } from './connect.ts';

/** How many pages of the search index are merged in one go, which takes a few milliseconds. */
const PAGES = 40;

/**
 * Makes deleted data unreadable in the files. The search index only marks a text as deleted until its parts are merged,
 * so this merges all of it, step by step. Then it empties the write-ahead log; if another process is reading at that
 * moment, the next checkpoint does it. Deleted rows themselves are overwritten at once (`secure_delete`).
 */
export async function scrub(app: App): Promise<void> {
  // A negative number starts merging everything into one (FTS5, "The 'merge' command").
  for (let pages = -PAGES; await mergeStep(app, pages); pages = PAGES) await breathe();
  emptyLog(app.paths.database);
}

/** Does one step of a merge; returns whether there was anything to do. */
function mergeStep(app: App, pages: number): Promise<boolean> {
  return inTransaction(app, async ({ db }) => {
    const before = await changes(db);
    await sql`insert into "searchIndex" ("searchIndex", rank) values ('merge', ${pages})`.execute(db);
    return (await changes(db)) - before >= 2;
  });
}

async function changes(db: App['db']): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(db);
  return rows[0]?.count ?? 0;
}
