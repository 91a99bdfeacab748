/** A demo church of 20 people over a year. It is made once in a run of the tests, because that takes seconds. */
import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { seedDemo } from '../../src/features/upkeep/demo/service.ts';
import { fileApp, type TestApp } from './app.ts';
import { copyDataDir } from './daemon.ts';

/** Returns the data directory of the demo church. Other workers wait while one makes it. Nobody may change it. */
export async function demoDataDir(): Promise<string> {
  // The workers are threads of one process.
  const made = path.join(tmpdir(), `vestry-demo-${process.pid}`);
  const lock = `${made}.lock`;
  while (!existsSync(made)) {
    if (isTaken(lock)) await delay(50);
    else await make(made).finally(() => rmdirSync(lock));
  }
  return made;
}

/** Returns an app on a copy of the demo church. The caller must call `close`. */
export const demoApp = async (): Promise<{ app: TestApp; close: () => Promise<void> }> => fileApp(await demoDataDir());

function isTaken(lock: string): boolean {
  try {
    mkdirSync(lock);
    return false;
  } catch {
    return true;
  }
}

async function make(place: string): Promise<void> {
  if (existsSync(place)) return;
  const { app, close } = await fileApp();
  await seedDemo(app, { members: 20, years: 1, seed: '3' });
  // Moves the rows from the log of the database into its file.
  await sql`pragma wal_checkpoint(truncate)`.execute(app.db);
  copyDataDir(app.config.dataDir, `${place}.draft`);
  await close();
  renameSync(`${place}.draft`, place);
}
