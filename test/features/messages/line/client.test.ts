import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { App } from '../../../../src/app.ts';
import { getGroupSummary, getProfile, multicast, push, reply } from '../../../../src/features/messages/line/client.ts';
import { fileApp } from '../../../support/app.ts';
import { type Line, LINE_TOKEN, lineId, startLine } from '../../../support/line.ts';
import { serveLoopback } from '../../../support/loopback.ts';

const PUSH = '/v2/bot/message/push';
const MULTICAST = '/v2/bot/message/multicast';

let line: Line;
let app: App;
let close: () => Promise<void>;
let logged: unknown[];

beforeAll(async () => {
  line = await startLine();
  const made = await fileApp();
  ({ close } = made);
  const note = (fields: object, message: string) => void logged.push(fields, message);
  app = {
    ...made.app,
    config: { ...made.app.config, lineApiBase: line.url, lineChannelAccessToken: LINE_TOKEN },
    log: { info: note, warn: note, error: note },
  };
});
afterAll(async () => {
  await close();
  await line.close();
});
beforeEach(() => {
  line.relent();
  line.calls.length = 0;
  line.delivered.length = 0;
  logged = [];
});

const retryKeys = () => line.calls.map(({ headers }) => headers['x-line-retry-key']);

describe('a message to one recipient', () => {
  test('is sent with its retry key', async () => {
    const [user, key] = [lineId('U'), randomUUID()];
    expect(await push(app, user, '平安', key)).toEqual({ ok: true });
    expect(line.to(user)).toEqual(['平安']);
    expect(retryKeys()).toEqual([key]);
  });

  test('is retried with the same retry key if LINE fails, and is delivered once', async () => {
    const [user, key] = [lineId('U'), randomUUID()];
    line.failNext(PUSH, 500, undefined, 2);
    expect(await push(app, user, 'Hello', key)).toEqual({ ok: true });
    expect(retryKeys()).toEqual([key, key, key]);
    expect(line.to(user)).toEqual(['Hello']);
  });

  test('that LINE accepted without responding counts as sent, and is not delivered again', async () => {
    const [user, key] = [lineId('U'), randomUUID()];
    line.acceptThenBreak(PUSH);
    expect(await push(app, user, 'Hello', key)).toEqual({ ok: true });
    expect(await push(app, user, 'Hello', key)).toEqual({ ok: true });
    expect(line.to(user)).toEqual(['Hello']);
  });

  test('is given up after three attempts', async () => {
    line.failNext(PUSH, 503, undefined, 9);
    const outcome = await push(app, lineId('U'), 'Hello', randomUUID());
    expect(outcome).toMatchObject({ ok: false, fault: 'call', error: expect.stringMatching(/HTTP 503/) });
    expect(line.calls).toHaveLength(3);
  });

  test('fails within twenty seconds if LINE does not respond', async () => {
    line.delay(60_000);
    const startedAt = Date.now();
    const outcome = await push(app, lineId('U'), 'Hello', randomUUID());
    expect(outcome).toMatchObject({ ok: false, fault: 'call', error: expect.stringMatching(/in time/) });
    expect(Date.now() - startedAt).toBeLessThan(20_000);
    expect(new Set(retryKeys()).size).toBe(1);
  });

  test('is not retried when LINE refuses it', async () => {
    const user = lineId('U');
    line.fail(user, 400, { message: 'Failed to send messages' });
    expect(await push(app, user, 'Hello', randomUUID())).toMatchObject({ ok: false, fault: 'recipient' });
    expect(line.calls).toHaveLength(1);
  });

  test.each([
    [429, { message: 'You have reached your monthly limit.' }, /messages of this month are used up.*plan/],
    [429, { message: 'The API rate limit has been exceeded. Try again later.' }, /a few minutes/],
    [401, { message: 'Authentication failed' }, /VESTRY_LINE_CHANNEL_ACCESS_TOKEN/],
    [403, { message: 'Access to this API is not available for your account' }, /plan/],
    [409, { message: 'Conflict' }, /HTTP 409/],
    [418, '<html>no JSON</html>', /HTTP 418/],
  ])('that is refused with %i has an error that names the cause or the next step', async (status, body, words) => {
    const user = lineId('U');
    line.fail(user, status, body);
    const outcome = await push(app, user, 'Hello', randomUUID());
    expect(outcome).toMatchObject({ ok: false, fault: 'sender', error: expect.stringMatching(words) });
    expect(line.calls).toHaveLength(1);
  });

  test('whose text is too long fails because of the sender, not because of the recipient', async () => {
    const outcome = await push(app, lineId('U'), 'x'.repeat(5001), randomUUID());
    expect(outcome).toMatchObject({ ok: false, fault: 'sender', error: expect.stringMatching(/text/) });
  });

  test('that fails shows neither the token nor the recipient in its outcome or in the log', async () => {
    const user = lineId('U');
    const lost = { ...app, config: { ...app.config, lineApiBase: 'http://127.0.0.1:1' } };
    const outcome = await push(lost, user, 'Hello', randomUUID());
    expect(outcome).toMatchObject({ ok: false, error: expect.stringMatching(/could not be reached/) });
    line.fail(user, 401, { message: `${LINE_TOKEN} is not valid` });
    const refused = await push(app, user, 'Hello', randomUUID());
    const told = JSON.stringify([outcome, refused, logged]);
    expect(logged.length).toBeGreaterThan(0);
    expect(told).not.toContain(LINE_TOKEN);
    expect(told).not.toContain(user);
  });

  test('goes to the configured address and path, and never follows a redirect', async () => {
    const seen: string[] = [];
    const server = await serveLoopback(async ({ path }) => {
      seen.push(path);
      return { status: 307, body: {}, headers: { location: '/elsewhere' } };
    });
    onTestFinished(server.close);
    const redirected = { ...app, config: { ...app.config, lineApiBase: `${server.url}/line/` } };
    expect(await push(redirected, lineId('U'), 'Hello', randomUUID())).toMatchObject({ ok: false, fault: 'call' });
    expect([...new Set(seen)]).toEqual(['/line/v2/bot/message/push']);
  });

  test.each([undefined, 'a token\nwith a line end'])('is not sent with the channel access token %j', async (token) => {
    const { lineChannelAccessToken: _, ...config } = app.config;
    const bare = { ...app, config: { ...config, ...(token !== undefined && { lineChannelAccessToken: token }) } };
    await expect(push(bare, lineId('U'), 'Hello', randomUUID())).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining('VESTRY_LINE_CHANNEL_ACCESS_TOKEN'),
    });
    expect(line.calls).toEqual([]);
  });
});

describe('a text to several recipients', () => {
  test('is sent as one multicast, and is retried with the same retry key', async () => {
    const [users, key] = [[lineId('U'), lineId('U')], randomUUID()];
    line.acceptThenBreak(MULTICAST);
    expect(await multicast(app, users, 'Hello', key)).toEqual({ ok: true });
    expect(retryKeys()).toEqual([key, key]);
    expect(users.map((user) => line.to(user))).toEqual([['Hello'], ['Hello']]);
  });

  test('reaches nobody if LINE refuses one recipient, and the outcome says that a recipient is the cause', async () => {
    const users = [lineId('U'), lineId('U')];
    line.fail(users[1] ?? '', 400);
    const outcome = await multicast(app, users, 'Hello', randomUUID());
    expect(outcome).toMatchObject({ ok: false, fault: 'recipient', mayHaveArrived: false });
    expect(users.map((user) => line.to(user))).toEqual([[], []]);
  });

  test('may have arrived if LINE never responded', async () => {
    line.acceptThenBreak(MULTICAST, 9);
    const outcome = await multicast(app, [lineId('U'), lineId('U')], 'Hello', randomUUID());
    expect(outcome).toMatchObject({
      ok: false,
      mayHaveArrived: true,
      error: expect.stringContaining('may have arrived'),
    });
  });
});

describe('a request to LINE', () => {
  test('for a profile returns a cleaned name, and a language if LINE reports one', async () => {
    const [ann, bo, odd] = [lineId('U'), lineId('U'), lineId('U')];
    line.profiles.set(ann, { displayName: `  Ann\u0007\ud800 ${'x'.repeat(200)}`, language: 'zh-Hant' });
    line.profiles.set(bo, { displayName: 'Bo' });
    line.profiles.set(odd, { displayName: 7 as unknown as string });
    const profile = await getProfile(app, ann);
    expect(profile?.displayName).toMatch(/^Ann .+x$/);
    expect(Array.from(profile?.displayName ?? '')).toHaveLength(100);
    expect(profile?.displayName.isWellFormed()).toBe(true);
    expect(profile?.language).toBe('zh-Hant');
    expect(await getProfile(app, bo)).toEqual({ displayName: 'Bo', language: null });
    expect(await getProfile(app, odd)).toBeUndefined();
    expect(await getProfile(app, lineId('U'))).toBeUndefined();
  });

  test('for a group returns its name, or nothing if LINE does not know the group', async () => {
    const groupId = lineId('C');
    line.groups.set(groupId, { groupName: '青年團契' });
    expect(await getGroupSummary(app, groupId)).toBe('青年團契');
    expect(await getGroupSummary(app, lineId('C'))).toBeUndefined();
  });

  test('that replies to an event is sent only once', async () => {
    expect(await reply(app, 'a-token', 'Thank you')).toEqual({ ok: true });
    expect(await reply(app, 'a-token', 'Thank you')).toMatchObject({ ok: false });
    expect(line.to('a-token')).toEqual(['Thank you']);
    expect(line.calls.every(({ headers }) => headers['x-line-retry-key'] === undefined)).toBe(true);
  });
});
