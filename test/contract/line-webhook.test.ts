import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Json, done, refusal } from './books.ts';
import {
  type Office,
  WEBHOOK,
  bind,
  bindingsOf,
  codeFor,
  groups,
  joined,
  openOffice,
  person,
  settled,
  tell,
  text,
  webhook,
} from './office.ts';
import { expectProblem, rawRequest } from './support.ts';
import { startDaemon, temporaryDir } from '../support/daemon.ts';
import {
  LINE_SECRET,
  followEvent,
  joinEvent,
  leaveEvent,
  lineEvent,
  lineId,
  messageEvent,
  sign,
  unfollowEvent,
  webhookBody,
} from '../support/line.ts';
import { until } from '../support/loopback.ts';

const data = temporaryDir();
let office: Office;
beforeAll(async () => {
  office = await openOffice({ dataDir: data.dir });
});
afterAll(async () => {
  await office.daemon.stop();
  await Promise.all([office.smtp.close(), office.line.close()]);
  data.remove();
});
afterEach(() => office.line.relent());

const named = async (name: string) => (await groups(office)).filter((group) => group.name === name);
const member = async () => (await person(office)).id;

/** Returns a webhook body that adds a group with this name if the service accepts the body. */
function joining(name: string): string {
  const groupId = lineId('C');
  office.line.groups.set(groupId, { groupName: name });
  return webhookBody([joinEvent(groupId)]);
}

/** Returns a webhook body of this many bytes that adds a group with this name if the service accepts the body. */
function padded(name: string, bytes: number): string {
  const body = joining(name);
  return body + ' '.repeat(bytes - Buffer.byteLength(body));
}

describe('a webhook call', () => {
  test('with a valid signature gets 200, and its events are processed', async () => {
    const answer = await webhook(office, joining('Rightly signed'));
    expect(answer.status).toBe(200);
    await until(async () => (await named('Rightly signed')).length === 1, 'the group');
    expect(await named('Rightly signed')).toHaveLength(1);
  });

  const right = (body: string) => sign(LINE_SECRET, body);
  test.each<[string, (body: string) => string | null]>([
    ['is missing', () => null],
    ['is empty', () => ''],
    ['is one character', () => 'A'],
    ['is short', (body) => right(body).slice(0, 20)],
    ['lacks its last byte', (body) => Buffer.from(right(body), 'base64').subarray(0, 31).toString('base64')],
    ['has a byte too many', (body) => Buffer.from(`${right(body)}x`).toString('base64')],
    ['is not base64', () => '!!!! not base64 at all, 44 characters long !!'],
    ['is made with another secret', (body) => sign(`${LINE_SECRET}x`, body)],
    ['is made with an empty secret', (body) => sign('', body)],
    ['belongs to another body', (body) => right(`${body} `)],
    ['is in hexadecimal', (body) => Buffer.from(right(body), 'base64').toString('hex')],
    ['is very long', (body) => right(body).repeat(100)],
    ['is followed by another signature', (body) => `${right(body)}, ${sign('x', body)}`],
  ])('whose signature %s is refused with 401 and has no effect', async (label, signature) => {
    const body = joining(`Refused: ${label}`);
    const answer = await webhook(office, body, signature(body));
    expectProblem(answer, 401, 'invalid_signature');
    await settled(office);
    expect(await named(`Refused: ${label}`)).toEqual([]);
  });

  test('whose body was changed after signing is refused with 401 and has no effect', async () => {
    const body = joining('Tampered');
    const answer = await webhook(office, body.replace('"active"', '"standby"'), sign(LINE_SECRET, body));
    expectProblem(answer, 401, 'invalid_signature');
    await settled(office);
    expect(await named('Tampered')).toEqual([]);
  });

  test('is verified by its bytes, however the JSON is formatted', async () => {
    const body = `\n ${joining('群組 by its bytes').replaceAll('"type"', '"\\u0074ype"')}\r\n`;
    expect((await webhook(office, body)).status).toBe(200);
    await until(async () => (await named('群組 by its bytes')).length === 1, 'the group');
    expect(refusal(await webhook(office, JSON.stringify(JSON.parse(body)), sign(LINE_SECRET, body)))).toBe(
      '401 invalid_signature',
    );
  });

  test.each([
    ['not JSON', '{"events": [}'],
    ['empty', ''],
    ['an HTML page', '<html></html>'],
    ['not text', Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28])],
    ['null', 'null'],
    ['a number', '5'],
    ['a list', '[]'],
    ['without events', '{"destination":"U1"}'],
    ['with text instead of events', '{"events":"all of them"}'],
    [
      'with invalid events of every kind',
      '{"events":[null,1,"x",[],{},{"type":5},{"type":"message"},{"type":"join","source":7}]}',
    ],
    ['an empty list of events, as LINE sends to verify', webhookBody([])],
  ])(
    'with a valid signature gets 200 whatever its body is, and the service keeps running: %s',
    async (_label, body) => {
      expect((await webhook(office, body)).status).toBe(200);
      await settled(office);
      expect((await office.admin.get('/api/health')).body.status).toBe('ok');
    },
  );

  test('has its valid events processed even if it also contains invalid events', async () => {
    const groupId = lineId('C');
    office.line.groups.set(groupId, { groupName: 'Beside bad ones' });
    const bad = [lineEvent('message', { source: { type: 'user' } }), lineEvent('join', {}), lineEvent('unheard')];
    await tell(office, ...bad, joinEvent(groupId), ...bad);
    await until(async () => (await named('Beside bad ones')).length === 1, 'the group');
    expect(await named('Beside bad ones')).toHaveLength(1);
  });

  test.each([
    ['of 256 KiB is accepted', 256 * 1024, '200 undefined'],
    ['of 256 KiB and one byte is refused with 413', 256 * 1024 + 1, '413 payload_too_large'],
    ['of 300 KiB is refused with 413', 300 * 1024, '413 payload_too_large'],
  ])('with a body %s', async (label, bytes, expected) => {
    expect(refusal(await webhook(office, padded(label, bytes)))).toBe(expected);
    await settled(office);
    expect((await named(label)).length).toBe(expected.startsWith('200') ? 1 : 0);
  });

  test('with a body of 300 KiB whose length is not declared is refused with 413', async () => {
    const body = padded('In chunks', 300 * 1024);
    const headers = { 'x-line-signature': sign(LINE_SECRET, body), 'transfer-encoding': 'chunked' };
    const answer = await rawRequest(office.daemon.url, WEBHOOK, { method: 'POST', headers, body });
    expectProblem(answer, 413, 'payload_too_large');
    expect(await named('In chunks')).toEqual([]);
  });

  test('with a method other than POST is refused with 405', async () => {
    const answer = await rawRequest(office.daemon.url, WEBHOOK);
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toContain('POST');
  });

  test('gets its response before its events are processed', async () => {
    const [memberId, userId] = [await member(), lineId('U')];
    const event = messageEvent(userId, await codeFor(office, memberId));
    office.line.delay(3000);
    const began = Date.now();
    await tell(office, event);
    expect(Date.now() - began).toBeLessThan(2000);
    office.line.relent();
    await until(async () => (await bindingsOf(office, memberId)).length === 1, 'the binding');
    expect(await bindingsOf(office, memberId)).toHaveLength(1);
  });
});

describe('webhook events of other types', () => {
  test('are ignored, and the service keeps running', async () => {
    // The answer to an event of an earlier test may still be on its way.
    await settled(office);
    const before = [office.line.delivered.length, (await groups(office)).length];
    const source = { type: 'user' as const, userId: lineId('U') };
    const types = ['videoPlayComplete', 'beacon', 'accountLink', 'things', 'membership', 'postback', 'somethingNew'];
    await tell(office, ...types.map((type) => lineEvent(type, { source, replyToken: 'r', [type]: { data: 'x' } })));
    const sticker = { ...messageEvent(source.userId, 'x'), message: { type: 'sticker', id: '1', packageId: '1' } };
    await tell(office, sticker, lineEvent('memberJoined', { source: { type: 'group', groupId: lineId('C') } }));
    await settled(office);
    const fence = before[1] === 0 ? 1 : (await named('The fence')).length;
    expect(fence).toBe(1);
    expect(office.line.delivered).toHaveLength(before[0] ?? 0);
    expect((await office.admin.get('/api/health')).status).toBe(200);
  });

  test('get no reply if they are group messages without a binding code', async () => {
    const group = await joined(office, 'A chatty group');
    const before = (await bindingsOf(office, await member())).length;
    const chat = ['早安', 'See you on Sunday!', 'Hallelujah', '12345678'].map((words) =>
      messageEvent(lineId('U'), words, group.groupId),
    );
    await tell(office, ...chat);
    await settled(office);
    expect(chat.flatMap((event) => office.line.repliesTo(event))).toEqual([]);
    expect(before).toBe(0);
  });
});

describe('a binding code sent in LINE', () => {
  const fullWidth = (code: string) =>
    code.replaceAll(/[!-~]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));

  test.each<[string, (code: string) => string]>([
    ['unchanged', (code) => code],
    ['in lower case', (code) => code.toLowerCase()],
    ['in full-width characters', fullWidth],
    ['in full-width lower case', (code) => fullWidth(code.toLowerCase())],
    ['with spaces around it', (code) => `  ${code}\n`],
    ['in a sentence', (code) => `Hello, my code is ${code}. Thank you!`],
    ['in a Chinese sentence', (code) => `平安！我的代碼是「${code}」，謝謝`],
    ['in a Chinese sentence without any space', (code) => `我的代碼${code.toLowerCase()}謝謝`],
  ])('binds the sender and gets a reply: %s', async (_label, write) => {
    const [memberId, userId] = [await member(), lineId('U')];
    office.line.profiles.set(userId, { displayName: `Sender ${memberId}`, language: 'en' });
    const event = messageEvent(userId, write(await codeFor(office, memberId)));
    await tell(office, event);
    await until(() => office.line.repliesTo(event).length > 0, 'the reply');
    expect(await bindingsOf(office, memberId)).toEqual([
      expect.objectContaining({ displayName: `Sender ${memberId}`, retiredAt: null }),
    ]);
    expect(office.line.repliesTo(event)).toHaveLength(1);
    expect(await done(text(office, { memberIds: [memberId] }))).toMatchObject({ sent: 1 });
    expect(office.line.to(userId)).toHaveLength(1);
  });

  test('can be used only once', async () => {
    const [memberId, first, second] = [await member(), lineId('U'), lineId('U')];
    office.line.profiles.set(first, { displayName: 'The first' });
    office.line.profiles.set(second, { displayName: 'The second' });
    const code = await codeFor(office, memberId);
    await tell(office, messageEvent(first, code));
    await until(async () => (await bindingsOf(office, memberId)).length === 1, 'the binding');
    await tell(office, messageEvent(second, code));
    await settled(office);
    expect((await bindingsOf(office, memberId)).map((one) => one.displayName)).toEqual(['The first']);
    expect(await bindingsOf(office, memberId, 'includeRetired=true')).toHaveLength(1);
  });

  test('binds only one person if many people send it at once', async () => {
    const [memberId, senders] = [await member(), Array.from({ length: 6 }, () => lineId('U'))];
    const code = await codeFor(office, memberId);
    await Promise.all(senders.map((userId) => tell(office, messageEvent(userId, code))));
    await until(async () => (await bindingsOf(office, memberId)).length === 1, 'the binding');
    await settled(office);
    expect(await bindingsOf(office, memberId, 'includeRetired=true')).toHaveLength(1);
  });

  test('of a deleted member binds nobody', async () => {
    const memberId = await member();
    const code = await codeFor(office, memberId);
    await done(office.admin.del(`/api/members/${memberId}`));
    await tell(office, messageEvent(lineId('U'), code));
    await settled(office);
    await done(office.admin.post(`/api/members/${memberId}/restore`));
    expect(await bindingsOf(office, memberId, 'includeRetired=true')).toEqual([]);
  });

  test('binds the sender even if LINE refuses the profile and the reply', async () => {
    const memberId = await member();
    office.line.failNext('/v2/bot/message/reply', 500, undefined, 20);
    await tell(office, messageEvent(lineId('U'), await codeFor(office, memberId)));
    await until(async () => (await bindingsOf(office, memberId)).length === 1, 'the binding');
    const [binding] = await bindingsOf(office, memberId);
    expect(binding).toMatchObject({ memberId, platform: 'Line', retiredAt: null });
  });

  test('is ignored if its sender has made too many wrong guesses, but works for another sender', async () => {
    const [memberId, guesser, friend] = [await member(), lineId('U'), lineId('U')];
    // A guess must look like a code, so it is made from the characters of real codes.
    const letters = (await codeFor(office, memberId)) + (await codeFor(office, memberId));
    const letter = () => letters[Math.floor(Math.random() * letters.length)];
    const guess = () => Array.from({ length: 8 }, letter).join('');
    for (let call = 0; call < 4; call += 1) {
      await tell(office, ...Array.from({ length: 10 }, () => messageEvent(guesser, guess())));
      await settled(office);
    }
    const code = await codeFor(office, memberId);
    const event = messageEvent(guesser, code);
    await tell(office, event);
    await settled(office);
    expect(await bindingsOf(office, memberId, 'includeRetired=true')).toEqual([]);
    await tell(office, messageEvent(friend, code));
    await until(async () => (await bindingsOf(office, memberId)).length === 1, 'the binding of the other');
    expect(await bindingsOf(office, memberId)).toHaveLength(1);
  });
});

describe('the reply to a binding code', () => {
  const HAN = /[\u4e00-\u9fff]/;
  async function replyIn(language: string | undefined) {
    const [{ id: memberId }, userId] = [await person(office, { firstName: 'Ann', lastName: 'Lee' }), lineId('U')];
    office.line.profiles.set(userId, { displayName: 'Someone', ...(language !== undefined && { language }) });
    const event = messageEvent(userId, await codeFor(office, memberId));
    await tell(office, event);
    await until(() => office.line.repliesTo(event).length > 0, 'the reply');
    return office.line.repliesTo(event).join('\n');
  }

  test.each(['zh-TW', 'zh-Hant'])('is in Chinese if the sender uses LINE in %s', async (language) => {
    const reply = await replyIn(language);
    expect(reply).toMatch(HAN);
    // These characters are used only in Simplified Chinese.
    expect(reply).not.toMatch(/[绑连请谢]/);
  });

  test.each(['en', 'en-US'])('is in English if the sender uses LINE in %s', async (language) => {
    const reply = await replyIn(language);
    expect(reply).toMatch(/[a-z]{3}/);
    expect(reply).not.toMatch(HAN);
  });

  test('is sent to LINE with the access token, like every call', async () => {
    const [memberId, userId] = [await member(), lineId('U')];
    const event = messageEvent(userId, await codeFor(office, memberId));
    await tell(office, event);
    await until(() => office.line.repliesTo(event).length > 0, 'the reply');
    expect(office.line.calls.some(({ headers }) => headers.authorization === undefined)).toBe(false);
  });
});

describe('unfollowing', () => {
  test('retires only the sender’s own binding', async () => {
    const [one, other] = [await member(), await member()];
    const userId = await bind(office, one);
    await bind(office, other);
    await tell(office, unfollowEvent(userId));
    await until(async () => (await bindingsOf(office, one)).length === 0, 'the binding to retire');
    const [retired] = await bindingsOf(office, one, 'includeRetired=true');
    expect(retired.retiredAt).toMatch(/^\d{4}-.*Z$/);
    expect(await bindingsOf(office, other)).toHaveLength(1);
  });

  test('by an unknown account changes nothing, and neither does following', async () => {
    const memberId = await member();
    const userId = await bind(office, memberId);
    await tell(office, unfollowEvent(lineId('U')), followEvent(lineId('U')), followEvent(userId));
    await settled(office);
    expect(await bindingsOf(office, memberId)).toHaveLength(1);
  });
});

describe('a webhook event that LINE delivers again', () => {
  test('has no further effect, in the same call or in a later call', async () => {
    const [memberId, userId] = [await member(), lineId('U')];
    const event = messageEvent(userId, await codeFor(office, memberId));
    const again = { ...event, replyToken: 'another', deliveryContext: { isRedelivery: true } };
    await tell(office, event, event);
    await until(() => office.line.repliesTo(event).length > 0, 'the reply');
    const calls = () => office.line.calls.filter(({ path }) => path.endsWith('/reply')).length;
    const before = calls();
    await tell(office, again);
    await settled(office);
    expect([calls() - before, office.line.repliesTo(again).length]).toEqual([0, 0]);
    expect(await bindingsOf(office, memberId, 'includeRetired=true')).toHaveLength(1);
  });

  test('takes effect only once, even in several simultaneous calls', async () => {
    const [memberId, userId] = [await member(), lineId('U')];
    const event = messageEvent(userId, await codeFor(office, memberId));
    await Promise.all([tell(office, event), tell(office, event), tell(office, event)]);
    await until(() => office.line.repliesTo(event).length > 0, 'the reply');
    await settled(office);
    const replies = office.line.calls.filter(({ body }) => body?.replyToken === event.replyToken);
    expect(replies).toHaveLength(1);
    expect(await bindingsOf(office, memberId, 'includeRetired=true')).toHaveLength(1);
  });

  test('takes effect if it never arrived before, even though LINE marks it as redelivered', async () => {
    const groupId = lineId('C');
    office.line.groups.set(groupId, { groupName: 'Told again' });
    await tell(office, { ...joinEvent(groupId), deliveryContext: { isRedelivery: true } });
    await until(async () => (await named('Told again')).length === 1, 'the group');
    expect(await named('Told again')).toHaveLength(1);
  });

  // This test must be the last, because it restarts the service.
  test('has no effect after a restart of the service', async () => {
    const groupId = lineId('C');
    office.line.groups.set(groupId, { groupName: 'Left for good' });
    const [join, leave] = [joinEvent(groupId), leaveEvent(groupId)];
    await tell(office, join);
    await until(async () => (await named('Left for good')).length === 1, 'the group');
    await tell(office, leave);
    const active = async () => (await named('Left for good')).map((group: Json) => group.isActive);
    await until(async () => (await active())[0] === false, 'the group to go');
    await office.daemon.stop();
    const { daemon, ...rest } = office;
    const next = await startDaemon({ dataDir: daemon.dataDir, env: office.env });
    const get = (route: string) =>
      fetch(next.url + route, { headers: { authorization: `Bearer ${office.admin.token}` } }).then(async (answer) => ({
        status: answer.status,
        headers: answer.headers,
        body: await answer.json(),
      }));
    office = { ...rest, daemon: next, admin: { ...rest.admin, get } };
    await tell(office, { ...join, deliveryContext: { isRedelivery: true } });
    await settled(office);
    expect(await active()).toEqual([false]);
  });
});
