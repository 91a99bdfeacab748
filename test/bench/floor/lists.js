/**
 * The least that answers the lists, from a data directory given as the first argument: every request verifies its token
 * with jose, counts, picks the ids of the page along the right index from the nearer end, and sends the rows as they are.
 * `/members?sort=lastName&page=2`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { jwtVerify } from 'jose';
import { LISTS, sqlOf } from '../lists.js';
import { serveBare } from './bare.js';

const PAGE_SIZE = 25;
const CLAIMS = { algorithms: ['HS256'], issuer: 'vestry', audience: 'vestry' };

const directory = process.argv[2];
const { jwtKey } = JSON.parse(readFileSync(path.join(directory, 'secrets.json'), 'utf8'));
const algorithm = { name: 'HMAC', hash: 'SHA-256' };
const key = await crypto.subtle.importKey('raw', Buffer.from(jwtKey, 'base64'), algorithm, false, ['verify']);

const db = new Sqlite(path.join(directory, 'vestry.db'));
db.pragma('mmap_size = 2147418112');
const kept = new Map();

serveBare(async ({ url, headers }) => {
  await jwtVerify(headers.authorization.slice('Bearer '.length), key, CLAIMS);
  const { pathname, searchParams } = new URL(url, 'http://localhost');
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
