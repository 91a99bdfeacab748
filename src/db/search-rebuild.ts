/** Rebuilds the search index after a migration that changes how texts are folded or split. */
import type { openRaw } from './connect.ts';
import { entryOf } from './search-index.ts';
import { columnsOf, documentOf, KINDS, SEARCHED, type SearchedRow, type SearchKind } from './search-texts.ts';

type Handle = ReturnType<typeof openRaw>;
type Row = SearchedRow<SearchKind>;

const ROWS = 500;
/** How many records are added to the index between two reports of progress. */
const NOTED = 100_000;

const WHICH = { live: '"deletedAt" is null', deleted: '"deletedAt" is not null', all: 'true' } as const;

/** Empties the search index and adds every row that searches can find. Must run in the transaction of the migration. */
export function rebuildSearch(db: Handle, note: (message: string) => void = () => {}): void {
  db.exec(`insert into "searchIndex" ("searchIndex") values ('delete-all')`);
  // The telephone numbers are those of members, who are counted already.
  const counts = KINDS.filter((kind) => kind !== 'memberPhone').map(
    (kind) =>
      db
        .prepare(`select count(*) from ${source(kind)}`)
        .pluck()
        .get() as number,
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return;
  note(`Rebuilding the search index for ${total} records. Vestry starts when that is done.`);
  let done = 0;
  const noteProgress = () => {
    done += 1;
    if (done % NOTED === 0) note(`The search index has ${done} of ${total} records.`);
  };
  for (const kind of KINDS) rebuildKind(db, kind, noteProgress);
  note('The search index is complete.');
}

const source = (kind: SearchKind) => `"${SEARCHED[kind].table}" where ${WHICH[SEARCHED[kind].rows]}`;

function rebuildKind(db: Handle, kind: SearchKind, noteProgress: () => void): void {
  const columns = ['id', ...columnsOf(kind)].map((column) => `"${column}"`).join(', ');
  const next = db.prepare(`select ${columns} from ${source(kind)} and id > ? order by id limit ${ROWS}`);
  const insert = db.prepare('insert into "searchIndex" (rowid, parts) values (?, ?)');
  let rows: Row[];
  let after = 0;
  do {
    rows = next.all(after) as Row[];
    for (const row of rows) {
      const { entry } = entryOf(kind, documentOf(kind, row));
      if (entry.parts !== '') insert.run(entry.rowid, entry.parts);
      if (kind !== 'memberPhone') noteProgress();
    }
    after = rows.at(-1)?.id ?? after;
  } while (rows.length === ROWS);
}
