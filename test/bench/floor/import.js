/**
 * The simplest program that writes the rows of `vestry import members`. The first argument is the database, and the
 * second is a JSON file with the rows of each table. All rows are inserted with prepared statements in one transaction.
 * Only the hashes of the audit log are computed here, because computing them is part of the work.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

/** The columns of an audit entry that are hashed, in this order. */
const HASHED =
  'id at action actorId actorName entityType entityId changesDigest ipAddress requestId previousHash'.split(' ');

const [file, rowsFile] = process.argv.slice(2);
const { members, searchIndex, auditLogs } = JSON.parse(readFileSync(rowsFile, 'utf8'));
const db = new Sqlite(file);
db.pragma('synchronous = FULL');
db.pragma('foreign_keys = ON');
db.exec('begin immediate');
insertAll('members', members);
insertAll('searchIndex', searchIndex);
insertAll('auditLogs', chained(auditLogs));
db.exec('commit');
db.close();

function insertAll(table, rows) {
  const columns = Object.keys(rows[0]);
  const places = columns.map((column) => `@${column}`);
  const insert = db.prepare(`insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`);
  for (const row of rows) insert.run(row);
}

/** Returns the rows with their hashes, and moves the head of the log to the last row. */
function chained(rows) {
  let { lastHash: previousHash } = db.prepare('select lastHash from auditHead').get();
  const chain = rows.map((row) => {
    const content = { ...row, changesDigest: sha256(row.changes ?? ''), previousHash };
    previousHash = sha256(JSON.stringify(HASHED.map((column) => content[column])));
    return { ...content, hash: previousHash };
  });
  db.prepare('update auditHead set entries = ?, lastHash = ?').run(chain.at(-1).id, previousHash);
  return chain;
}

function sha256(text) {
  return createHash('sha256').update(text).digest('hex');
}
