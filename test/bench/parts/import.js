import { writeFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { compareTimes } from '../measure.js';
import { people } from '../people.js';
import { daemonArguments, floor, timeCommand, vestry } from '../process.js';

const MEMBERS = 10_000;
/** In the same time, the import must process at least 40 % of the rows that the simplest program inserts. */
const LIMIT = 1 / 0.4;
const ROUNDS = 5;

/**
 * Compares the import of 10,000 members from a CSV file with the simplest program, which inserts the same rows with
 * prepared statements.
 */
export async function measurePart(workspace) {
  const empty = workspace.directory();
  const daemon = await workspace.start(daemonArguments(empty, 'development'));
  await daemon.stop();
  const csv = path.join(workspace.directory(), 'members.csv');
  writeFileSync(csv, csvOf([...people(MEMBERS)]));
  const rows = path.join(workspace.directory(), 'rows.json');
  const filled = workspace.copy(empty);
  timeCommand(vestry('import', 'members', csv, '--data-dir', filled));
  writeFileSync(rows, JSON.stringify(rowsOf(filled)));
  return [
    await compareTimes('import: 10,000 members / prepared inserts of the same rows', {
      ours: () => timeCommand(vestry('import', 'members', csv, '--data-dir', workspace.copy(empty))),
      floor: () => timeCommand(floor('import', path.join(workspace.copy(empty), 'vestry.db'), rows)),
      limit: LIMIT,
      rounds: ROUNDS,
    }),
  ];
}

function csvOf(list) {
  const rows = list.map(({ address: { line1, city, state, postalCode, country }, ...person }) => {
    return { ...person, addressLine1: line1, city, state, postalCode, country };
  });
  const lines = rows.map((row) => Object.values(row).map((value) => value ?? ''));
  return [Object.keys(rows[0]), ...lines].map((cells) => `${cells.join(',')}\n`).join('');
}

/**
 * Returns the rows that an import wrote, by table. The search index does not store the original text, so each row of
 * the index is rebuilt from its terms.
 */
function rowsOf(directory) {
  const db = new Sqlite(path.join(directory, 'vestry.db'));
  db.exec(`create virtual table temp.words using fts5vocab('main', 'searchIndex', 'instance')`);
  const members = db.prepare('select * from members').all();
  const searchIndex = db
    .prepare(`select doc as rowid, group_concat(term, ' ') as parts from words where doc / 2 <= ? group by doc`)
    .all(MEMBERS);
  const auditLogs = db.prepare(`select * from auditLogs where action = 'MemberCreated' order by id`).all();
  db.close();
  return { members, searchIndex, auditLogs };
}
