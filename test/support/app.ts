/** Apps on a real database, which is created once and copied for each test, with a clock that the test sets. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type App } from '../../src/app.ts';
import { closeApp, createApp } from '../../src/create-app.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import { seed } from '../../src/features/upkeep/catalogs.ts';
import { type Actor, permissionsOfAll, type Role } from '../../src/permissions.ts';
// oxlint-disable-next-line import/no-unassigned-import -- It replaces a function of the package.
import './cheap-hash.js';

const SYSTEM: Actor = { kind: 'system', name: 'test' };

/** A Wednesday in the middle of a month, during standard time in Chicago. */
export const NOW = new Date('2026-11-18T18:00:00.000Z');

let template: Promise<string> | undefined;

/** Creates a data directory with an upgraded database and its catalogs. Each app of a test file gets a copy. */
async function makeTemplate(): Promise<string> {
  const dir = mkdtempSync(path.join(tmpdir(), 'vestry-template-'));
  const app = await createApp(configFor(dir), {
    actor: SYSTEM,
    wait: 'block',
    afterUpgrade: seed,
    clock: { now: () => NOW },
  });
  await closeApp(app);
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function configFor(dataDir: string): Config {
  return { ...loadConfig({ dataDir, env: 'test' }, {}), logLevel: 'silent' };
}

export type TestApp = App & { setNow: (instant: string) => void };

/**
 * Returns an app for a whole test file, on a copy of a database: by default, one with the catalogs alone. The caller
 * must call `close`.
 */
export async function fileApp(from?: string): Promise<{ app: TestApp; close: () => Promise<void> }> {
  const source = from ?? (await (template ??= makeTemplate()));
  const dir = mkdtempSync(path.join(tmpdir(), 'vestry-app-'));
  for (const file of ['vestry.db', 'secrets.json']) copyFileSync(path.join(source, file), path.join(dir, file));
  let now = NOW;
  const app = await createApp(configFor(dir), { actor: SYSTEM, wait: 'yield', clock: { now: () => now } });
  const close = async () => {
    await closeApp(app);
    rmSync(dir, { recursive: true, force: true });
  };
  return { app: { ...app, setNow: (instant) => (now = new Date(instant)) }, close };
}

/** Returns an app that acts as the system, on a database of its own. Both are removed at the end of the test. */
export async function testApp(): Promise<TestApp> {
  const { app, close } = await fileApp();
  onTestFinished(close);
  return app;
}

/** Returns the app acting as a user with these roles. */
export function as<A extends App>(app: A, id: number, ...roles: Role[]): A {
  const permissions = permissionsOfAll(roles);
  return { ...app, actor: { kind: 'user', id, name: `user ${id}`, roles, permissions, signInId: 0 } };
}
