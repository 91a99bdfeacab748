/**
 * The simplest HTTP server for the lists. The first argument is the data directory. The server verifies the token of
 * every request with jose, counts the rows, looks up the ids of the page in the best index, starting from the nearer
 * end, and sends the rows unchanged. A typical request is `GET /members?sort=lastName&page=2`.
 */
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { LISTS, sqlOf } from '../lists.js';
import { serveBare } from './bare.js';
import { verifying } from './token.js';

const PAGE_SIZE = 25;

const [, , directory] = process.argv;
const verify = await verifying(directory);
const db = new Sqlite(path.join(directory, 'vestry.db'));
db.pragma('mmap_size = 2147418112');
const kept = new Map();

serveBare(async (request) => {
  await verify(request);
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  return JSON.stringify(list(decodeURIComponent(pathname.slice(1)), searchParams));
});

function list(name, query) {
  const [field, page] = [query.get('sort'), Number(query.get('page') ?? 1)];
  const { count, picks, rows, id } = statements(name, field);
  const totalCount = count.get();
  const start = (page - 1) * PAGE_SIZE;
  const limit = Math.min(PAGE_SIZE, totalCount - start);
  const after = totalCount - start - limit;
  const ids = start <= after ? picks.asc.all(limit, start) : picks.desc.all(limit, after).toReversed();
  const byId = new Map(rows.all(JSON.stringify(ids)).map((row) => [row[id], row]));
  const items = ids.map((one) => byId.get(one));
  return { items, page, pageSize: PAGE_SIZE, totalCount, totalPages: Math.ceil(totalCount / PAGE_SIZE) };
}

function statements(name, field) {
  const place = `${name} ${field}`;
  if (!kept.has(place)) {
    const { count, rows, ids, id } = sqlOf(LISTS[name], field, 'asc');
    const picks = { asc: db.prepare(ids).pluck(), desc: db.prepare(sqlOf(LISTS[name], field, 'desc').ids).pluck() };
    kept.set(place, { count: db.prepare(count).pluck(), rows: db.prepare(rows), picks, id });
  }
  return kept.get(place);
}
