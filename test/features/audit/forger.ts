/** What a person with an SQLite program and our source code, but without the key, can do to the books. */
import Sqlite from 'better-sqlite3';
import { chainHash } from '../../../src/features/audit/chain.ts';
import type { TestApp } from '../../support/app.ts';

export type Row = Record<string, string | number | null> & { id: number; changes: string | null };

/** Calls `work` with a second connection to the database of the app. */
export function forging<T>({ paths }: TestApp, work: (db: Sqlite.Database) => T): T {
  const db = new Sqlite(paths.database);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Recomputes every hash of the log and moves the head to the end of the log. Does not change the seal. */
export function rechain(db: Sqlite.Database): void {
  let previousHash = '';
  const rows = db.prepare('select * from auditLogs order by id').all() as Row[];
  const update = db.prepare('update auditLogs set previousHash = ?, hash = ? where id = ?');
  for (const row of rows) {
    const hash = chainHash(row.id, row as never, previousHash);
    update.run(previousHash, hash, row.id);
    previousHash = hash;
  }
  db.prepare('update auditHead set entries = ?, lastHash = ?').run(rows.length, previousHash);
}

/** Appends an entry that looks like one written by Vestry. */
export function appendEntry(db: Sqlite.Database, fields: Partial<Row>): void {
  const last = db.prepare('select * from auditLogs order by id desc limit 1').get() as Row;
  const row: Row = { ...last, withheldSalt: null, withheldDigest: null, ...fields, id: last.id + 1 };
  const columns = Object.keys(row);
  db.prepare(
    `insert into auditLogs (${columns.join(', ')}) values (${columns.map((name) => `@${name}`).join(', ')})`,
  ).run(row);
}

/** Replaces the changes in an entry and returns their JSON. */
export function rewrite(db: Sqlite.Database, id: number, changes: object): string {
  const text = JSON.stringify(changes);
  db.prepare('update auditLogs set changes = ? where id = ?').run(text, id);
  return text;
}
