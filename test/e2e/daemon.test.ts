import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Daemon, request, signIn, startDaemon, vestry } from '../support/daemon.ts';

let daemon: Daemon;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterAll(() => daemon.stop());

test('a new data directory serves a healthy API', async () => {
  const { status, body } = await request(daemon.url, 'GET', '/api/health');
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'ok', checks: { database: 'ok', storage: 'ok' } });
});

test('the development administrator can sign in', async () => {
  await expect(signIn(daemon.url)).resolves.toMatch(/^eyJ/);
});

test('a second daemon on the same data directory exits 5 and names the first', async () => {
  const second = await vestry(['serve', '--data-dir', daemon.dataDir, '--port', '0']);
  expect(second.exitCode).toBe(5);
  expect(second.stderr).toContain(String(daemon.pid));
});
