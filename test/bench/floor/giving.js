/**
 * The simplest HTTP server that stores givings. The first argument is the data directory. The server verifies the token
 * of every request with jose and inserts the row in the JSON body with one prepared statement. The server responds only
 * after the row is stored durably. `POST /session` inserts a list of rows in one transaction.
 */
import path from 'node:path';
import { json } from 'node:stream/consumers';
import Sqlite from 'better-sqlite3';
import { serveBare } from './bare.js';
import { inserting } from './giving-rows.js';
import { verifying } from './token.js';

const [, , directory] = process.argv;
const verify = await verifying(directory);
const db = new Sqlite(path.join(directory, 'vestry.db'));
db.pragma('synchronous = FULL');
db.pragma('foreign_keys = ON');
const keep = inserting(db);
const insertSession = db.prepare(`
  insert into offeringSessions (date, status, countedBy, createdAt, modifiedAt) values (?, 'Draft', '[]', ?, ?)`);

serveBare(async (request) => {
  await verify(request);
  const body = await json(request);
  return JSON.stringify(request.url === '/session' ? keepSession(body) : keep(body));
});

const keepSession = db.transaction(({ date, givings }) => {
  const at = new Date().toISOString();
  const sessionId = Number(insertSession.run(date, at, at).lastInsertRowid);
  return { id: sessionId, givings: givings.map((giving) => keep({ ...giving, date, sessionId })) };
});
