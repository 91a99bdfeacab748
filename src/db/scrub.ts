/** Removes deleted data from the database files after a purge. */
import { sql } from 'kysely';
import { type App, inTransaction } from '../app.ts';
import { breathe } from '../lib/chunks.ts';
import { emptyLog } from './connect.ts';

/** How many pages of the search index are merged in one step. A step takes a few milliseconds. */
const PAGES = 40;

/**
 * Makes deleted data unreadable in the files. In the search index, a deleted text is only marked as deleted until its
 * segment is merged with others. All segments are therefore merged here, step by step. Then the write-ahead log is
 * emptied. If another process is reading from the log at that moment, the next checkpoint empties it. Deleted rows
 * themselves are overwritten at once (`secure_delete`).
 */
export async function scrub(app: App): Promise<void> {
  // A negative number of pages starts a merge of all segments into one (FTS5, "The 'merge' command").
  for (let pages = -PAGES; await mergeStep(app, pages); pages = PAGES) await breathe();
  emptyLog(app.paths.database);
}

/**
 * Does one step of a merge. Returns whether there was anything to merge: if there was nothing, `total_changes` rises by
 * less than two (FTS5, "The 'merge' command").
 */
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
