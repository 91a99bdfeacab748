import http from 'node:http';
import { onTestFinished, beforeEach, describe, expect, test } from 'vitest';
import { createUser } from '../../../../src/features/access/users/service.ts';
import { request, signIn } from '../../../support/daemon.ts';
import {
  joinEvent,
  lineId,
  LINE_SECRET,
  messageEvent,
  sign,
  unfollowEvent,
  webhookBody,
} from '../../../support/line.ts';
import { until } from '../../../support/loopback.ts';
import { serveApp } from '../../../support/server.ts';
import { type Church, church } from './support.ts';

const WEBHOOK = '/api/webhooks/line';
const LIMIT = 256 * 1024;

let vestry: Church;
let url: string;
let token: string;
beforeEach(async () => {
  vestry = await church();
  const server = await serveApp(vestry.app);
  onTestFinished(() => server.close());
  ({ url } = server);
  const admin = { email: 'admin@example.org', displayName: 'Admin', roles: ['admin' as const], memberId: null };
  await createUser(vestry.app, admin, 'a long enough password');
  token = await signIn(url, admin.email, 'a long enough password');
});

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  request(url, method, `/api/notifications/${path}`, { token, body, headers });

async function deliver(body: string | Buffer, signature: string | null = sign(LINE_SECRET, body)) {
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
  if (signature !== null) headers['x-line-signature'] = signature;
  const response = await fetch(url + WEBHOOK, { method: 'POST', body: body as string, headers });
  const answer = (await response.json()) as { code?: string };
  await vestry.app.background.settled();
  return { status: response.status, answer };
}

describe('the webhook', () => {
  test('responds at once, even if LINE is slow', async () => {
    vestry.line.delay(2000);
    const isListed = async () => (await call('GET', 'groups')).body.items.length === 1;
    // This request also loads the routes, which a running service would already have loaded.
    expect(await isListed()).toBe(false);
    const startedAt = Date.now();
    const body = webhookBody([joinEvent(lineId('C'))]);
    const headers = { 'x-line-signature': sign(LINE_SECRET, body) };
    const response = await fetch(url + WEBHOOK, { method: 'POST', body, headers });
    expect([response.status, await response.text()]).toEqual([200, '{}']);
    expect(Date.now() - startedAt).toBeLessThan(1500);
    expect(await isListed()).toBe(false);
    await until(isListed, 'the group');
  });

  test.each([
    ['missing', () => null],
    ['empty', () => ''],
    ['not in base64', () => '!'.repeat(44)],
    ['too short', (right: string) => right.slice(0, -4)],
    ['too long', (right: string) => `${right}AAAA`],
    ['without its padding', (right: string) => right.replace('=', '')],
    ['in URL-safe base64', (right: string) => right.replaceAll('+', '-').replaceAll('/', '_').replace('=', ' ')],
    ['of another body', () => sign(LINE_SECRET, 'another')],
    ['with another secret', (_: string, body: string) => sign('another', body)],
    ['as hex', (right: string) => Buffer.from(right, 'base64').toString('hex')],
    ['given twice', (right: string) => `${right}, ${right}`],
  ])('refuses a signature that is %s, and does nothing', async (_, forge) => {
    const body = webhookBody([joinEvent(lineId('C'))]);
    const { status, answer } = await deliver(body, forge(sign(LINE_SECRET, body), body));
    expect([status, answer.code]).toEqual([401, 'invalid_signature']);
    expect((await call('GET', 'groups')).body.items).toEqual([]);
  });

  test('checks the signature of exactly the bytes that were sent', async () => {
    const body = webhookBody([joinEvent(lineId('C'))]);
    const spaced = body.replace('{', '{ ');
    expect((await deliver(spaced, sign(LINE_SECRET, body))).status).toBe(401);
    expect((await deliver(spaced)).status).toBe(200);
    expect((await deliver(Buffer.from([0xff, 0x00, 0x7b]))).status).toBe(200);
    expect((await deliver('')).status).toBe(200);
    expect((await deliver('not JSON')).status).toBe(200);
    expect(vestry.logged.join()).toMatch(/was not understood/);
  });

  test('accepts a body of 256 KiB and refuses a larger body', async () => {
    const body = webhookBody([joinEvent(lineId('C'))]);
    expect((await deliver(body.padEnd(LIMIT))).status).toBe(200);
    const { status, answer } = await deliver(body.padEnd(LIMIT + 1));
    expect([status, answer.code]).toEqual([413, 'payload_too_large']);
  });

  test('stops reading a body without a length when the limit is reached', async () => {
    const headers = { 'x-line-signature': 'x', 'transfer-encoding': 'chunked' };
    const status = await new Promise((resolve, reject) => {
      const sent = http.request(url + WEBHOOK, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode);
        sent.destroy();
      });
      sent.on('error', reject);
      for (let part = 0; part < 5; part += 1) sent.write(Buffer.alloc(64 * 1024));
    });
    expect(status).toBe(413);
  });

  test('refuses a request before reading its body if there is no channel secret', async () => {
    const { lineChannelSecret: _, ...config } = vestry.app.config;
    const bare = await serveApp({ ...vestry.app, config });
    onTestFinished(() => bare.close());
    const headers = { 'content-length': String(LIMIT * 10) };
    const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const sent = http.request(bare.url + WEBHOOK, { method: 'POST', headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
          resolve({ status: response.statusCode, text });
          sent.destroy();
        });
      });
      sent.on('error', reject);
      sent.flushHeaders();
    });
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'not_configured' });
    expect(answer.text).toContain('VESTRY_LINE_CHANNEL_SECRET');
  });

  test('writes audit entries with LINE as the actor and with the id of the request', async () => {
    await deliver(webhookBody([joinEvent(lineId('C'))]));
    const facts = await vestry.app.db
      .selectFrom('auditLogs')
      .selectAll()
      .where('action', '=', 'MessagingGroupJoined')
      .execute();
    expect(facts).toMatchObject([{ actorName: 'LINE', actorId: null, requestId: expect.stringMatching(/.{36}/) }]);
  });
});

describe('codes and bindings', () => {
  test('a code is shown only once per idempotency key, and binds the account that sends it', async () => {
    const memberId = await vestry.addMember();
    const key = { 'idempotency-key': 'code-1' };
    const made = await call('POST', 'binding-codes', { memberId }, key);
    expect(made.status).toBe(201);
    expect(made.body).toEqual({ code: expect.stringMatching(/^\w{8}$/), expiresAt: '2026-11-19T18:00:00.000Z' });
    const again = await call('POST', 'binding-codes', { memberId }, key);
    expect(again.body).toEqual({ ...made.body, code: null });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const user = lineId('U');
    await deliver(webhookBody([messageEvent(user, made.body.code as string)]));
    const { body } = await call('GET', 'bindings');
    expect(body).toEqual({
      items: [
        {
          id: 1,
          memberId,
          memberName: 'Mei Lin',
          platform: 'Line',
          displayName: null,
          boundAt: '2026-11-18T18:00:00.000Z',
          retiredAt: null,
        },
      ],
    });
    await deliver(webhookBody([unfollowEvent(user)]));
    expect((await call('GET', 'bindings')).body).toEqual({ items: [] });
    expect((await call('GET', 'bindings?includeRetired=true')).body.items).toHaveLength(1);
  });

  test('no code is made for an unknown member', async () => {
    const { status, body } = await call('POST', 'binding-codes', { memberId: 999 });
    expect([status, body.code]).toEqual([422, 'unknown_reference']);
    expect((await call('POST', 'binding-codes', {})).status).toBe(400);
  });

  test('a binding can be retired only once, and not with a stale ETag', async () => {
    const { body } = await call('POST', 'binding-codes', { memberId: await vestry.addMember() });
    await deliver(webhookBody([messageEvent(lineId('U'), body.code as string)]));
    const read = await call('GET', 'bindings/1');
    expect(read.status).toBe(200);
    const tag = read.headers.get('etag') ?? '';
    expect((await call('DELETE', 'bindings/1', undefined, { 'if-match': '"stale"' })).status).toBe(412);
    expect((await call('DELETE', 'bindings/1', undefined, { 'if-match': tag })).status).toBe(204);
    expect((await call('DELETE', 'bindings/1')).status).toBe(404);
    expect((await call('DELETE', 'bindings/999')).status).toBe(404);
    expect((await call('GET', 'bindings/1')).body.retiredAt).toBe('2026-11-18T18:00:00.000Z');
  });
});

describe('groups', () => {
  test('can be renamed and deactivated, but not with a stale ETag', async () => {
    const groupId = lineId('C');
    await deliver(webhookBody([joinEvent(groupId)]));
    const read = await call('GET', 'groups/1');
    expect(read.body).toMatchObject({
      id: 1,
      name: 'LINE group of 2026-11-18',
      isActive: true,
      joinedAt: '2026-11-18T18:00:00.000Z',
      leftAt: null,
    });
    const tag = read.headers.get('etag') ?? '';
    const change = { name: ' Youth ', isActive: false };
    const changed = await call('PUT', 'groups/1', change, { 'if-match': tag });
    expect([changed.status, changed.body.name, changed.body.isActive]).toEqual([200, 'Youth', false]);
    expect(changed.headers.get('etag')).toBe((await call('GET', 'groups/1')).headers.get('etag'));
    expect((await call('PUT', 'groups/1', change, { 'if-match': tag })).status).toBe(412);
    expect((await call('PUT', 'groups/999', change)).status).toBe(404);
    expect((await call('PUT', 'groups/1', { name: 'Youth' })).status).toBe(400);
    expect((await call('PUT', 'groups/1', { ...change, joinedAt: null })).status).toBe(400);
    await deliver(webhookBody([{ type: 'leave', source: { type: 'group', groupId } }]));
    const { status, body } = await call('PUT', 'groups/1', { ...change, isActive: true });
    expect([status, body.code]).toEqual([409, 'conflict']);
  });
});
