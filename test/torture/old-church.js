/** A church whose database lacks the last migration, and checks of its data after an upgrade. */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import Sqlite from 'better-sqlite3';
import { build } from 'tsup';
import { damage } from './books.js';

const MIGRATIONS = fileURLToPath(new URL('../../src/db/migrations/index.ts', import.meta.url));
const OURS = 0x56535452;
/** Enough members that copying them takes a moment. */
const MEMBERS = 40_000;

/** Bundles the migrations, which are written in TypeScript, and returns them. */
async function migrations(place) {
  const outDir = place.directory();
  await build({ entry: { steps: MIGRATIONS }, format: 'esm', outDir, config: false, silent: true, clean: false });
  const file = readdirSync(outDir).find((name) => name.startsWith('steps'));
  return (await import(pathToFileURL(path.join(outDir, file)).href)).MIGRATIONS;
}

/** Creates the database of a church with many members, without the last migration. Returns its number of migrations. */
export async function makeOldChurch(place, directory) {
  const steps = (await migrations(place)).slice(0, -1);
  const db = new Sqlite(path.join(directory, 'vestry.db'));
  db.pragma(`application_id = ${OURS}`);
  db.pragma('journal_mode = WAL');
  for (const { sql } of steps) db.exec(sql);
  db.pragma(`user_version = ${steps.length}`);
  db.exec(
    `with recursive n (n) as (select 1 union all select n + 1 from n where n < ${MEMBERS})
    insert into members (firstName, lastName, status, createdAt, modifiedAt)
    select 'Grace', 'Member ' || n, 'Active', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' from n`,
  );
  db.close();
  const key = () => randomBytes(32).toString('base64');
  writeFileSync(path.join(directory, 'secrets.json'), JSON.stringify({ jwtKey: key(), encryptionKey: key() }));
  return steps.length;
}

/**
 * Returns the faults of the copies that were made before an upgrade. Each copy must be complete and have the old
 * version.
 */
export function copyFaults(directory, steps) {
  const folder = path.join(directory, 'backups');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('before-upgrade-')) : [];
  return names.flatMap((name) => faultsOf(path.join(folder, name), (version) => version === steps));
}

/** Returns the faults of the church itself, whose version may be the old or the new one. */
export function churchFaults(directory, steps) {
  const isEither = (version) => version === steps || version === steps + 1;
  return faultsOf(path.join(directory, 'vestry.db'), isEither);
}

function faultsOf(file, isRight) {
  const db = new Sqlite(file, { readonly: true });
  try {
    const version = Number(db.pragma('user_version', { simple: true }));
    const members = Number(db.prepare('select count(*) from members').pluck().get());
    const isWhole = isRight(version) && members === MEMBERS;
    return [...damage(db), ...(isWhole ? [] : [`${file} is of version ${version} and has ${members} members`])];
  } catch (error) {
    return [`${file} cannot be read: ${error.message}`];
  } finally {
    db.close();
  }
}
