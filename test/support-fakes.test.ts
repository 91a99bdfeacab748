import net from 'node:net';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Ai, startAi } from './support/ai.ts';
import { LINE_TOKEN, type Line, lineId, sign, startLine } from './support/line.ts';
import { until } from './support/loopback.ts';
import { type Smtp, parsed, startSmtp } from './support/smtp.ts';

let smtp: Smtp;
let line: Line;
let ai: Ai;
beforeAll(async () => {
  [smtp, line, ai] = await Promise.all([startSmtp(), startLine(), startAi()]);
});
afterAll(() => Promise.all([smtp.close(), line.close(), ai.close()]));
beforeEach(() => {
  smtp.relent();
  line.relent();
});

const post = (url: string, body: unknown, headers = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${LINE_TOKEN}`, ...headers },
    body: JSON.stringify(body),
  });

describe('the fake mail server', () => {
  const mail = (to: string) => ({ from: 'office@example.org', to, subject: '主日', text: '平安', html: '<p>平安</p>' });

  test('records each accepted message with its envelope and its bytes', async () => {
    await createTransport(smtp.url).sendMail(mail('kept@example.org'));
    const [kept] = smtp.to('KEPT@example.org');
    expect(kept).toMatchObject({ to: ['kept@example.org'], from: 'office@example.org' });
    expect(await parsed(kept ?? { raw: Buffer.alloc(0) })).toMatchObject({ subject: '主日', text: '平安' });
    await until(() => smtp.connections.now === 0, 'the connection to end');
    expect(smtp.connections.most).toBe(1);
  });

  test('can refuse a message, drop the connection or stall, and then records no message', async () => {
    smtp.refuse('no@example.org', '550 5.1.1 No such user');
    smtp.drop('drop@example.org');
    smtp.stall('stall@example.org');
    const { hostname: host, port } = new URL(smtp.url);
    const transport = createTransport({ host, port: Number(port), socketTimeout: 300 });
    await expect(transport.sendMail(mail('no@example.org'))).rejects.toThrow('550 5.1.1 No such user');
    await expect(transport.sendMail(mail('drop@example.org'))).rejects.toThrow(/\S/);
    await expect(transport.sendMail(mail('stall@example.org'))).rejects.toThrow(/timeout/i);
    for (const name of ['no', 'drop', 'stall']) expect(smtp.to(`${name}@example.org`)).toEqual([]);
  });

  test('accepts a message only with the right credentials, and no connection after it is closed', async () => {
    const closed = await startSmtp({ auth: { user: 'us er', password: 'p@ss:word' } });
    await createTransport(closed.url).sendMail(mail('in@example.org'));
    expect(closed.messages).toHaveLength(1);
    const stranger = closed.url.replace(/:\/\/.*@/, '://who:what@');
    await expect(createTransport(stranger).sendMail(mail('out@example.org'))).rejects.toThrow('535');
    await closed.close();
    const port = Number(new URL(closed.url).port);
    const refusal = new Promise((resolve) => {
      net.connect(port, '127.0.0.1').once('error', resolve);
    });
    expect(await refusal).toBeInstanceOf(Error);
    expect(closed.messages).toHaveLength(1);
  });
});

describe('the fake LINE API', () => {
  const push = (to: string, headers = {}) =>
    post(`${line.url}/v2/bot/message/push`, { to, messages: [{ type: 'text', text: 'hello' }] }, headers);

  test('delivers a message once per retry key, even if the first call got no response', async () => {
    const [to, key] = [lineId('U'), '123e4567-e89b-12d3-a456-426614174000'];
    line.acceptThenBreak('/v2/bot/message/push');
    await expect(push(to, { 'x-line-retry-key': key })).rejects.toThrow(/\S/);
    const again = await push(to, { 'x-line-retry-key': key });
    expect(again.status).toBe(409);
    expect(again.headers.get('x-line-accepted-request-id')).toMatch(/\S/);
    expect(line.to(to)).toEqual(['hello']);
    expect((await push(to, { 'x-line-retry-key': 'no-uuid' })).status).toBe(400);
  });

  test('can fail for one recipient or for the next call, and refuses a call without the token', async () => {
    const [one, other] = [lineId('U'), lineId('U')];
    line.fail(one, 429, { message: 'You have reached your monthly limit.' });
    expect((await push(one)).status).toBe(429);
    line.failNext('/v2/bot/message/push', 500);
    expect([(await push(other)).status, (await push(other)).status]).toEqual([500, 200]);
    expect((await push(other, { authorization: 'Bearer wrong' })).status).toBe(401);
    expect([line.to(one), line.to(other)]).toEqual([[], ['hello']]);
  });

  test('returns the profiles and groups that the test adds, and signs as LINE does', async () => {
    const [user, group] = [lineId('U'), lineId('C')];
    line.profiles.set(user, { displayName: 'Mei', language: 'zh-TW' });
    line.groups.set(group, { groupName: 'Choir' });
    const get = async (path: string) => {
      const answer = await fetch(line.url + path, { headers: { authorization: `Bearer ${LINE_TOKEN}` } });
      return [answer.status, await answer.json()];
    };
    expect(await get(`/v2/bot/profile/${user}`)).toEqual([
      200,
      { userId: user, displayName: 'Mei', language: 'zh-TW' },
    ]);
    expect(await get(`/v2/bot/group/${group}/summary`)).toEqual([200, { groupId: group, groupName: 'Choir' }]);
    expect((await get(`/v2/bot/profile/${lineId('U')}`))[0]).toBe(404);
    // RFC 4231, test case 2.
    const known = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
    expect(sign('Jefe', 'what do ya want for nothing?')).toBe(Buffer.from(known, 'hex').toString('base64'));
  });
});

describe('the fake AI provider', () => {
  const ask = () => post(`${ai.baseUrl}/chat/completions`, { model: 'small', messages: [] });

  test('returns the response, error or broken connection that the test sets', async () => {
    ai.answer({ yes: true });
    const body = (await (await ask()).json()) as { model: string; choices: { message: { content: string } }[] };
    expect([body.model, body.choices[0]?.message.content]).toEqual(['small', '{"yes":true}']);
    ai.fail(529);
    expect((await ask()).status).toBe(529);
    ai.reset();
    await expect(ask()).rejects.toThrow(/\S/);
    ai.garbage();
    await expect((await ask()).json()).rejects.toThrow(/\S/);
    expect(ai.requests).toHaveLength(4);
  });
});
