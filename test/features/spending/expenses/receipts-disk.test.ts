/** Tests of a full disk. It is simulated by limiting how large the files of a separate service may become. */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Daemon, request, signIn, startDaemon } from '../../../support/daemon.ts';
import { LUNCH, pdf } from '../../../support/receipts.ts';

const MIB = 1024 * 1024;
let daemon: Daemon;
let token: string;
beforeAll(async () => {
  daemon = await startDaemon({ longestFile: 3 * 1024 });
  token = await signIn(daemon.url);
});
afterAll(() => daemon.stop());

const ROUTE = '/api/expenses/1/receipt';

async function put(bytes: Buffer): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/pdf' };
  const answer = await fetch(daemon.url + ROUTE, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

const files = () =>
  readdirSync(path.join(daemon.dataDir, 'receipts'), { recursive: true, encoding: 'utf8' }).toSorted();

test('if the disk is full, a receipt is refused with 503, the earlier receipt stays, and no file is added', async () => {
  await request(daemon.url, 'POST', '/api/expenses', { token, body: LUNCH });
  const kept = pdf(MIB);
  const stored = await put(kept);
  expect(stored.status).toBe(200);
  const before = files();
  const refused = await put(pdf(6 * MIB));
  expect(refused.status).toBe(503);
  expect(refused.body).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('disk is full') });
  expect(refused.body.detail).not.toContain(daemon.dataDir);
  expect(files()).toEqual(before);
  const { body } = await request(daemon.url, 'GET', '/api/expenses/1', { token });
  expect(body.receipt).toEqual(stored.body.receipt);
  const read = await fetch(daemon.url + ROUTE, { headers: { authorization: `Bearer ${token}` } });
  expect(Buffer.from(await read.arrayBuffer()).equals(kept)).toBe(true);
  expect((await put(pdf(MIB))).status).toBe(200);
});

test('the health check reports failed storage if the receipts folder is missing', async () => {
  const storage = async () => (await request(daemon.url, 'GET', '/api/health')).body.checks.storage as string;
  expect(await storage()).toBe('ok');
  rmSync(path.join(daemon.dataDir, 'receipts'), { recursive: true });
  await expect.poll(storage).toBe('failed');
});
