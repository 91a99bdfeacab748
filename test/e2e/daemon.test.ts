import { connect } from 'node:net';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Daemon, request, signIn, startDaemon, vestry } from '../support/daemon.ts';

let daemon: Daemon;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterAll(() => daemon.stop());

test('a daemon with a new data directory serves a healthy API', async () => {
  const { status, body } = await request(daemon.url, 'GET', '/api/health');
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'ok', checks: { database: 'ok', storage: 'ok' } });
});

test('the development administrator can sign in', async () => {
  await expect(signIn(daemon.url)).resolves.toMatch(/^eyJ/);
});

test('a second daemon on the same data directory exits with 5 and prints the first daemon’s process id', async () => {
  const second = await vestry(['serve', '--data-dir', daemon.dataDir, '--port', '0']);
  expect(second.exitCode).toBe(5);
  expect(second.stderr).toContain(String(daemon.pid));
});

test('while another process has the write lock, the health check works, and a waiting write succeeds later', async () => {
  const token = await signIn(daemon.url);
  const holder = new Sqlite(path.join(daemon.dataDir, 'vestry.db'));
  holder.exec('begin immediate');
  const meal = { adultCount: 3, youthCount: 2, childCount: 1 };
  const write = request(daemon.url, 'PUT', '/api/meal-attendance/2026-01-04', { token, body: meal });
  const order: string[] = [];
  const written = write.then(() => order.push('written'));
  for (let call = 0; call < 20; call += 1) {
    const { body } = await request(daemon.url, 'GET', '/api/health');
    order.push(body.checks.database);
  }
  holder.exec('commit');
  holder.close();
  await written;
  expect(order).toEqual([...Array.from({ length: 20 }, () => 'ok'), 'written']);
  expect(await write).toMatchObject({ status: 201, body: meal });
});

test('the daemon finishes an open request before it exits', async () => {
  const other = await startDaemon();
  const token = await signIn(other.url);
  const holder = new Sqlite(path.join(other.dataDir, 'vestry.db'));
  holder.exec('begin immediate');
  const meal = { adultCount: 3, youthCount: 2, childCount: 1 };
  const write = request(other.url, 'PUT', '/api/meal-attendance/2026-01-04', { token, body: meal });
  await request(other.url, 'GET', '/api/health');
  const stopped = other.stop();
  await expect.poll(() => accepts(other.url)).toBe(false);
  holder.close();
  expect(await write).toMatchObject({ status: 201 });
  expect(await stopped).toMatchObject({ exitCode: 0 });
});

/** True if a service accepts new connections. It no longer does as soon as it is stopping. */
function accepts(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}
