import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { type Json, done, refusal } from './books.ts';
import { type Person, bind, bindingsOf, history, joined, officeOfFile, person, tell, text } from './office.ts';
import { expectBadFields, expectProblem } from './support.ts';
import { request } from '../support/daemon.ts';
import { leaveEvent, lineId, unfollowEvent } from '../support/line.ts';
import { until } from '../support/loopback.ts';
import { ROLES } from './roles.ts';

const office = officeOfFile();
afterEach(() => {
  office.line.relent();
  office.smtp.relent();
});

const ROUTE = '/api/notifications/line';
const PUSH = '/v2/bot/message/push';
const MULTICAST = '/v2/bot/message/multicast';
const send = (body: Json, headers = {}) => text(office, body, headers);
const sent = (body: Json, headers = {}) => done(send(body, headers));
const sendings = () => office.line.calls.filter(({ path }) => path === PUSH || path === MULTICAST);
const both = (prepare: (path: string) => void) => [PUSH, MULTICAST].forEach((path) => prepare(path));

type Bound = Person & { userId: string };

async function bound(fields: Json = {}): Promise<Bound> {
  const one = await person(office, fields);
  return { ...one, userId: await bind(office, one.id) };
}

/** Returns the result for one member from a response. */
const resultOf = ({ results }: Json, memberId: number): Json => results.find((row: Json) => row.memberId === memberId);

let serial = 0;
/** Returns a text that no other test sends. */
const words = () => `Message ${(serial += 1)}: 平安 & peace <b>`;

describe('a LINE message', () => {
  test('reaches bound members as it was written, and the response reports on each member', async () => {
    const [one, two, body] = [await bound(), await bound(), words()];
    const answer = await send({ memberIds: [one.id, two.id], body });
    expect(answer.status).toBe(200);
    const { batchId, results, skipped, ...counts } = answer.body;
    expect(batchId).toMatch(/\S/);
    expect(counts).toEqual({ sent: 2, failed: 0, unknown: 0, deferred: 0, nextTryAt: null });
    expect(skipped).toEqual([]);
    expect(results).toHaveLength(2);
    for (const { id, userId } of [one, two]) {
      expect(resultOf(answer.body, id)).toMatchObject({ memberId: id, result: 'sent', error: null });
      expect(office.line.to(userId).filter((line) => line.includes(body))).toHaveLength(1);
    }
    const rows = await history(office, `batchId=${batchId}`);
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toMatchObject({ channel: 'Line', result: 'sent', error: null, groupId: null, subject: null });
      expect(row.sentBy).toBe(office.admin.userId);
    }
    expect(office.smtp.to(one.email)).toEqual([]);
  });

  test('reaches a member only once, even if the member is named twice', async () => {
    const [one, body] = [await bound(), words()];
    const answer = await sent({ memberIds: [one.id, one.id], body });
    expect(answer.results).toHaveLength(1);
    expect(office.line.to(one.userId).filter((line) => line.includes(body))).toHaveLength(1);
  });

  test('skips unbound, deleted and unknown members, gives the reason, and reaches the others', async () => {
    const [one, gone] = [await bound(), await bound()];
    const { id: stranger } = await person(office);
    await done(office.admin.del(`/api/members/${gone.id}`));
    const body = words();
    const answer = await sent({ memberIds: [gone.id, stranger, 999_999, one.id], body });
    expect(answer).toMatchObject({ sent: 1, failed: 0 });
    expect(answer.results.map((row: Json) => row.memberId)).toEqual([one.id]);
    expect(answer.skipped).toHaveLength(3);
    expect(answer.skipped).toEqual(
      expect.arrayContaining([
        { memberId: gone.id, reason: 'deleted' },
        { memberId: stranger, reason: 'not_bound' },
        { memberId: 999_999, reason: 'unknown' },
      ]),
    );
    expect(office.line.to(gone.userId).join('\n')).not.toContain(body);
    expect(await history(office, `batchId=${answer.batchId}`)).toHaveLength(1);
  });

  test('no longer reaches a member who blocked the account', async () => {
    const one = await bound();
    await tell(office, unfollowEvent(one.userId));
    await until(async () => (await bindingsOf(office, one.id)).length === 0, 'the binding to retire');
    const answer = await sent({ memberIds: [one.id] });
    expect(answer.skipped).toEqual([{ memberId: one.id, reason: 'not_bound' }]);
    expect(answer.results).toEqual([]);
  });

  test('reaches a group and is recorded in one history row for the group', async () => {
    const group = await joined(office, 'Choir of the First Service');
    const [one, body] = [await bound(), words()];
    const answer = await sent({ memberIds: [one.id], groupIds: [group.id, group.id], body });
    expect(answer).toMatchObject({ sent: 2, failed: 0 });
    expect(office.line.to(group.groupId).filter((line) => line.includes(body))).toHaveLength(1);
    const rows = await history(office, `batchId=${answer.batchId}`);
    expect(rows).toHaveLength(2);
    expect(rows.filter((row) => row.groupId === group.id)).toEqual([
      expect.objectContaining({ memberId: null, channel: 'Line', result: 'sent' }),
    ]);
  });

  test('reaches each of many recipients once', async () => {
    const many = await Promise.all(Array.from({ length: 8 }, () => bound()));
    const body = words();
    expect(await sent({ memberIds: many.map(({ id }) => id), body })).toMatchObject({ sent: 8, failed: 0 });
    for (const { userId } of many) expect(office.line.to(userId).filter((line) => line.includes(body))).toHaveLength(1);
    expect(office.line.delivered.filter(({ text }) => text.includes(body))).toHaveLength(8);
  });
});

describe('a LINE retry key', () => {
  test('is on every call, is a UUID, and differs from message to message', async () => {
    const [one, before] = [await bound(), sendings().length];
    await sent({ memberIds: [one.id] });
    await sent({ memberIds: [one.id] });
    const keys = sendings()
      .slice(before)
      .map(({ headers }) => headers['x-line-retry-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
  });

  test('allows a call without a response to be repeated without a second delivery', async () => {
    const [one, two, body] = [await bound(), await bound(), words()];
    both((path) => office.line.acceptThenBreak(path));
    const answer = await sent({ memberIds: [one.id, two.id], body });
    expect(answer).toMatchObject({ sent: 2, failed: 0 });
    for (const { userId } of [one, two])
      expect(office.line.to(userId).filter((line) => line.includes(body))).toHaveLength(1);
  });

  test('allows a call that failed at LINE to be repeated', async () => {
    const [one, body] = [await bound(), words()];
    both((path) => office.line.failNext(path, 500, { message: 'The server failed.' }));
    const before = sendings().length;
    expect(await sent({ memberIds: [one.id], body })).toMatchObject({ sent: 1, failed: 0 });
    const keys = sendings()
      .slice(before)
      .map(({ headers }) => headers['x-line-retry-key']);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(office.line.to(one.userId).filter((line) => line.includes(body))).toHaveLength(1);
  });
});

describe('a failed LINE message', () => {
  const QUOTA = { message: 'You have reached your monthly limit.' };

  test('to one recipient does not affect the others, and is shown in the response and in the history', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => bound()));
    const [bad] = people as [Bound, ...Bound[]];
    const group = await joined(office, 'Group beside a failure');
    office.line.fail(bad.userId, 400, { message: 'Failed to send messages' });
    const body = words();
    const answer = await sent({ memberIds: people.map(({ id }) => id), groupIds: [group.id], body });
    expect(answer).toMatchObject({ sent: 4, failed: 1 });
    expect(resultOf(answer, bad.id)).toMatchObject({ result: 'failed', error: expect.stringMatching(/\S/) });
    for (const { userId } of people.slice(1))
      expect(office.line.to(userId).filter((line) => line.includes(body))).toHaveLength(1);
    const failed = (await history(office, `batchId=${answer.batchId}`)).filter((row) => row.result === 'failed');
    expect(failed.map((row) => row.memberId)).toEqual([bad.id]);
    expect(failed[0]?.error).toMatch(/\S/);
  });

  test('is recorded for every recipient if the monthly limit is reached, and the error names the limit', async () => {
    const [one, two] = [await bound(), await bound()];
    both((path) => office.line.failNext(path, 429, QUOTA, 50));
    const answer = await send({ memberIds: [one.id, two.id] });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ sent: 0, failed: 2 });
    const rows = await history(office, `batchId=${answer.body.batchId}`);
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toMatchObject({ result: 'failed', error: expect.stringMatching(/month/i) });
    expect(JSON.stringify(rows)).not.toContain('"sent"');
  });

  test('is recorded as failed after a limited number of attempts', async () => {
    const one = await bound();
    both((path) => office.line.failNext(path, 500, { message: 'Out of order' }, 100));
    const began = Date.now();
    const answer = await sent({ memberIds: [one.id] });
    expect(answer).toMatchObject({ sent: 0, failed: 1 });
    expect(Date.now() - began).toBeLessThan(25_000);
  });

  test('reveals neither the token nor the secret', async () => {
    const one = await bound();
    office.line.fail(one.userId, 401, { message: 'Authentication failed.' });
    const answer = await send({ memberIds: [one.id] });
    expect(answer.status).toBe(200);
    expect(answer.body.failed).toBe(1);
    const shown = JSON.stringify([answer.body, await history(office, `batchId=${answer.body.batchId}`)]);
    expect(shown).not.toMatch(/for-tests|Bearer/);
  });
});

describe('the e-mail fallback of a LINE message', () => {
  test('is used only for members who are not bound and for failed messages', async () => {
    const [one, failing, unbound] = [await bound(), await bound(), await person(office)];
    office.line.fail(failing.userId, 400, { message: 'Failed to send messages' });
    const body = words();
    const memberIds = [one.id, failing.id, unbound.id];
    const answer = await sent({ memberIds, body, fallbackToEmail: true });
    expect([one, failing, unbound].map(({ email }) => office.smtp.to(email).length)).toEqual([0, 1, 1]);
    expect(office.line.to(one.userId).join('\n')).toContain(body);
    expect(answer.skipped.map((skip: Json) => skip.memberId)).not.toContain(unbound.id);
    const rows = await history(office, `batchId=${answer.batchId}`);
    const told = rows.map((row) => `${row.memberId} ${row.channel} ${row.result}`).toSorted();
    const expected = [
      `${one.id} Line sent`,
      `${failing.id} Line failed`,
      `${failing.id} Email sent`,
      `${unbound.id} Email sent`,
    ];
    expect(told).toEqual(expected.toSorted());
  });

  test('skips deleted and unknown members and those with neither LINE nor e-mail, and gives the reason', async () => {
    const [gone, { id: silent }] = [await person(office), await person(office, { email: null })];
    await done(office.admin.del(`/api/members/${gone.id}`));
    const answer = await sent({ memberIds: [gone.id, silent, 999_999], fallbackToEmail: true });
    expect(answer).toMatchObject({ sent: 0, failed: 0, results: [] });
    const skipped = new Map(answer.skipped.map((skip: Json) => [skip.memberId, skip.reason]));
    expect([skipped.get(gone.id), skipped.get(999_999)]).toEqual(['deleted', 'unknown']);
    expect(['no_address', 'not_bound']).toContain(skipped.get(silent));
    expect(office.smtp.to(gone.email)).toEqual([]);
  });

  test('is not used unless it is requested', async () => {
    const [failing, unbound] = [await bound(), await person(office)];
    office.line.fail(failing.userId, 400);
    for (const more of [{}, { fallbackToEmail: false }]) await sent({ memberIds: [failing.id, unbound.id], ...more });
    expect([office.smtp.to(failing.email), office.smtp.to(unbound.email)]).toEqual([[], []]);
  });
});

describe('a LINE message to a group', () => {
  test('that does not exist is refused with 422, and nothing is sent to anybody', async () => {
    const [one, before] = [await bound(), sendings().length];
    const answer = await send({ memberIds: [one.id], groupIds: [999_999] });
    expectProblem(answer, 422, 'unknown_reference');
    expect(answer.body.errors.map((error: Json) => error.path)).toEqual(['groupIds.0']);
    expect(sendings()).toHaveLength(before);
  });

  test('that the account left, or that is switched off, is refused with 422, and nothing is sent', async () => {
    const [left, off] = [await joined(office, 'Left behind'), await joined(office, 'Switched off')];
    await tell(office, leaveEvent(left.groupId));
    const route = '/api/notifications/groups';
    await until(async () => (await done(office.admin.get(`${route}/${left.id}`))).leftAt !== null, 'the group to go');
    await done(office.admin.put(`${route}/${off.id}`, { name: 'Switched off', isActive: false }));
    const before = sendings().length;
    for (const { id } of [left, off]) expect((await send({ groupIds: [id] })).status).toBe(422);
    expect(sendings()).toHaveLength(before);
  });
});

describe('a LINE request is refused, and nothing is sent, if', () => {
  test.each([
    ['the body is empty', { body: '' }, ['body']],
    ['the body is only spaces', { body: ' \n ' }, ['body']],
    ['there is no body', { body: undefined }, ['body']],
    [
      'the ids of members and groups are invalid',
      { memberIds: ['1', 0], groupIds: [-1, 1.5] },
      ['groupIds.0', 'groupIds.1', 'memberIds.0', 'memberIds.1'],
    ],
    ['fallbackToEmail is not true or false', { fallbackToEmail: 'yes' }, ['fallbackToEmail']],
    [
      'the request has unknown fields',
      { template: 'x', emails: ['a@example.org'], to: lineId('U') },
      ['emails', 'template', 'to'],
    ],
  ])('%s', async (_label, fields, paths) => {
    const before = sendings().length;
    expectBadFields(await send({ memberIds: [1], ...fields }), paths);
    expect(sendings()).toHaveLength(before);
  });

  // LINE counts UTF-16 code units: developers.line.biz/en/docs/messaging-api/text-character-count
  test.each([
    ['letters', 'x'.repeat(5001)],
    ['emoji, which count twice,', '🍎'.repeat(2501)],
  ])('the body has more %s than LINE accepts', async (_label, body) => {
    const [one, before] = [await bound(), sendings().length];
    expectBadFields(await send({ memberIds: [one.id], body }), ['body']);
    expect(sendings()).toHaveLength(before);
  });

  test('there are no recipients', async () => {
    const before = sendings().length;
    expectProblem(await send({}), 400, 'validation_failed');
    expect(sendings()).toHaveLength(before);
  });

  test('there are more than 2,000 members', async () => {
    const memberIds = Array.from({ length: 5000 }, (_none, index) => 1_000_000 + index);
    const before = sendings().length;
    expectProblem(await send({ memberIds }), 400, 'validation_failed');
    expect(sendings()).toHaveLength(before);
  });
});

test('a LINE message of the maximum length is delivered completely', async () => {
  const [one, body] = [await bound(), '🍎'.repeat(2500)];
  expect(await sent({ memberIds: [one.id], body })).toMatchObject({ sent: 1, failed: 0 });
  expect(office.line.to(one.userId)).toContain(body);
});

test('an Idempotency-Key for LINE that is sent again replays the first response and delivers nothing twice', async () => {
  const [one, body, key] = [await bound(), words(), randomUUID()];
  const keyed = { 'idempotency-key': key };
  const first = await send({ memberIds: [one.id], body }, keyed);
  const again = await send({ memberIds: [one.id], body }, keyed);
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect(again.body).toEqual(first.body);
  expect(office.line.to(one.userId).filter((line) => line.includes(body))).toHaveLength(1);
  expectProblem(await send({ memberIds: [one.id], body: 'other' }, keyed), 409, 'idempotency_key_reused');
  expect(office.line.to(one.userId).join('\n')).not.toContain('other');
});

describe('permissions', () => {
  test('without signing in, nothing is sent', async () => {
    const before = sendings().length;
    const body = { memberIds: [1], body: 'News' };
    expectProblem(await request(office.daemon.url, 'POST', ROUTE, { body }), 401, 'unauthenticated');
    expect(sendings()).toHaveLength(before);
  });

  test.each(ROLES)('the role %s can send LINE messages only if it is admin', async (role) => {
    const before = sendings().length;
    const { id } = await person(office);
    const answer = await (await office.as([role])).post(ROUTE, { memberIds: [id], body: 'News' });
    expect(role === 'admin' ? answer.status : refusal(answer)).toBe(role === 'admin' ? 200 : '403 forbidden');
    expect(sendings()).toHaveLength(before);
  });
});
