import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Json, done, refusal } from './books.ts';
import { bind, bindingsOf, bindings, codeFor, officeOfFile, person, settled, stored, tell, text } from './office.ts';
import { expectBadFields, expectProblem } from './support.ts';
import { request } from '../support/daemon.ts';
import { lineId, messageEvent } from '../support/line.ts';
import { ROLES } from './roles.ts';

const office = officeOfFile();

const CODES = '/api/notifications/binding-codes';
const BINDINGS = '/api/notifications/bindings';
const DAY = 86_400_000;
const newCode = (body: Json, headers = {}) => office.admin.post(CODES, body, headers);
const member = async () => (await person(office)).id;
const nobody = 999_999;

describe('a binding code', () => {
  test('has eight characters and expires after one day', async () => {
    const memberId = await member();
    const answer = await newCode({ memberId });
    expect(answer.status).toBe(201);
    expect(answer.body.code).toMatch(/^[A-Z0-9]{8}$/);
    const life = Date.parse(answer.body.expiresAt) - Date.now();
    expect(life).toBeGreaterThan(DAY - 60_000);
    expect(life).toBeLessThan(DAY + 60_000);
  });

  test('is different each time and never contains 0, O, 1, I or L', async () => {
    const memberId = await member();
    const codes: string[] = [];
    for (let made = 0; made < 30; made += 1) codes.push(await codeFor(office, memberId));
    expect(new Set(codes).size).toBe(30);
    expect(codes.join('')).not.toMatch(/[01OIL]/i);
    // The 240 characters come from an alphabet of about thirty. More than twenty of them must appear.
    expect(new Set(codes.join('')).size).toBeGreaterThan(20);
  });

  test('ends the earlier one of its member', async () => {
    const memberId = await member();
    const earlier = await codeFor(office, memberId);
    const code = await codeFor(office, memberId);
    await tell(office, messageEvent(lineId('U'), earlier));
    await settled(office);
    expect(await bindingsOf(office, memberId)).toHaveLength(0);
    await tell(office, messageEvent(lineId('U'), code));
    await settled(office);
    expect(await bindingsOf(office, memberId)).toHaveLength(1);
  });

  test('is not stored in the data directory in readable form, in upper or lower case', async () => {
    const memberId = await member();
    const key = randomUUID();
    const { body } = await newCode({ memberId }, { 'idempotency-key': key });
    const files = stored(office.daemon.dataDir);
    expect(files.includes(key), 'the idempotency key is stored').toBe(true);
    for (const form of [body.code, body.code.toLowerCase(), Buffer.from(body.code).toString('base64').slice(0, 10)])
      expect(files.includes(form), 'the code is not stored').toBe(false);
  });

  test('is not shown again when its response is replayed, and the replay makes no new code', async () => {
    const memberId = await member();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await newCode({ memberId }, headers);
    const again = await newCode({ memberId }, headers);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(again.body).toEqual({ ...first.body, code: null });
    await tell(office, messageEvent(lineId('U'), first.body.code));
    await settled(office);
    expect(await bindingsOf(office, memberId)).toHaveLength(1);
  });

  test('does not appear in the audit log', async () => {
    const code = await codeFor(office, await member());
    const rows = JSON.stringify(await done(office.admin.get('/api/audit-logs?sort=-id&pageSize=200')));
    expect(rows).toContain('MemberCreated');
    expect(rows).not.toContain(code);
  });

  test.each([
    ['who does not exist', async () => nobody],
    [
      'who was deleted',
      async () => {
        const id = await member();
        await done(office.admin.del(`/api/members/${id}`));
        return id;
      },
    ],
  ])('is refused with a 422 for a member %s', async (_label, find) => {
    const answer = await newCode({ memberId: await find() });
    expectProblem(answer, 422, 'unknown_reference');
    expect(answer.body.errors.map((error: Json) => error.path)).toEqual(['memberId']);
    expect(answer.body).not.toHaveProperty('expiresAt');
  });

  test.each([
    ['nothing', {}, ['memberId']],
    ['text instead of an id', { memberId: '1' }, ['memberId']],
    ['no member', { memberId: null }, ['memberId']],
    ['a code chosen by the user', { memberId: 1, code: 'AAAAAAAA', expiresAt: '2099-01-01' }, ['code', 'expiresAt']],
  ])('is refused when it is requested with %s', async (_label, body, paths) => {
    const answer = await newCode(body);
    expectBadFields(answer, paths);
    expect(answer.body).not.toHaveProperty('expiresAt');
  });
});

describe('a LINE binding', () => {
  test('is listed with the LINE name of the account, but without its LINE user id', async () => {
    const { id: memberId } = await person(office, { firstName: 'Mei', lastName: 'Lin' });
    const userId = lineId('U');
    office.line.profiles.set(userId, { displayName: '美美 🌸', language: 'zh-TW' });
    await bind(office, memberId, userId);
    const [binding, ...more] = await bindingsOf(office, memberId);
    expect(more).toEqual([]);
    const fields = { memberId, platform: 'Line', displayName: '美美 🌸', retiredAt: null };
    expect(binding).toMatchObject(fields);
    expect(Object.keys(binding).toSorted()).toEqual(
      'boundAt displayName id memberId memberName platform retiredAt'.split(' '),
    );
    expect(binding.memberName).toContain('Lin');
    expect(Math.abs(Date.now() - Date.parse(binding.boundAt))).toBeLessThan(60_000);
    expect(JSON.stringify(await bindings(office))).not.toContain(userId);
  });

  test('that is deleted gets no more messages, and is listed only when retired bindings are requested', async () => {
    const [gone, stays] = [await member(), await member()];
    await bind(office, gone);
    await bind(office, stays);
    const [binding] = await bindingsOf(office, gone);
    expect((await office.admin.del(`${BINDINGS}/${binding.id}`)).status).toBe(204);
    expect(await bindingsOf(office, gone)).toEqual([]);
    expect(await bindingsOf(office, stays)).toHaveLength(1);
    const [retired] = await bindingsOf(office, gone, 'includeRetired=true');
    expect(retired).toEqual({ ...binding, retiredAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    const answer = await done(text(office, { memberIds: [gone, stays] }));
    expect(answer.skipped).toEqual([{ memberId: gone, reason: 'not_bound' }]);
    expect(answer.sent).toBe(1);
  });

  test('that does not exist cannot be deleted', async () => {
    const before = await bindings(office);
    expectProblem(await office.admin.del(`${BINDINGS}/${nobody}`), 404, 'not_found');
    expect(await bindings(office)).toEqual(before);
  });

  test('can be made again after it was deleted', async () => {
    const memberId = await member();
    const userId = await bind(office, memberId);
    const [binding] = await bindingsOf(office, memberId);
    await done(office.admin.del(`${BINDINGS}/${binding.id}`));
    await bind(office, memberId, userId);
    const [again] = await bindingsOf(office, memberId);
    expect(again.id).not.toBe(binding.id);
    expect(await bindingsOf(office, memberId, 'includeRetired=true')).toHaveLength(2);
  });

  test('of a second account to a member retires the member’s first binding', async () => {
    const memberId = await member();
    const old = await bind(office, memberId);
    const next = lineId('U');
    office.line.profiles.set(next, { displayName: 'Next' });
    await tell(office, messageEvent(next, await codeFor(office, memberId)));
    await settled(office);
    expect((await bindingsOf(office, memberId)).map((one) => one.displayName)).toEqual(['Next']);
    expect(await bindingsOf(office, memberId, 'includeRetired=true')).toHaveLength(2);
    const before = office.line.to(old).length;
    await done(text(office, { memberIds: [memberId], body: 'To the next one' }));
    expect(office.line.to(old)).toHaveLength(before);
    expect(office.line.to(next).join('\n')).toContain('To the next one');
  });

  test('of an account to a second member retires the account’s first binding', async () => {
    const [first, second] = [await member(), await member()];
    const userId = await bind(office, first);
    await bind(office, second, userId);
    expect(await bindingsOf(office, first)).toEqual([]);
    expect(await bindingsOf(office, second)).toHaveLength(1);
    const answer = await done(text(office, { memberIds: [first, second] }));
    expect(answer.skipped).toEqual([{ memberId: first, reason: 'not_bound' }]);
  });
});

describe('permissions', () => {
  test('without signing in, neither codes nor bindings are available', async () => {
    const { url } = office.daemon;
    const body = { memberId: await member() };
    const code = await request(url, 'POST', CODES, { body });
    expectProblem(code, 401, 'unauthenticated');
    expect(code.body).not.toHaveProperty('expiresAt');
    expectProblem(await request(url, 'GET', BINDINGS), 401, 'unauthenticated');
    expectProblem(await request(url, 'DELETE', `${BINDINGS}/1`), 401, 'unauthenticated');
  });

  test.each(ROLES)('%s can make codes and read and delete bindings only if the role is admin', async (role) => {
    const [who, memberId] = [await office.as([role]), await member()];
    const answers = [
      await who.post(CODES, { memberId }),
      await who.get(BINDINGS),
      await who.del(`${BINDINGS}/${nobody}`),
    ];
    const told = answers.map((answer) => (answer.status < 300 ? answer.status : refusal(answer)));
    expect(told).toEqual(role === 'admin' ? [201, 200, '404 not_found'] : told.map(() => '403 forbidden'));
  });
});
