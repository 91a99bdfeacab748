/** Reads backups, and changes them as a person who knows their format could. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { packTar, type TarEntry, unpackTar } from 'modern-tar';

export type Part = { header: TarEntry['header']; data: Buffer };

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

/** Changes the entries of a backup and recomputes every checksum, as a person who knows the format could. */
export async function forged(
  file: string,
  change: (about: Record<string, unknown>, database: Buffer) => Buffer,
): Promise<Buffer> {
  const parts = await partsOf(file);
  const named = (name: string) => parts.find(({ header }) => header.name === name) as Part;
  const about = JSON.parse(named('about.json').data.toString()) as Record<string, unknown>;
  named('vestry.db').data = change(about, named('vestry.db').data);
  const text = JSON.stringify(about);
  named('about.json').data = Buffer.from(text);
  const manifest = JSON.parse(named('manifest.json').data.toString()) as Record<string, unknown>;
  const files = parts
    .filter(({ header }) => header.name !== 'manifest.json')
    .map(({ header, data }) => ({
      path: header.name,
      size: data.length,
      sha256: createHash('sha256').update(data).digest('hex'),
    }));
  named('manifest.json').data = Buffer.from(JSON.stringify({ ...manifest, ...about, files }));
  return packed(parts);
}

/** Changes the database within a backup with SQL and recomputes every checksum. */
export async function forge(file: string, work: (db: Sqlite.Database) => void): Promise<void> {
  const bytes = await forged(file, (about, database) => {
    const place = `${file}.forging`;
    writeFileSync(place, database);
    const db = new Sqlite(place);
    db.pragma('journal_mode = DELETE');
    work(db);
    db.close();
    const changed = readFileSync(place);
    rmSync(place);
    about.databaseBytes = changed.length;
    return changed;
  });
  writeFileSync(file, bytes);
}
