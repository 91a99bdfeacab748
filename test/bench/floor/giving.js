/**
 * The least that keeps a giving: a bare server that writes the row of a request's JSON with one prepared insert, durable
 * when it answers. `POST /session` writes a list of them in one transaction. The database is the first argument.
 */
import { json } from 'node:stream/consumers';
import Sqlite from 'better-sqlite3';
import { serveBare } from './bare.js';

const db = new Sqlite(process.argv[2]);
db.pragma('synchronous = FULL');
db.pragma('foreign_keys = ON');
const insert = db.prepare(`
  insert into givings (categoryId, amountMinor, date, method, memberId, isAnonymous, sessionId, giftDate, createdAt, modifiedAt)
  values (@categoryId, @amountMinor, @date, @method, @memberId, 0, @sessionId, @date, @at, @at)`);
const insertSession = db.prepare(`
  insert into offeringSessions (date, status, countedBy, createdAt, modifiedAt) values (?, 'Draft', '[]', ?, ?)`);

serveBare(async (request) => {
  const body = await json(request);
  return JSON.stringify(request.url === '/session' ? keepSession(body) : keep(body));
});

function keep({ amount, sessionId = null, ...giving }) {
  const at = new Date().toISOString();
  const row = { ...giving, amountMinor: Math.round(amount * 100), sessionId, at };
  return { ...row, id: Number(insert.run(row).lastInsertRowid) };
}

const keepSession = db.transaction(({ date, givings }) => {
  const at = new Date().toISOString();
  const sessionId = Number(insertSession.run(date, at, at).lastInsertRowid);
  return { id: sessionId, givings: givings.map((giving) => keep({ ...giving, date, sessionId })) };
});
