/** What the service could not load at one moment, it loads at the next request. */
import { cpSync, mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Daemon, request, signIn, startDaemon, temporaryDir } from '../support/daemon.ts';
import { ROOT } from '../support/package.ts';

const { dir, remove } = temporaryDir();
const program = path.join(dir, 'program');
const dist = path.join(program, 'dist');
const hidden = path.join(dir, 'hidden');
let daemon: Daemon;
let token: string;

beforeAll(async () => {
  mkdirSync(hidden);
  cpSync(path.join(ROOT, 'dist'), dist, { recursive: true });
  cpSync(path.join(ROOT, 'bin'), path.join(program, 'bin'), { recursive: true });
  for (const name of ['package.json', 'data', 'templates', 'node_modules'])
    symlinkSync(path.join(ROOT, name), path.join(program, name));
  daemon = await startDaemon({ dataDir: path.join(dir, 'data'), program: path.join(program, 'bin', 'vestry.js') });
  token = await signIn(daemon.url);
});
afterAll(async () => {
  await daemon.stop();
  remove();
});

/** Moves the modules that several others need from one folder to another. */
function moveShared(from: string, to: string): void {
  for (const name of readdirSync(from))
    if (name.startsWith('chunk-')) renameSync(path.join(from, name), path.join(to, name));
}

const ROOMS = [
  'audit-logs',
  'bank-accounts',
  'deposits',
  'expenses',
  'payments',
  'program-keys',
  'transfers',
  'vendors',
];
const statuses = () =>
  Promise.all(
    ROOMS.map(async (room) => [room, (await request(daemon.url, 'GET', `/api/${room}`, { token })).status] as const),
  );

test('a room whose modules could not be read works as soon as they can be read again', async () => {
  moveShared(dist, hidden);
  const before = await statuses();
  moveShared(hidden, dist);
  // The service loads all rooms in the background, so it may already have loaded one or two.
  expect(before.filter(([, status]) => status === 500).length).toBeGreaterThan(ROOMS.length / 2);
  expect(await statuses()).toEqual(ROOMS.map((room) => [room, 200]));
});

test('a PDF that could not be drawn is drawn as soon as the files of the program can be read again', async () => {
  const draw = () => request(daemon.url, 'GET', '/api/reports/balance-sheet/table?year=2026&format=pdf', { token });
  moveShared(dist, hidden);
  const before = await draw();
  moveShared(hidden, dist);
  expect([before.status, (await draw()).status]).toEqual([500, 200]);
});

test('a file of the page that was missing is served as soon as it is there', async () => {
  const page = path.join(dist, 'console');
  const away = path.join(hidden, 'console');
  const asset = `/assets/${readdirSync(path.join(page, 'assets'))[0]?.replace(/\.\w+$/, '')}`;
  const get = async () => (await request(daemon.url, 'GET', asset)).status;
  renameSync(page, away);
  const before = await get();
  renameSync(away, page);
  expect([before, await get()]).toEqual([404, 200]);
});
