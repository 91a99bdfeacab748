/**
 * Flips single bits of a database file at random, in pages of every kind, and looks at who notices. Each flip must be
 * refused at the start, or named by one of the checks. Otherwise it must have changed nothing that can be read, or only what
 * `vestry audit verify` says that it does not compare.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../../../src/app.ts';
import { closeApp, createApp } from '../../../../src/create-app.ts';
import { loadConfig } from '../../../../src/config.ts';
import { findBrokenReferences, findDamage, quickCheck } from '../../../../src/db/integrity.ts';
import { proveBooks } from '../../../../src/features/audit/proof.ts';
import { generator } from '../../../../src/lib/random.ts';
import { NOW } from '../../../support/app.ts';
import { temporaryDir } from '../../../support/daemon.ts';
import { demoDataDir } from '../../../support/demo.ts';
import { IS_NIGHTLY } from '../../../support/nightly.ts';

const FLIPS = IS_NIGHTLY ? 200 : 14;
const PAGE = 4096;
const KINDS = { 2: 'index interior', 5: 'table interior', 10: 'index leaf', 13: 'table leaf' } as const;
const HEADER = Array.from({ length: 100 }, (_, place) => place);
const ALL = Array.from({ length: PAGE }, (_, place) => place);
const { next } = generator('flips');
const below = (limit: number) => Math.floor(next() * limit);

type Verdict = 'refused' | 'quick check' | 'doctor' | 'audit verify' | 'not compared' | 'harmless';
type Rows = Record<string, unknown>[];

const place = temporaryDir();
let bytes: Buffer;
let pages: Record<string, number[]>;
let before: Map<string, Rows>;
let notCompared: string[];

beforeAll(async () => {
  const source = path.join(place.dir, 'source');
  mkdirSync(source);
  for (const name of ['vestry.db', 'secrets.json'])
    copyFileSync(path.join(await demoDataDir(), name), path.join(source, name));
  const file = path.join(source, 'vestry.db');
  const db = new Sqlite(file);
  // Some free pages, as after a purge.
  db.exec(`create table gone (content); insert into gone values (zeroblob(${20 * PAGE})); drop table gone`);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  bytes = readFileSync(file);
  pages = pagesOf(bytes);
  before = contentOf(file);
  const app = await opened(source);
  ({ notCompared } = await proveBooks(app));
  await closeApp(app);
});
afterAll(() => place.remove());

/** Returns the numbers of the pages of each kind, from 0. Pages that are no tree are free or hold the rest of long rows. */
function pagesOf(file: Buffer): Record<string, number[]> {
  const free = freePagesOf(file);
  const found: Record<string, number[]> = { header: [0] };
  for (let page = 1; page < file.length / PAGE; page += 1) {
    const kind = free.has(page) ? 'free' : (KINDS[file[page * PAGE] as keyof typeof KINDS] ?? 'overflow');
    (found[kind] ??= []).push(page);
  }
  return found;
}

function freePagesOf(file: Buffer): Set<number> {
  const free = new Set<number>();
  for (let trunk = file.readUInt32BE(32); trunk !== 0; trunk = file.readUInt32BE((trunk - 1) * PAGE)) {
    const start = (trunk - 1) * PAGE;
    free.add(trunk - 1);
    for (let leaf = 0; leaf < file.readUInt32BE(start + 4); leaf += 1)
      free.add(file.readUInt32BE(start + 8 + 4 * leaf) - 1);
  }
  return free;
}

/** Returns the places within a page that are in use. A page of a tree has free space between its list of cells and them. */
function usedOf(page: number): number[] {
  const start = page * PAGE;
  const kind = bytes[start] ?? 0;
  if (!(kind in KINDS)) return ALL;
  const list = (kind < 10 ? 12 : 8) + 2 * bytes.readUInt16BE(start + 3);
  return ALL.filter((place) => place < list || place >= bytes.readUInt16BE(start + 5));
}

/** Returns the rows of every table, read without any index. */
function contentOf(file: string): Map<string, Rows> {
  const db = new Sqlite(file, { readonly: true });
  try {
    db.defaultSafeIntegers();
    const tables = db.prepare(`select name from sqlite_schema where type = 'table' order by name`).pluck().all();
    return new Map(
      tables.map((name) => {
        const source = name === 'searchIndex' ? `(select rowid from searchIndex)` : `"${String(name)}" not indexed`;
        return [String(name), db.prepare(`select * from ${source}`).all() as Rows];
      }),
    );
  } finally {
    db.close();
  }
}

function opened(dataDir: string): Promise<App> {
  const config = { ...loadConfig({ dataDir, env: 'test' }, {}), logLevel: 'silent' as const };
  return createApp(config, { actor: { kind: 'system', name: 'test' }, wait: 'block', clock: { now: () => NOW } });
}

/** Flips one bit of a copy of the file, and returns who notices first. */
async function verdictOn(position: number): Promise<Verdict> {
  const dir = path.join(place.dir, 'flipped');
  mkdirSync(dir, { mode: 0o700 });
  try {
    const file = path.join(dir, 'vestry.db');
    const flipped = Buffer.from(bytes);
    const byte = position >> 3;
    flipped[byte] = (flipped[byte] ?? 0) ^ (1 << (position & 7));
    writeFileSync(file, flipped);
    copyFileSync(path.join(place.dir, 'source', 'secrets.json'), path.join(dir, 'secrets.json'));
    const app = await opened(dir).catch(() => undefined);
    if (!app) return 'refused';
    try {
      return await noticed(app, file);
    } finally {
      await closeApp(app);
    }
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Returns which check notices first. An error is a finding, too: the command fails and says why. */
async function noticed(app: App, file: string): Promise<Verdict> {
  if (quickCheck(file).length > 0) return 'quick check';
  const damage = Promise.all([findDamage(app.db), findBrokenReferences(app.db)]);
  if (
    await damage.then(
      (found) => found.flat().length > 0,
      () => true,
    )
  )
    return 'doctor';
  const proof = await proveBooks(app).catch(() => undefined);
  if (!proof?.isIntact) return 'audit verify';
  const changed = changesIn(contentOf(file));
  expect(changed.filter((column) => !isListed(column))).toEqual([]);
  return changed.length > 0 ? 'not compared' : 'harmless';
}

/** Returns the columns whose values differ from those before, as `table.column`. */
function changesIn(after: Map<string, Rows>): string[] {
  const changed = new Set<string>();
  for (const [table, rows] of before) {
    const now = after.get(table) ?? [];
    if (now.length !== rows.length) changed.add(`${table}.*`);
    for (const [index, row] of rows.entries())
      for (const [column, value] of Object.entries(row))
        if (!isSame(value, now[index]?.[column])) changed.add(`${table}.${column}`);
  }
  return [...changed];
}

const isSame = (one: unknown, other: unknown) =>
  one === other || (Buffer.isBuffer(one) && Buffer.isBuffer(other) && one.equals(other));

/** Returns whether `audit verify` says that it does not compare a column. */
function isListed(changed: string): boolean {
  const [table = '', column = ''] = changed.split('.');
  const name = table.startsWith('searchIndex') ? 'searchIndex' : table;
  return notCompared.some((one) => {
    const [, listed = one, columns] = /^(.+?) \((.+)\)$/.exec(one) ?? [];
    if (columns === undefined) return listed === name;
    return (listed === name || listed === 'every table') && columns.split(', ').includes(column);
  });
}

test(`${FLIPS} random flips of a bit, in pages of every kind, are refused, named or harmless`, async () => {
  expect(Object.keys(pages).toSorted()).toEqual([...Object.values(KINDS), 'free', 'header', 'overflow'].toSorted());
  const kinds = Object.entries(pages);
  const found: Record<string, Partial<Record<Verdict, number>>> = {};
  for (let flip = 0; flip < FLIPS; flip += 1) {
    const [kind, numbers] = kinds[flip % kinds.length] as [string, number[]];
    const page = numbers[below(numbers.length)] ?? 0;
    const used = kind === 'header' ? HEADER : usedOf(page);
    const byte = page * PAGE + (used[below(used.length)] ?? 0);
    const verdict = await verdictOn(byte * 8 + below(8));
    const counts = (found[kind] ??= {});
    counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  const total = Object.values(found).flatMap((counts) => Object.values(counts));
  expect(total.reduce((sum, count) => sum + count, 0)).toBe(FLIPS);
  if (IS_NIGHTLY) console.log(JSON.stringify(found, null, 2));
});
