/** A database file that is migrated from one version to another. */
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { MIGRATIONS } from '../../src/db/migrations/index.ts';
import { temporaryDir } from './daemon.ts';

/** The time at which the tests migrate their databases. */
export const AT = '2026-11-18T18:00:00.000Z';

/** Returns the number of migrations before the one whose name has this ending. */
export const stepsBefore = (ending: string) => MIGRATIONS.findIndex(({ name }) => name.endsWith(ending));

/**
 * Returns earlier migrations without the rebuilding of the search index, which reads the tables of the newest version.
 * The database has no rows yet, so there is nothing to index.
 */
const withoutIndex = (migrations: typeof MIGRATIONS) => migrations.map(({ name, sql }) => ({ name, sql }));

/** Returns a database file for each test, and a function that runs migrations on it. */
export function oldDatabase() {
  let place: ReturnType<typeof temporaryDir>;
  const database = {
    file: '',
    run: (migrations = MIGRATIONS) =>
      migrate(database.file, {
        backupDir: path.join(place.dir, 'backups'),
        now: new Date(AT),
        migrations: migrations === MIGRATIONS ? migrations : withoutIndex(migrations),
      }),
  };
  beforeEach(() => {
    place = temporaryDir();
    database.file = path.join(place.dir, 'vestry.db');
  });
  afterEach(() => place.remove());
  return database;
}
