import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, addGiving, addMember, addSession, badPaths, done, giving, booksOfFile, refusal } from './books.ts';

const books = booksOfFile();
let ann: number;
let bob: number;
beforeAll(async () => {
  ann = (await addMember(books, { firstName: 'Ann', offeringNumber: '1001' })).id;
  bob = (await addMember(books, { firstName: 'Bob', offeringNumber: 'B-22' })).id;
});

const SESSIONS = '/api/offering-sessions';
type Fields = Record<string, unknown>;
const post = (fields: Fields, headers = {}) => books.admin.post('/api/givings', giving(books, fields), headers);

/** Returns the warnings of a response. Checks that each has a code and a message. */
function warnings(body: Json): Json[] {
  const list = body.warnings ?? [];
  expect(Array.isArray(list)).toBe(true);
  for (const { code, message } of list) {
    expect(code).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(message).toMatch(/\S/);
  }
  return list;
}

const duplicates = (body: Json) => warnings(body).filter(({ code }) => code.includes('duplicate'));

describe('a likely duplicate', () => {
  test.each([
    ['cash without a reference', { method: 'Cash' }],
    ['a check with the same number', { method: 'Check', checkNumber: '501' }],
    ['a Zelle payment with the same reference', { method: 'Zelle', zelleReference: 'Z-501' }],
    ['a PayPal payment with the same reference', { method: 'PayPal', payPalReference: 'P-501' }],
  ])('is entered and reported if it is %s', async (_label, fields) => {
    const gift = { date: '2024-01-07', memberId: ann, amount: 20, ...fields };
    const first = await post(gift);
    expect(duplicates(first.body)).toEqual([]);
    const second = await post(gift);
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
    expect(duplicates(second.body)).toHaveLength(1);
    expect((await books.admin.get(`/api/givings/${second.body.id}`)).body.amount).toBe(20);
    await done(books.admin.del(`/api/givings/${first.body.id}`));
    await done(books.admin.del(`/api/givings/${second.body.id}`));
  });

  test('is reported even if the note differs or one of the two givings is in a session', async () => {
    const gift = { memberId: ann, amount: 33 };
    await addGiving(books, { date: '2024-01-14', note: 'first', ...gift });
    const { status, body } = await books.admin.post(SESSIONS, { date: '2024-01-14', givings: [giving(books, gift)] });
    expect(status).toBe(201);
    expect(duplicates(body)).toHaveLength(1);
    expect(body.totals.givingCount).toBe(1);
    const added = await post({ date: '2024-01-14', sessionId: body.id, ...gift });
    expect(duplicates(added.body).length).toBeGreaterThan(0);
  });

  test('is reported within one session, and no other giving of the session is reported', async () => {
    const gift = giving(books, { memberId: bob, amount: 44, method: 'Check', checkNumber: '7' });
    const givings = [gift, giving(books, { memberId: ann, amount: 45 }), gift];
    const { status, body } = await books.admin.post(SESSIONS, { date: '2024-01-21', givings });
    expect(status).toBe(201);
    expect(duplicates(body)).toHaveLength(1);
    expect(body.totals).toMatchObject({ totalAmount: 133, givingCount: 3 });
  });

  test('is reported again when the response is replayed', async () => {
    const gift = { date: '2024-01-28', memberId: ann, amount: 55 };
    await addGiving(books, gift);
    const key = { 'idempotency-key': randomUUID() };
    const first = await post(gift, key);
    const again = await post(gift, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(duplicates(again.body)).toHaveLength(1);
    expect((await books.admin.get('/api/givings?from=2024-01-28&to=2024-01-28')).body.totalCount).toBe(2);
  });

  test('is recognized by the envelope number as well as by the giver', async () => {
    await addGiving(books, { date: '2024-02-04', memberId: ann, amount: 66 });
    const { body } = await post({ date: '2024-02-04', offeringNumber: '1001', amount: 66 });
    expect(body.memberId).toBe(ann);
    expect(duplicates(body)).toHaveLength(1);
  });

  test('is reported to an offering counter if the counter can read the earlier giving', async () => {
    const counter = await books.as(['offering_counter']);
    const gift = giving(books, { memberId: ann, amount: 67 });
    const { body: session } = await counter.post(SESSIONS, { date: '2024-02-11', givings: [gift] });
    const added = { ...gift, date: '2024-02-11', sessionId: session.id };
    expect(duplicates((await counter.post('/api/givings', added)).body)).toHaveLength(1);
  });

  test('is not reported to a counter who cannot read the earlier giving, so givers’ histories stay secret', async () => {
    const counter = await books.as(['offering_counter']);
    await addGiving(books, { date: '2024-02-18', memberId: ann, amount: 68 });
    const gift = giving(books, { memberId: ann, amount: 1 });
    const { body: session } = await counter.post(SESSIONS, { date: '2024-02-18', givings: [gift] });
    const guess = { ...gift, amount: 68, date: '2024-02-18', sessionId: session.id };
    const { status, body } = await counter.put(`/api/givings/${session.givings[0].id}`, guess);
    expect(status).toBe(200);
    expect(warnings(body)).toEqual([]);
  });
});

describe('no duplicate is reported for', () => {
  const gift = { date: '2024-03-03', amount: 12, method: 'Check', checkNumber: '900' };
  beforeAll(() => addGiving(books, { ...gift, memberId: ann }));

  test.each<[string, () => Fields]>([
    ['another giver', () => ({ memberId: bob })],
    ['no giver', () => ({ memberId: null })],
    ['another date', () => ({ date: '2024-03-04' })],
    ['another amount', () => ({ amount: 12.01 })],
    ['another category', () => ({ categoryId: books.category('Tithe') })],
    ['another check number', () => ({ checkNumber: '901' })],
  ])('a giving with %s', async (_label, fields) => {
    const { status, body } = await post({ ...gift, memberId: ann, ...fields() });
    expect(status).toBe(201);
    expect(warnings(body)).toEqual([]);
  });

  test('a giving that equals a deleted giving', async () => {
    const again = { date: '2024-03-10', memberId: ann, amount: 13 };
    const { id } = await addGiving(books, again);
    await done(books.admin.del(`/api/givings/${id}`));
    expect(warnings((await post(again)).body)).toEqual([]);
  });

  test('a change that does not make a giving equal to another giving', async () => {
    const only = { date: '2024-03-11', memberId: ann, amount: 15 };
    const { id } = await addGiving(books, only);
    const { status, body } = await books.admin.put(`/api/givings/${id}`, giving(books, { ...only, note: 'thanked' }));
    expect(status).toBe(200);
    expect(warnings(body)).toEqual([]);
  });

  test('an anonymous giving, even if it equals another giving', async () => {
    const hidden = { date: '2024-03-17', amount: 14, memberId: ann, isAnonymous: true };
    await addGiving(books, { ...hidden, isAnonymous: false });
    await addGiving(books, hidden);
    expect(warnings((await post(hidden)).body)).toEqual([]);
    const givings = [1, 2].map(() => giving(books, { amount: 14, memberId: ann, isAnonymous: true }));
    const { body } = await books.admin.post(SESSIONS, { date: '2024-03-17', countedBy: ['A', 'B'], givings });
    expect(warnings(body)).toEqual([]);
  });

  test('several gifts of loose cash of the same amount', async () => {
    const givings = Array.from({ length: 5 }, () => giving(books, { amount: 20 }));
    const { body } = await books.admin.post(SESSIONS, { date: '2024-03-24', countedBy: ['A', 'B'], givings });
    expect(warnings(body)).toEqual([]);
    expect(body.totals.totalAmount).toBe(100);
  });
});

describe('an offering number in place of a member id', () => {
  test('makes the member who has that number the giver', async () => {
    const { status, body } = await post({ date: '2024-04-07', offeringNumber: 'B-22' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ memberId: bob, isAnonymous: false });
    expect(body.memberName).toContain('Bob');
    expect((await books.admin.get(`/api/givings?memberId=${bob}&from=2024-04-07&to=2024-04-07`)).body.totalCount).toBe(
      1,
    );
    expect((await books.admin.get(`/api/givings?memberId=${ann}&from=2024-04-07&to=2024-04-07`)).body.totalCount).toBe(
      0,
    );
  });

  test('is accepted in a session and in a change', async () => {
    const givings = [giving(books, { offeringNumber: '1001' }), giving(books, { offeringNumber: 'B-22' })];
    const session = await addSession(books, { date: '2024-04-14', givings });
    expect(session.givings.map((row: Json) => row.memberId)).toEqual([ann, bob]);
    const { id } = await addGiving(books, { date: '2024-04-15', memberId: ann });
    const body = giving(books, { date: '2024-04-15', offeringNumber: 'B-22' });
    expect((await done(books.admin.put(`/api/givings/${id}`, body))).memberId).toBe(bob);
  });

  test('is refused with 422 if no member has the number, and nothing is entered', async () => {
    const answer = await post({ date: '2024-04-21', offeringNumber: '100' });
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe('unknown_reference');
    expect(badPaths(answer)).toEqual(['offeringNumber']);
    const givings = [giving(books, { offeringNumber: '1001' }), giving(books, { offeringNumber: '1002' })];
    const session = await books.admin.post(SESSIONS, { date: '2024-04-21', givings });
    expect(session.status).toBe(422);
    expect(badPaths(session)).toEqual(['givings.1.offeringNumber']);
    const range = 'from=2024-04-21&to=2024-04-21';
    expect((await books.admin.get(`/api/givings?${range}`)).body.totalCount).toBe(0);
    expect((await books.admin.get(`${SESSIONS}?${range}`)).body.totalCount).toBe(0);
  });

  test('of a deleted member is refused until another member has the number', async () => {
    const old = await addMember(books, { firstName: 'Old', offeringNumber: '3003' });
    await done(books.admin.del(`/api/members/${old.id}`));
    expect((await post({ date: '2024-04-28', offeringNumber: '3003' })).status).toBe(422);
    const next = await addMember(books, { firstName: 'Next', offeringNumber: '3003' });
    expect((await post({ date: '2024-04-28', offeringNumber: '3003' })).body.memberId).toBe(next.id);
  });

  test('of an anonymous giving is not stored', async () => {
    const { status, body } = await post({ date: '2024-05-05', offeringNumber: 'B-22', isAnonymous: true });
    expect(status).toBe(201);
    expect(body).toMatchObject({ memberId: null, memberName: null, isAnonymous: true });
    const logs = await books.admin.get(`/api/audit-logs?entityType=Giving&entityId=${body.id}`);
    expect(logs.body.items).toHaveLength(1);
    expect(JSON.stringify([body, logs.body.items[0].changes])).not.toContain('B-22');
  });

  test.each([5, true, ['1001'], 'x'.repeat(21)])('is refused if it is %j', async (offeringNumber) => {
    const answer = await post({ date: '2024-05-12', offeringNumber });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['offeringNumber']);
  });

  test('is refused if memberId names another member', async () => {
    const answer = await post({ date: '2024-05-19', memberId: ann, offeringNumber: 'B-22' });
    expect([400, 422]).toContain(answer.status);
    expect((await books.admin.get('/api/givings?from=2024-05-19&to=2024-05-19')).body.totalCount).toBe(0);
  });
});
