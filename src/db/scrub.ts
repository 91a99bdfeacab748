/** What a purge needs beyond deleting: nothing of it may be left in the files. */
import { sql } from 'kysely';
import { type App, inTransaction } from '../app.ts';
import { breathe } from '../lib/chunks.ts';
import { emptyLog } from './connect.ts';

/** So many pages of the search index are merged in one go, which is a few milliseconds. */
const PAGES = 40;

/**
 * Makes what was deleted unreadable in the files. The search index only marks a text as gone until its parts are merged, so
 * all of it is merged here, step by step; then the write-ahead log is emptied, unless another process reads at that moment:
 * then the next checkpoint does it. Deleted rows themselves are overwritten at once (`secure_delete`).
 */
export async function scrub(app: App): Promise<void> {
  // A negative number begins to merge everything into one (FTS5, "The 'merge' command").
  for (let pages = -PAGES; await mergeStep(app, pages); pages = PAGES) await breathe();
  emptyLog(app.paths.database);
}

/** One step of a merge; returns whether there was anything to do. */
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
