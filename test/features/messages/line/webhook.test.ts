import { beforeEach, describe, expect, test } from 'vitest';
import { type App, inTransaction } from '../../../../src/app.ts';
import { closeApp, createApp } from '../../../../src/create-app.ts';
import { listBindings } from '../../../../src/features/messages/line/bindings.ts';
import { createBindingCode } from '../../../../src/features/messages/line/codes.ts';
import { listGroups } from '../../../../src/features/messages/line/groups.ts';
import { deleteMember } from '../../../../src/features/people/members/service.ts';
import {
  followEvent,
  joinEvent,
  leaveEvent,
  lineEvent,
  lineId,
  messageEvent,
  unfollowEvent,
  webhookBody,
} from '../../../support/line.ts';
import { type Church, church, post } from './support.ts';

let vestry: Church;
let app: App;
beforeEach(async () => {
  vestry = await church();
  ({ app } = vestry);
});

const codeFor = async (memberId: number) => (await createBindingCode(app, { memberId })).code;
const bindings = async (includeRetired = false) => (await listBindings(app, { includeRetired })).items;
const bound = async () => (await bindings()).map(({ memberId }) => memberId);
const groups = async () => (await listGroups(app)).items;
const answers = (event: { replyToken?: string }) => vestry.line.repliesTo(event);
const setLocale = (locale: string) =>
  app.db.transaction().execute(async (db) => {
    const row = { id: 1 as const, name: '恩典教會', currency: 'USD', timeZone: 'UTC', locale, fiscalYearStartMonth: 1 };
    const when = { createdAt: '', modifiedAt: '', createdBy: null, modifiedBy: null };
    await db
      .insertInto('churchProfiles')
      .values({ ...row, ...when, aiProvider: 'OpenAI' })
      .execute();
  });

describe('a text with a valid code', () => {
  test('binds its sender only once, and gets a reply', async () => {
    const [mei, user] = [await vestry.addMember(), lineId('U')];
    vestry.line.profiles.set(user, { displayName: 'Mei-Mei', language: 'en' });
    const code = await codeFor(mei);
    const first = messageEvent(user, `Hello! ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`);
    await vestry.call(first);
    expect(await bindings()).toMatchObject([{ memberId: mei, displayName: 'Mei-Mei', retiredAt: null }]);
    expect(answers(first)).toEqual([expect.stringMatching(/^Thank you, Mei Lin\. /)]);
    const again = messageEvent(lineId('U'), code);
    await vestry.call(again);
    expect(await bound()).toEqual([mei]);
    expect(answers(again)).toEqual([expect.stringMatching(/not valid/)]);
  });

  test('also binds a sender who writes in a group and whose name LINE does not report', async () => {
    const mei = await vestry.addMember();
    await vestry.call(messageEvent(lineId('U'), await codeFor(mei), lineId('C')));
    expect(await bindings()).toMatchObject([{ memberId: mei, displayName: null }]);
  });

  test.each([
    ['zh-Hant', null, 'en-US', /謝謝您/],
    ['zh', null, 'en-US', /謝謝您/],
    ['en', '林美', 'zh-TW', /^Thank you, Mei Lin/],
    ['ja', '林美', 'zh-TW', /^Thank you/],
    [undefined, '林美', 'en-US', /^林美，謝謝您/],
    [undefined, null, 'zh-TW', /^Mei Lin，謝謝您.*恩典教會/],
    [undefined, null, 'en-US', /^Thank you/],
  ])(
    'gets a reply in the right language for an account language of %s, a Chinese name of %s and a church language of %s',
    async (...given) => {
      const [language, chineseName, locale, words] = given;
      await setLocale(locale);
      const user = lineId('U');
      vestry.line.profiles.set(user, { displayName: 'Mei', ...(language !== undefined && { language }) });
      const event = messageEvent(user, await codeFor(await vestry.addMember('Mei', chineseName ?? undefined)));
      await vestry.call(event);
      expect(answers(event)).toEqual([expect.stringMatching(words)]);
    },
  );

  test('gets a reply that mentions an earlier binding of the account or the member', async () => {
    const [mei, bo, user] = [await vestry.addMember(), await vestry.addMember('Bo'), lineId('U')];
    const texts: string[] = [];
    const steps = [
      [user, mei],
      [user, mei],
      [user, bo],
      [lineId('U'), bo],
    ] as const;
    for (const [sender, memberId] of steps) {
      const event = messageEvent(sender, await codeFor(memberId));
      await vestry.call(event);
      texts.push(...answers(event));
    }
    expect(texts).toHaveLength(4);
    expect(texts[1]).toMatch(/already/);
    expect(texts[2]).toMatch(/another person/);
    expect(texts[3]).toMatch(/no longer/);
    expect(await bound()).toEqual([bo]);
    expect(await bindings(true)).toHaveLength(3);
  });

  test.each([
    ['down', (one: Church) => one.line.close()],
    ['slow', async (one: Church) => one.line.delay(30_000)],
    ['refusing', async (one: Church) => one.line.failNext('/v2/bot/message/reply', 500)],
  ])('also binds the sender while LINE is %s', async (_, spoil) => {
    const mei = await vestry.addMember();
    const code = await codeFor(mei);
    await spoil(vestry);
    await vestry.call(messageEvent(lineId('U'), code));
    expect(await bound()).toEqual([mei]);
  });

  test('also binds the sender without an access token, but sends no reply', async () => {
    const mei = await vestry.addMember();
    const { lineChannelAccessToken: _, ...config } = app.config;
    const event = messageEvent(lineId('U'), await codeFor(mei));
    await post({ ...app, config }, webhookBody([event]));
    await app.background.settled();
    expect(await bound()).toEqual([mei]);
    expect(vestry.line.calls).toEqual([]);
  });

  test('does not bind a deleted member, and binds no member after 24 hours', async () => {
    const [mei, bo] = [await vestry.addMember(), await vestry.addMember('Bo')];
    const [ofMei, ofBo] = [await codeFor(mei), await codeFor(bo)];
    await deleteMember(app, mei);
    vestry.app.setNow('2026-11-19T18:00:00.000Z');
    const events = [ofMei, ofBo].map((code) => messageEvent(lineId('U'), code));
    await vestry.call(...events);
    expect(await bindings(true)).toEqual([]);
    for (const event of events) expect(answers(event)).toEqual([expect.stringMatching(/not valid/)]);
  });

  test('that twenty accounts send at once binds exactly one of the accounts', async () => {
    const mei = await vestry.addMember();
    const code = await codeFor(mei);
    const events = Array.from({ length: 20 }, () => messageEvent(lineId('U'), code));
    await Promise.all(events.map((event) => post(app, webhookBody([event]))));
    await app.background.settled();
    expect(await bindings(true)).toHaveLength(1);
    const thanks = events.flatMap(answers).filter((text) => text.startsWith('Thank you'));
    expect([thanks.length, events.flatMap(answers).length]).toEqual([1, 20]);
  });

  test('puts neither the code, the account nor the text into the service log or the audit log', async () => {
    const [mei, user] = [await vestry.addMember(), lineId('U')];
    const code = await codeFor(mei);
    vestry.line.failNext('/v2/bot/message/reply', 400, { message: 'Invalid reply token' });
    await vestry.call(messageEvent(user, `${code} private words`), messageEvent(user, 'ABCD2345 more private words'));
    const books = await app.db.selectFrom('auditLogs').selectAll().execute();
    expect(vestry.logged.length).toBeGreaterThan(0);
    expect(JSON.stringify([vestry.logged, books])).not.toMatch(new RegExp(`${code}|${user}|private words|ABCD2345`));
  });
});

test('an event in standby mode is ignored, because another program handles it', async () => {
  const user = lineId('U');
  const event = { ...messageEvent(user, await codeFor(await vestry.addMember())), mode: 'standby' as const };
  await vestry.call(event);
  expect(await bound()).toEqual([]);
  expect(vestry.line.calls).toEqual([]);
});

test('in a group, a code binds its sender, the reply shows no name, and an unknown code gets no reply', async () => {
  const [user, groupId, mei] = [lineId('U'), lineId('C'), await vestry.addMember()];
  const idle = messageEvent(user, 'Hymn A2345678 please', groupId);
  await vestry.call(idle);
  expect(answers(idle)).toEqual([]);
  const event = messageEvent(user, await codeFor(mei), groupId);
  await vestry.call(event);
  expect(await bound()).toEqual([mei]);
  expect(answers(event)).toEqual([expect.stringMatching(/connected/)]);
  expect(answers(event).join()).not.toContain('Mei');
});

test('an event that arrives late does not undo a later event', async () => {
  const [user, groupId, mei] = [lineId('U'), lineId('C'), await vestry.addMember()];
  await vestry.call(messageEvent(user, await codeFor(mei)), joinEvent(groupId));
  const hourAgo = app.clock.now().getTime() - 3_600_000;
  const late = { timestamp: hourAgo, deliveryContext: { isRedelivery: true } };
  await vestry.call({ ...unfollowEvent(user), ...late }, { ...leaveEvent(groupId), ...late });
  expect(await bound()).toEqual([mei]);
  expect((await groups())[0]).toMatchObject({ isActive: true, leftAt: null });
  await vestry.call(unfollowEvent(user), leaveEvent(groupId));
  expect(await bound()).toEqual([]);
  await vestry.call({ ...joinEvent(groupId), ...late });
  expect((await groups())[0]).toMatchObject({ isActive: false });
});

describe('wrong codes', () => {
  const guess = async (user: string, text: string) => {
    const event = messageEvent(user, text);
    await vestry.call(event);
    return answers(event);
  };

  test('are limited per account: after five, even a valid code is refused, and the refusal is sent only once', async () => {
    const [mei, user] = [await vestry.addMember(), lineId('U')];
    const code = await codeFor(mei);
    for (let round = 0; round < 5; round += 1) {
      expect(await guess(user, 'ABCD2345')).toEqual([expect.stringMatching(/not valid/)]);
    }
    expect(await guess(user, code)).toEqual([expect.stringMatching(/15 minutes/)]);
    expect(await guess(user, code)).toEqual([]);
    expect(await bindings(true)).toEqual([]);
    expect(await guess(lineId('U'), code)).toEqual([expect.stringMatching(/^Thank you/)]);
  });

  test('that are sent at the same moment all count, but a repeated event counts only once', async () => {
    const user = lineId('U');
    const once = messageEvent(user, 'ABCD2345');
    await Promise.all(Array.from({ length: 10 }, () => post(app, webhookBody([once]))));
    await app.background.settled();
    expect(answers(once)).toHaveLength(1);
    const others = Array.from({ length: 10 }, () => messageEvent(user, 'ABCD2345'));
    await Promise.all(others.map((event) => post(app, webhookBody([event]))));
    await app.background.settled();
    const texts = others.flatMap(answers);
    expect(texts.filter((text) => text.startsWith('This code'))).toHaveLength(4);
    expect(texts.filter((text) => /15 minutes/.test(text))).toHaveLength(1);
    expect(texts).toHaveLength(5);
  });

  test('no longer count after a valid code', async () => {
    const [mei, user] = [await vestry.addMember(), lineId('U')];
    for (let round = 0; round < 2; round += 1) {
      for (let bad = 0; bad < 4; bad += 1) await guess(user, 'ABCD2345');
      expect(await guess(user, await codeFor(mei))).toEqual([expect.stringMatching(/Mei Lin/)]);
    }
  });

  test('are only texts that look like a code, and other texts get no reply', async () => {
    expect(await guess(lineId('U'), 'When is the service on Sunday?')).toEqual([]);
    expect(vestry.line.calls).toEqual([]);
    expect(await app.db.selectFrom('webhookEvents').selectAll().execute()).toEqual([]);
  });
});

describe('an event that is delivered again', () => {
  test('is processed only once, even if all deliveries arrive at the same moment', async () => {
    const groupId = lineId('C');
    const [join, leave] = [joinEvent(groupId), leaveEvent(groupId)];
    await Promise.all(Array.from({ length: 10 }, () => post(app, webhookBody([join, join]))));
    await app.background.settled();
    await vestry.call(leave);
    await vestry.call(join);
    expect(await groups()).toMatchObject([{ isActive: false }]);
    const facts = await app.db
      .selectFrom('auditLogs')
      .select('action')
      .where('entityType', '=', 'MessagingGroup')
      .execute();
    expect(facts.map(({ action }) => action)).toEqual(['MessagingGroupJoined', 'MessagingGroupLeft']);
  });

  test('is not processed again after a restart', async () => {
    const [mei, user] = [await vestry.addMember(), lineId('U')];
    const event = messageEvent(user, await codeFor(mei));
    await vestry.call(event, unfollowEvent(user));
    const { config, clock } = app;
    const later = await createApp({ ...config }, { actor: app.actor, wait: 'yield', clock });
    await post(later, webhookBody([event]));
    await closeApp(later);
    expect(await bound()).toEqual([]);
    expect(answers(event)).toHaveLength(1);
  });

  test('is processed again if it failed the first time, because then nothing was stored', async () => {
    const mei = await vestry.addMember();
    const event = messageEvent(lineId('U'), await codeFor(mei));
    const failing: App = {
      ...app,
      precondition: () => Promise.reject(new Error('the disk is full')),
    };
    await post(failing, webhookBody([event, lineEvent('follow', { source: { type: 'user', userId: lineId('U') } })]));
    await app.background.settled();
    expect(vestry.logged.filter((line) => /the disk is full/.test(line))).toHaveLength(2);
    await vestry.call(event);
    expect(await bound()).toEqual([mei]);
  });

  test('without an id is processed every time', async () => {
    const groupId = lineId('C');
    for (const type of ['join', 'leave', 'join']) {
      await vestry.call({ type, source: { type: 'group', groupId } });
    }
    expect(await groups()).toMatchObject([{ isActive: true, leftAt: null }]);
    expect(await app.db.selectFrom('webhookEvents').selectAll().execute()).toEqual([]);
  });
});

describe('groups and friends', () => {
  test('a group gets its name from LINE, and a chat room is named after the date', async () => {
    const [groupId, unknown] = [lineId('C'), lineId('C')];
    vestry.line.groups.set(groupId, { groupName: '青年團契' });
    const room = lineEvent('join', { source: { type: 'room', roomId: lineId('R') } });
    await vestry.call(joinEvent(groupId), joinEvent(unknown), room);
    expect((await groups()).map(({ name, isActive }) => [name, isActive])).toEqual([
      ['青年團契', true],
      ['LINE group of 2026-11-18', true],
      ['LINE chat of 2026-11-18', true],
    ]);
    expect(vestry.line.calls.filter(({ path }) => path.includes('R'))).toEqual([]);
  });

  test('an account that blocks the church loses its binding', async () => {
    const [mei, user] = [await vestry.addMember(), lineId('U')];
    await vestry.call(messageEvent(user, await codeFor(mei)), unfollowEvent(lineId('U')));
    expect(await bound()).toEqual([mei]);
    await vestry.call(unfollowEvent(user), unfollowEvent(user));
    expect(await bound()).toEqual([]);
    expect(await bindings(true)).toHaveLength(1);
  });

  test('a new friend is greeted in their language, but not more than twice, and not if already bound', async () => {
    const [mei, user, member] = [await vestry.addMember(), lineId('U'), lineId('U')];
    vestry.line.profiles.set(user, { displayName: '美', language: 'zh-TW' });
    const follows = Array.from({ length: 5 }, () => followEvent(user));
    await vestry.call(...follows);
    expect(follows.flatMap(answers)).toEqual([expect.stringMatching(/^歡迎/), expect.stringMatching(/^歡迎/)]);
    const known = followEvent(member);
    await vestry.call(messageEvent(member, await codeFor(mei)), known);
    expect(answers(known)).toEqual([]);
  });
});

describe('a webhook body', () => {
  const user = lineId('U');
  test.each([
    ['not JSON', '{"events": ['],
    ['not UTF-8', '\ud800'],
    ['a number', '7'],
    ['null', 'null'],
    ['no events', '{}'],
    ['events that are not a list', '{"events": "none"}'],
    ['an empty list of events', '{"destination": "U1", "events": []}'],
  ])('is ignored: %s', async (_, body) => {
    await post(app, body);
    await app.background.settled();
    expect(vestry.logged.every((line) => !/not handled/.test(line))).toBe(true);
  });

  test.each([
    null,
    7,
    'join',
    [],
    {},
    { type: 7, source: { type: 'user', userId: user } },
    { type: 'join' },
    { type: 'join', source: null },
    { type: 'join', source: { type: 'group' } },
    { type: 'join', source: { type: 'planet', groupId: 'C1' } },
    { type: 'join', source: { type: 'group', groupId: '../../../v2/bot/info' } },
    { type: 'join', source: { type: 'group', groupId: { toString: 'C1' } } },
    { type: 'leave', source: { type: 'user', userId: user } },
    { type: 'message', source: { type: 'user', userId: user } },
    { type: 'message', source: { type: 'user' }, message: { type: 'text', text: 'ABCD2345' } },
    { type: 'message', source: { type: 'user', userId: user }, message: { type: 'text', text: ['ABCD2345'] } },
    { type: 'message', source: { type: 'user', userId: user }, message: { type: 'sticker', text: 'ABCD2345' } },
    { type: 'message', source: { type: 'user', userId: user }, message: { type: 'image', id: '1' } },
    { type: 'postback', source: { type: 'user', userId: user }, postback: { data: 'ABCD2345' } },
    { type: '__proto__', source: { type: 'user', userId: user } },
    { type: 'constructor', source: { type: 'user', userId: user } },
  ])('with a malformed event does not affect the other events: %j', async (event) => {
    await vestry.call(event, joinEvent(lineId('C')));
    expect(await groups()).toHaveLength(1);
    expect(vestry.line.calls).toHaveLength(1);
    expect(vestry.logged).toEqual([]);
  });

  test('with 4,000 events is processed up to a limit, and other work can continue meanwhile', async () => {
    const groupId = lineId('C');
    const events = Array.from({ length: 4000 }, (_, index) => ({
      type: index % 2 === 0 ? 'leave' : 'message',
      source: { type: 'group', groupId, userId: user },
      message: { type: 'text', text: 'Hi' },
    }));
    await post(app, webhookBody(events));
    let turns = 0;
    const end = { isReached: false };
    void app.background.settled().then(() => (end.isReached = true));
    while (!end.isReached) {
      turns += 1;
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    expect(turns).toBeGreaterThan(100);
    expect(vestry.logged.join()).toMatch(/too many events.*3000/);
  });
});

test('the database closes only after the received events are processed', async () => {
  const mei = await vestry.addMember();
  const code = await codeFor(mei);
  const other = await createApp({ ...app.config }, { actor: app.actor, wait: 'yield', clock: app.clock });
  vestry.line.delay(300);
  await post(other, webhookBody([messageEvent(lineId('U'), code), joinEvent(lineId('C'))]));
  await closeApp(other);
  expect(await bound()).toEqual([mei]);
  expect(await groups()).toHaveLength(1);
  expect(await inTransaction(app, async () => 'open')).toBe('open');
});

test('no new work begins after the app has closed', async () => {
  await app.background.end(0);
  await vestry.call(joinEvent(lineId('C')));
  expect(await groups()).toEqual([]);
});
