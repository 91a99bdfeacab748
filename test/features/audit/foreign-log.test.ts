import { copyFileSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { closeApp, createApp } from '../../../src/create-app.ts';
import { loadConfig } from '../../../src/config.ts';
import type { Actor } from '../../../src/permissions.ts';
import { NewGiving } from '../../../src/features/giving/givings/schema.ts';
import { createGiving } from '../../../src/features/giving/givings/service.ts';
import { decode } from '../../../src/validate.ts';
import { NOW, type TestApp, testApp } from '../../support/app.ts';
import { temporaryDir } from '../../support/daemon.ts';

const SYSTEM: Actor = { kind: 'system', name: 'test' };
const FILES = ['vestry.db', 'vestry.db-wal', 'secrets.json'];

async function giveTo(app: TestApp, count: number) {
  const gift = decode(NewGiving, { categoryId: 1, amount: 10, date: '2026-03-01', method: 'Cash' });
  for (let given = 0; given < count; given += 1) await createGiving(app, gift);
}

/** Moves the log into the database and begins a new one. */
function checkpoint({ paths }: TestApp): void {
  const db = new Sqlite(paths.database);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

/** Returns a data directory with the files as they would be after a crash at this moment. */
function crashed({ config }: TestApp): string {
  const made = temporaryDir();
  onTestFinished(made.remove);
  for (const file of FILES) copyFileSync(path.join(config.dataDir, file), path.join(made.dir, file));
  return made.dir;
}

async function givingsIn(dataDir: string): Promise<number> {
  const config = { ...loadConfig({ dataDir, env: 'test' }, {}), logLevel: 'silent' as const };
  const app = await createApp(config, { actor: SYSTEM, wait: 'block', clock: { now: () => NOW } });
  try {
    return (await app.db.selectFrom('givings').select('id').execute()).length;
  } finally {
    await closeApp(app);
  }
}

test('after a crash, the log of the database is applied', async () => {
  const app = await testApp();
  await giveTo(app, 3);
  expect(await givingsIn(crashed(app))).toBe(3);
});

test('a log beside an older copy of the same books is refused, and neither file changes', async () => {
  const app = await testApp();
  await giveTo(app, 20);
  checkpoint(app);
  const older = `${app.paths.database}.older`;
  copyFileSync(app.paths.database, older);
  await giveTo(app, 20);
  checkpoint(app);
  await giveTo(app, 1);
  const dir = crashed(app);
  const [database, log] = ['vestry.db', 'vestry.db-wal'].map((name) => path.join(dir, name)) as [string, string];
  copyFileSync(older, database);
  const before = [database, log].map((file) => readFileSync(file));

  await expect(givingsIn(dir)).rejects.toThrow(
    /vestry\.db-wal does not fit .*vestry\.db: .*Nothing was changed\. .*move vestry\.db-wal and vestry\.db-shm to another folder/,
  );
  expect([database, log].map((file, index) => readFileSync(file).equals(before[index] as Buffer))).toEqual([
    true,
    true,
  ]);

  const aside = path.join(dir, 'aside');
  mkdirSync(aside);
  for (const end of ['-wal', '-shm']) renameSync(database + end, path.join(aside, `vestry.db${end}`));
  expect(await givingsIn(dir)).toBe(20);
});

test('a log whose pages make an older copy complete again is applied', async () => {
  const app = await testApp();
  await giveTo(app, 20);
  checkpoint(app);
  const older = `${app.paths.database}.older`;
  copyFileSync(app.paths.database, older);
  await giveTo(app, 1);
  checkpoint(app);
  await giveTo(app, 1);
  const dir = crashed(app);
  copyFileSync(older, path.join(dir, 'vestry.db'));
  expect(await givingsIn(dir)).toBe(22);
});

test('a log that would take the books back to an earlier day, or to those of another church, is refused', async () => {
  const [one, other] = [await testApp(), await testApp()];
  await giveTo(one, 30);
  checkpoint(one);
  await giveTo(other, 3);
  await giveTo(one, 1);
  const dir = crashed(one);
  copyFileSync(`${other.paths.database}-wal`, path.join(dir, 'vestry.db-wal'));
  await expect(givingsIn(dir)).rejects.toThrow(/with this log, entry \d+ of the audit log is gone|does not fit/);
});
