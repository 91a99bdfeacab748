/** A church with a row in as many tables as possible, and changes of its columns, one at a time, as SQL can make them. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect } from 'vitest';
import { done } from '../../contract/books.ts';
import { openEverything, TRIES } from '../../contract/every-route.ts';
import type { Office } from '../../contract/office.ts';
import { codeOf, guardedUser, show } from '../../contract/second-factor-support.ts';
import { readDocument } from '../../fuzz/document.ts';
import { copyDataDir, request } from '../../support/daemon.ts';

type Row = Record<string, unknown>;
/** A column as `pragma table_info` describes it. `pk` is its place in the primary key, from 1. */
type Column = { name: string; type: string; pk: number };

/**
 * Serves a church, sends a good request to every route that writes, and copies its books to a folder. Fills some tables
 * besides that these requests leave empty.
 */
export async function churchWithEverything(to: string): Promise<void> {
  const { office } = await openEverything();
  try {
    await sendEverything(office);
    await fillTheRest(office);
    copyDataDir(office.daemon.dataDir, to);
  } finally {
    await office.shut();
  }
  new Sqlite(path.join(to, 'vestry.db')).pragma('wal_checkpoint(truncate)');
}

async function sendEverything({ daemon, admin, ...office }: Office): Promise<void> {
  const { url } = daemon;
  const { operations } = readDocument(JSON.stringify(await done(admin.get('/api/openapi.json'))));
  for (const { name, method, path: place } of operations) {
    const made = await TRIES[name]?.({ daemon, admin, ...office });
    if (!made) continue;
    const { path: values = {}, body } = made;
    const target = place.replaceAll(/\{(\w+)\}/g, (_, field: string) => String(values[field]));
    const isFile = Buffer.isBuffer(body);
    const headers = { 'idempotency-key': randomUUID(), ...(isFile && { 'content-type': 'application/pdf' }) };
    const answer = await request(url, method, target, {
      token: admin.token,
      headers,
      body: isFile ? body.toString('latin1') : body,
    });
    expect(answer.status, `${name} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  }
}

async function fillTheRest(office: Office): Promise<void> {
  const { admin, daemon } = office;
  const { url } = daemon;
  await done(admin.put('/api/church-profile', PROFILE));
  await done(
    admin.put('/api/mail', { host: 'mail.example.org', port: 587, user: 'office', password: 'a mail password' }),
  );
  const { email, password, secret } = await guardedUser(url, admin.token, ['treasurer']);
  const asked = await request(url, 'POST', '/api/auth/login', { body: { email, password } });
  const remembered = await show(url, { ticket: asked.body.ticket, code: codeOf(secret), remember: true });
  expect(remembered.status, JSON.stringify(remembered.body)).toBe(200);
  const { id } = await done(admin.post('/api/accounts', { name: 'Loan for the organ', kind: 'Loan' }));
  const fund = { name: 'Organ', class: 'Restricted', releasesAccountIds: [id] };
  await done(admin.post('/api/funds', fund));
}

const PROFILE = {
  name: 'Grace Church',
  ein: '12-3456789',
  currency: 'USD',
  timeZone: 'America/Chicago',
  locale: 'en-US',
  aiProvider: 'OpenAI',
  openAiApiKey: 'sk-a-key-of-a-test',
};

/** A change of one value of one row. `undo` brings the value back. */
export type Change = { column: string; undo: () => void };

/** Opens a database as a person would who wants to change it without Vestry. */
export function openForgery(file: string): Sqlite.Database {
  const db = new Sqlite(file);
  db.unsafeMode(true);
  db.pragma('foreign_keys = off');
  db.pragma('ignore_check_constraints = on');
  return db;
}

/** Returns the columns of every table that is not SQLite's own, as `table.column`. */
export function columnsIn(db: Sqlite.Database): string[] {
  const tables = db
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not like 'searchIndex%' order by name`,
    )
    .pluck()
    .all() as string[];
  return tables.flatMap((table) => infoOf(db, table).map(({ name }) => `${table}.${name}`));
}

const infoOf = (db: Sqlite.Database, table: string) => db.pragma(`table_info("${table}")`) as Column[];

/**
 * Changes one value of a column, in a row that is not deleted and has a value if there is one. Returns undefined for an
 * empty table.
 */
export function changeOne(db: Sqlite.Database, place: string): Change | undefined {
  const [table = '', column = ''] = place.split('.');
  const info = infoOf(db, table);
  const live = info.some(({ name }) => name === 'deletedAt') ? 'where "deletedAt" is null' : '';
  const rows = db
    .prepare(`select * from "${table}" ${live} order by "${column}" is null, "${column}" = 0, ${newest(info)} limit 5`)
    .all() as Row[];
  if (rows.length === 0) return undefined;
  const keys = info.filter(({ pk }) => pk > 0).map(({ name }) => name);
  const where = keys.map((name) => `"${name}" is @${name}`).join(' and ');
  const update = db.prepare(`update "${table}" set "${column}" = @new where ${where}`);
  const type = info.find(({ name }) => name === column)?.type ?? '';
  for (const row of rows) {
    const was = row[column];
    for (const value of valuesBeside(db, { table, column, was, type })) {
      try {
        update.run({ ...row, new: value });
      } catch (error) {
        // Another row has this value already, or the column must have one.
        if (error instanceof Sqlite.SqliteError) continue;
        throw error;
      }
      const [now] = keys.includes(column) ? [value] : [was];
      return { column: place, undo: () => update.run({ ...row, [column]: now, new: was }) };
    }
  }
  throw new Error(`No other value can be stored in ${place}.`);
}

/** The order in which the newest row comes first. */
const newest = (info: readonly Column[]) =>
  info
    .filter(({ pk }) => pk > 0)
    .map(({ name }) => `"${name}" desc`)
    .join(', ');

/** Returns values that could be stored instead: another row that the column may refer to, another day, another text. */
function valuesBeside(
  db: Sqlite.Database,
  { table, column, was, type }: { table: string; column: string; was: unknown; type: string },
): unknown[] {
  const keys = db.pragma(`foreign_key_list("${table}")`) as { from: string; table: string; to: string | null }[];
  const key = keys.find(({ from }) => from === column);
  const others = key
    ? db
        .prepare(`select "${key.to ?? 'id'}" from "${key.table}" where "${key.to ?? 'id'}" is not ? limit 20`)
        .pluck()
        .all(was)
    : [];
  if ((was === 0 || was === 1) && column !== 'position') return [...others, 1 - was];
  if (type === 'INTEGER') return [...others, Number(was ?? 0) + 1, Number(was ?? 0) + 100_000];
  if (type === 'BLOB') return [...others, Buffer.from('other')];
  const text = typeof was === 'string' ? was : '';
  return [
    ...others,
    /^\d{4}-\d\d-\d\d/.test(text) ? text.replace(/^\d{4}/, (year) => String(Number(year) - 1)) : changed(text),
  ];
}

/** Returns another text of the same length. */
function changed(text: string): string {
  const middle = text.length >> 1;
  return `${text.slice(0, middle)}${text[middle] === 'x' ? 'y' : 'x'}${text.slice(middle + 1)}`;
}
