/** Books in the schema of an earlier version, which the program upgrades when it opens them. */
import Sqlite from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { closeApp, createApp } from '../../../src/create-app.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';
import { proveBooks } from '../../../src/features/audit/proof.ts';
import { fileApp, type TestApp } from '../../support/app.ts';
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
