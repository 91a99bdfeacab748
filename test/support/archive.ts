/** Reads backups, and changes them as a person who knows their format could. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { packTar, type TarEntry, unpackTar } from 'modern-tar';
import { sealArchive } from '../../src/features/upkeep/backups/sealing.ts';

export type Part = { header: TarEntry['header']; data: Buffer };

/** The encryption key of a person who forges backups. */
export const FORGERS_KEY = Buffer.alloc(32, 7);

/** Returns the entries of an unencrypted backup. */
export async function partsOf(file: string): Promise<Part[]> {
  const entries = await unpackTar(gunzipSync(readFileSync(file)));
  return entries.map(({ header, data }) => ({ header, data: Buffer.from(data ?? []) }));
}

/** Packs entries into a backup. */
export async function packed(parts: readonly Part[]): Promise<Buffer> {
  return gzipSync(
    await packTar(parts.map(({ header, data }) => ({ header: { ...header, size: data.length }, body: data }))),
  );
}

/** Returns an entry by its name. Throws if there is none. */
export function named(parts: readonly Part[], name: string): Part {
  const part = parts.find(({ header }) => header.name === name);
  if (!part) throw new Error(`The backup has no ${name}.`);
  return part;
}

export type Json = Record<string, unknown>;

/** Returns the content of an entry that is JSON. */
export const jsonOf = (parts: readonly Part[], name: string): Json =>
  JSON.parse(named(parts, name).data.toString()) as Json;

/** Writes the same facts into both descriptions of a backup, and recomputes every checksum in the manifest. */
export function recount(parts: readonly Part[], about: Json, manifest = jsonOf(parts, 'manifest.json')): void {
  named(parts, 'about.json').data = Buffer.from(JSON.stringify(about));
  const files = parts
    .filter(({ header }) => header.name !== 'manifest.json' && header.name !== 'seal.txt')
    .map(({ header, data }) => ({
      path: header.name,
      size: data.length,
      sha256: createHash('sha256').update(data).digest('hex'),
    }));
  named(parts, 'manifest.json').data = Buffer.from(JSON.stringify({ ...manifest, ...about, files }));
}

/** Seals the manifest of a backup with a key. */
export function reseal(parts: readonly Part[], key: Uint8Array): void {
  named(parts, 'seal.txt').data = Buffer.from(sealArchive(named(parts, 'manifest.json').data, key));
}

/** Changes the entries of a backup, recomputes every checksum, and seals it with the key of the forger. */
export async function forged(file: string, change: (about: Json, database: Buffer) => Buffer): Promise<Buffer> {
  const parts = await partsOf(file);
  const about = jsonOf(parts, 'about.json');
  const database = named(parts, 'vestry.db');
  database.data = change(about, database.data);
  recount(parts, about);
  reseal(parts, FORGERS_KEY);
  return packed(parts);
}

/** Changes a database with SQL. `place` is a path for a temporary file. */
export function changedWith(database: Buffer, place: string, work: (db: Sqlite.Database) => void): Buffer {
  writeFileSync(place, database);
  const db = new Sqlite(place);
  db.pragma('journal_mode = DELETE');
  work(db);
  db.close();
  const changed = readFileSync(place);
  rmSync(place);
  return changed;
}

/** Changes the database within a backup with SQL, recomputes every checksum, and seals it with the key of the forger. */
export async function forge(file: string, work: (db: Sqlite.Database) => void): Promise<void> {
  const bytes = await forged(file, (about, database) => {
    const changed = changedWith(database, `${file}.forging`, work);
    about.databaseBytes = changed.length;
    return changed;
  });
  writeFileSync(file, bytes);
}
