/**
 * Tests of what a counting team needs in addition to offering sessions: the list of givers, the church’s date, a way to
 * add a giver, and entry keys that prevent double entries.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { addMember, addSession, badPaths, done, giving, booksOfFile, refusal, type Staff } from './books.ts';

const books = booksOfFile();
let counter: Staff;
let member: Staff;
beforeAll(async () => {
  [counter, member] = [await books.as(['offering_counter']), await books.as(['member'])];
});

describe('GET /api/givers', () => {
  test('lists every member who is not deleted, with only the fields that identify a member', async () => {
    const family = await done(books.admin.post('/api/family-units', { name: 'The Huangs' }));
    const { id } = await addMember(books, {
      firstName: 'Shu-Fen',
      lastName: 'Huang',
      chineseName: '黃淑芬',
      offeringNumber: '12',
      familyUnitId: family.id,
      phone: '555-0101',
    });
    const gone = await addMember(books, { firstName: 'Gone', lastName: 'Away' });
    await books.admin.del(`/api/members/${gone.id}`);
    const { status, body, headers } = await counter.get('/api/givers');
    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(/^"/);
    expect(body.items.find((giver: { id: number }) => giver.id === id)).toEqual({
      id,
      firstName: 'Shu-Fen',
      lastName: 'Huang',
      nickname: null,
      chineseName: '黃淑芬',
      offeringNumber: '12',
      familyName: 'The Huangs',
      isDeceased: false,
    });
    expect(body.items.map((giver: { id: number }) => giver.id)).not.toContain(gone.id);
  });

  test('requires giving.write', async () => {
    expect(refusal(await member.get('/api/givers'))).toBe('403 forbidden');
    expect(refusal(await (await books.as(['secretary'])).get('/api/givers'))).toBe('403 forbidden');
  });
});

test('every signed-in person can read the church’s name, currency and current date at GET /api/church', async () => {
  const profile = { name: 'Grace Church', timeZone: 'Asia/Taipei', locale: 'zh-TW', aiProvider: 'OpenAI' };
  await done(books.admin.put('/api/church-profile', profile));
  const { status, body } = await member.get('/api/church');
  expect(status).toBe(200);
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Taipei' }).format();
  expect(body).toEqual({
    name: 'Grace Church',
    currency: 'USD',
    country: 'US',
    timeZone: 'Asia/Taipei',
    locale: 'zh-TW',
    today,
  });
});

describe('the permission members.add', () => {
  test('allows a counter to add a person with names, envelope number and contact data', async () => {
    const person = {
      firstName: 'Mei-Ling',
      lastName: 'Chen',
      chineseName: '陳美玲',
      nickname: 'May',
      offeringNumber: '77',
      email: 'may@example.org',
      phone: '555-0102',
    };
    const { status, body } = await counter.post('/api/members', person);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...person, status: 'Active' });
    expect((await done(counter.get('/api/givers'))).items).toContainEqual(expect.objectContaining({ id: body.id }));
  });

  test.each([
    ['birthDate', '1980-01-01'],
    ['status', 'Visitor'],
    ['notes', 'Sits in front'],
    ['joinedOn', '2020-01-01'],
    ['gender', 'Female'],
    ['familyUnitId', 1],
    ['externalId', 'x1'],
  ])('does not allow a counter to set other fields, such as %s', async (field, value) => {
    const person = { firstName: 'Too', lastName: `Much ${field}`, [field]: value };
    const answer = await counter.post('/api/members', person);
    expect(refusal(answer)).toBe('403 forbidden');
    expect(answer.body.detail).toContain(field);
    expect((await done(counter.get(`/api/members?search=${field}`))).items).toEqual([]);
  });

  test('does not allow changing a person', async () => {
    const { id } = await addMember(books, {});
    const answer = await counter.put(`/api/members/${id}`, { firstName: 'New', lastName: 'Name' });
    expect(refusal(answer)).toBe('403 forbidden');
  });

  test('does not allow adding a person without any name', async () => {
    expect(badPaths(await counter.post('/api/members', { nickname: 'Only' }))).toEqual(['firstName', 'lastName']);
  });
});

describe('the entryKey of a gift', () => {
  const KEY = '0d9f4c1e-6a1b-4f5e-8c1a-1b2c3d4e5f60';

  test('prevents a second gift, even if the gift is sent again with another amount or after its session was submitted', async () => {
    const session = await addSession(books, { date: '2024-03-03' });
    const gift = giving(books, { date: '2024-03-03', sessionId: session.id, amount: 12, entryKey: KEY });
    const first = await counter.post('/api/givings', gift);
    expect([first.status, first.body.entryKey, first.body.enteredBy]).toEqual([201, KEY, counter.userId]);
    expect(first.body.enteredByName).toMatch(/^Person/);
    const again = await counter.post('/api/givings', { ...gift, amount: 99 });
    expect([again.status, again.body.id, again.body.amount]).toEqual([200, first.body.id, 12]);
    const upper = await counter.post('/api/givings', { ...gift, entryKey: KEY.toUpperCase() });
    expect([upper.status, upper.body.id]).toEqual([200, first.body.id]);
    expect((await done(counter.get(`/api/offering-sessions/${session.id}`))).totals.totalAmount).toBe(12);

    await done(counter.post(`/api/offering-sessions/${session.id}/submit`));
    const locked = await counter.post('/api/givings', gift);
    expect([locked.status, locked.body.id]).toEqual([200, first.body.id]);
  });

  test('stays the same when its gift changes, and is refused with 409 entry_deleted once the gift is deleted', async () => {
    const entryKey = '1d9f4c1e-6a1b-4f5e-8c1a-1b2c3d4e5f60';
    const gift = giving(books, { date: '2024-03-10', amount: 7, entryKey });
    const { id } = await done(books.admin.post('/api/givings', gift));
    const changed = await done(books.admin.put(`/api/givings/${id}`, giving(books, { date: '2024-03-10', amount: 8 })));
    expect(changed.entryKey).toBe(entryKey);
    await books.admin.del(`/api/givings/${id}`);
    expect(refusal(await books.admin.post('/api/givings', gift))).toBe('409 entry_deleted');
  });

  test('is refused with 400 if it is not a UUID', async () => {
    const answer = await books.admin.post('/api/givings', giving(books, { date: '2024-03-17', entryKey: 'again' }));
    expect(badPaths(answer)).toEqual(['entryKey']);
  });

  test('in a new session must be new and must not occur twice, and the refusal names each gift', async () => {
    const [live, gone, twice] = ['aa', 'bb', 'cc'].map((end) => `2d9f4c1e-6a1b-4f5e-8c1a-1b2c3d4e5f${end}`);
    const enter = (entryKey?: string) =>
      done(books.admin.post('/api/givings', giving(books, { date: '2024-04-07', entryKey })));
    await enter(live);
    await done(books.admin.del(`/api/givings/${(await enter(gone)).id}`));
    const gift = (entryKey?: string) => giving(books, { date: undefined, entryKey });
    const givings = [live, gone, twice, twice].map(gift);
    const answer = await books.admin.post('/api/offering-sessions', { date: '2024-04-14', givings });
    expect([refusal(answer), badPaths(answer)]).toEqual([
      '400 validation_failed',
      [0, 1, 3].map((index) => `givings.${index}.entryKey`),
    ]);
    await done(books.admin.post('/api/offering-sessions', { date: '2024-04-14', givings: [gift(twice), gift()] }));
  });
});
