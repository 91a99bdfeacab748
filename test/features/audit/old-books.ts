/** Books in the schema of an earlier version, which the program upgrades when it opens them. */
import Sqlite from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { closeApp, createApp } from '../../../src/create-app.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';
import { AUDITED_TABLES } from '../../../src/features/audit/audited.ts';
import { proveBooks } from '../../../src/features/audit/proof.ts';
import { recordUpgrade, SEALED_SINCE } from '../../../src/features/audit/upgrade-entries.ts';
import { fileApp, type TestApp } from '../../support/app.ts';
import { AT } from '../../support/old-database.ts';
import { forging } from './forger.ts';

/**
 * Returns the open, empty database of books in this version of the schema, and an app with their keys and paths. The
 * caller fills and closes the database.
 */
export async function oldBooks(version: number): Promise<{ db: Sqlite.Database; app: TestApp }> {
  const { app, close } = await fileApp();
  onTestFinished(close);
  await app.db.destroy();
  const db = new Sqlite(app.paths.database);
  db.pragma('foreign_keys = OFF');
  const parts = db.prepare("select type, name from sqlite_schema where name not like 'sqlite%'").all() as Part[];
  for (const { type, name } of parts.filter((part) => part.type === 'table' && !part.name.startsWith('searchIndex_')))
    db.exec(`drop ${type} if exists "${name}"`);
  for (const { sql } of MIGRATIONS.slice(0, version)) db.exec(sql);
  db.pragma(`user_version = ${version}`);
  return { db, app };
}

type Part = { type: string; name: string };

/** Gives old books a sealed log that records the columns of every row, and closes their database. */
export async function seal(db: Sqlite.Database, app: TestApp): Promise<void> {
  const isThere = db.prepare("select 1 from sqlite_schema where type = 'table' and name = ?");
  const columns = (table: string) =>
    (db.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name);
  const tables = (await app.declared(AUDITED_TABLES))
    .flat()
    .filter(({ table }) => isThere.get(table))
    .map((table) => ({
      ...table,
      columns: table.columns.filter((column) => columns(table.table).includes(column)),
      derived: {},
    }));
  recordUpgrade(db, {
    from: SEALED_SINCE - 1,
    at: new Date(AT),
    encryptionKey: app.secrets().encryptionKey,
    tables,
    kept: [],
  });
  db.close();
}

/** Opens the books as the program does when it starts. This upgrades them. */
export async function upgrade(app: TestApp) {
  const upgraded = await createApp(app.config, { actor: app.actor, wait: 'block' });
  onTestFinished(() => closeApp(upgraded));
  return upgraded;
}

/** Upgrades the books, runs an SQL statement in them, and returns the proof. */
export async function proofAfter(app: TestApp, statement: string) {
  const upgraded = await upgrade(app);
  forging(app, (db) => {
    db.pragma('foreign_keys = OFF');
    db.exec(statement);
  });
  return proveBooks(upgraded);
}
