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

/** Returns a database file for each test, and a function that runs migrations on it. */
export function oldDatabase() {
  let place: ReturnType<typeof temporaryDir>;
  const database = {
    file: '',
    run: (migrations = MIGRATIONS) =>
      migrate(database.file, { backupDir: path.join(place.dir, 'backups'), now: new Date(AT), migrations }),
  };
  beforeEach(() => {
    place = temporaryDir();
    database.file = path.join(place.dir, 'vestry.db');
  });
  afterEach(() => place.remove());
  return database;
}
