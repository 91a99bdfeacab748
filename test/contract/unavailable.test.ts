import Database from 'better-sqlite3';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { request, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import { createMember, expectProblem, read } from './support.ts';

const daemon = daemonOfFile();
let admin: string;
let other: Database.Database;
beforeAll(async () => {
  admin = await signIn(daemon.url);
  other = new Database(path.join(daemon.dataDir, 'vestry.db'));
});
afterAll(async () => {
  other.close();
});

test('while another program writes, a write is refused with 503, but reads and the health check work', async () => {
  const { body: member } = await createMember(daemon.url, admin);
  const route = `/api/members/${member.id}`;
  const body = { firstName: 'Written', lastName: 'Late' };
  const headers = { 'idempotency-key': 'while-locked' };
  other.exec('BEGIN IMMEDIATE');
  try {
    const write = request(daemon.url, 'PUT', route, { token: admin, body });
    const creation = request(daemon.url, 'POST', '/api/members', { token: admin, body, headers });
    const start = performance.now();
    const health = await request(daemon.url, 'GET', '/api/health');
    expect(health.status).toBe(200);
    expect(health.body.status).toBe('ok');
    expect((await read(daemon.url, admin, route)).body).toEqual(member);
    expect(performance.now() - start, 'a waiting write does not delay reads').toBeLessThan(1500);
    expectProblem(await write, 503, 'unavailable');
    expectProblem(await creation, 503, 'unavailable');
  } finally {
    other.exec('ROLLBACK');
  }
  expect((await read(daemon.url, admin, route)).body).toEqual(member);
  const again = await request(daemon.url, 'POST', '/api/members', { token: admin, body, headers });
  expect(again.status).toBe(201);
  expect(again.headers.get('idempotency-replayed')).toBeNull();
});
