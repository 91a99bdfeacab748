import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, badPaths, done, inDays, refusal } from './books.ts';
import { type Person, bind, history, joined, mail, officeOfFile, person, text } from './office.ts';
import { expectProblem, uniqueEmail } from './support.ts';
import { request } from '../support/daemon.ts';
import { ROLES } from './roles.ts';

const office = officeOfFile();
let one: Person;
let refused: Person;
let group: { id: number };
let raw: string;
let first: Json;
let second: Json;
let third: Json;
beforeAll(async () => {
  [one, refused, raw] = [await person(office), await person(office), uniqueEmail('raw')];
  await bind(office, one.id);
  group = await joined(office, 'Ushers');
  office.smtp.refuse(refused.email, '550 5.1.1 No such user');
  first = await done(mail(office, { memberIds: [one.id, refused.id], emails: [raw], subject: 'First 第一' }));
  second = await done(mail(office, { memberIds: [one.id], subject: 'Second' }));
  third = await done(text(office, { memberIds: [one.id], groupIds: [group.id], body: 'Third' }));
});

const ROUTE = '/api/notifications/history';
const get = (query: string) => office.admin.get(`${ROUTE}?${query}`);
const told = (rows: Json[]) => rows.map((row) => [row.batchId, row.memberId, row.result]);

describe('the notification history', () => {
  test('has one row, with a fixed set of fields, for each recipient of each batch', async () => {
    const { items, ...page } = await done(get('sort=id'));
    expect(page).toEqual({ page: 1, pageSize: 25, totalCount: 6, totalPages: 1 });
    expect(items).toHaveLength(6);
    const fields = 'batchId channel error groupId id memberId recipient result sentAt sentBy subject'.split(' ');
    for (const row of items) {
      expect(Object.keys(row).toSorted()).toEqual(fields);
      expect(row.sentAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(Math.abs(Date.now() - Date.parse(row.sentAt))).toBeLessThan(120_000);
      expect(row.sentBy).toBe(office.admin.userId);
      expect(row.recipient).toMatch(/\S/);
      expect(row.error === null).toBe(row.result === 'sent');
    }
    expect(items.find((row: Json) => row.recipient === raw)).toMatchObject({ memberId: null, subject: 'First 第一' });
    expect(items.find((row: Json) => row.groupId === group.id)).toMatchObject({ channel: 'Line', memberId: null });
  });

  test.each([
    ['a batch', () => `batchId=${second.batchId}`, () => [[second.batchId, one.id, 'sent']]],
    ['a result', () => 'result=failed', () => [[first.batchId, refused.id, 'failed']]],
    ['a member', () => `memberId=${refused.id}`, () => [[first.batchId, refused.id, 'failed']]],
    ['a channel', () => `channel=Line&memberId=${one.id}`, () => [[third.batchId, one.id, 'sent']]],
    ['two filters that exclude each other', () => `channel=Line&batchId=${first.batchId}`, () => []],
    ['a member who got no messages', () => 'memberId=999999', () => []],
    ['an unknown batch', () => 'batchId=00000000-0000-4000-8000-000000000000', () => []],
  ])('can be filtered by %s', async (_label, query, expected) => {
    expect(told(await history(office, query()))).toEqual(expected());
  });

  test('can be filtered by the two channels, e-mail and LINE', async () => {
    const [mails, lines] = [await history(office, 'channel=Email'), await history(office, 'channel=Line')];
    expect([mails.length, lines.length]).toEqual([4, 2]);
    expect(lines.some((row) => row.channel !== 'Line')).toBe(false);
  });

  test('can be filtered by the first and the last day of sending, both included', async () => {
    expect(await history(office, `from=${inDays(-1)}&to=${inDays(1)}`)).toHaveLength(6);
    expect(await history(office, `from=${inDays(2)}`)).toEqual([]);
    expect(await history(office, `to=${inDays(-2)}`)).toEqual([]);
    expect(await history(office, `from=${inDays(-2)}&channel=Line`)).toHaveLength(2);
  });

  test('has pages that neither repeat nor skip a row', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => done(get(`sort=sentAt&pageSize=2&page=${page}`))));
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 2, 0]);
    expect(pages.map(({ totalCount, totalPages }) => [totalCount, totalPages])).toEqual(pages.map(() => [6, 3]));
    const ids = pages.flatMap(({ items }) => items.map((row: Json) => row.id));
    expect(new Set(ids).size).toBe(6);
  });

  test.each(['id', 'sentAt'])('can be sorted by %s in both directions', async (field) => {
    const up = (await done(get(`sort=${field}`))).items.map((row: Json) => row[field]);
    const down = (await done(get(`sort=-${field}`))).items.map((row: Json) => row[field]);
    expect(up).toHaveLength(6);
    expect(up).toEqual(up.toSorted((a: string, b: string) => (a < b ? -1 : Number(a > b))));
    expect(down).toEqual(up.toReversed());
  });

  test.each([
    ['sort=password', ['sort']],
    ['sort=content', ['sort']],
    ['channel=Fax', ['channel']],
    ['result=pending', ['result']],
    ['result=sending', ['result']],
    ['memberId=abc', ['memberId']],
    ['from=yesterday', ['from']],
    ['to=2024-02-30', ['to']],
    ['pageSize=201', ['pageSize']],
    ['page=0', ['page']],
    ['page=0&result=maybe&sort=x', ['page', 'result', 'sort']],
  ])('refuses the query %s and names the parameter', async (query, paths) => {
    const answer = await get(query);
    expectProblem(answer, 400, 'validation_failed');
    expect(badPaths(answer)).toEqual(paths);
  });

  test('can be neither written nor deleted', async () => {
    const [row] = await history(office, `batchId=${second.batchId}`);
    for (const answer of [await office.admin.post(ROUTE, {}), await office.admin.del(ROUTE)])
      expectProblem(answer, 405, 'method_not_allowed');
    expect(await history(office, `batchId=${second.batchId}`)).toEqual([row]);
  });
});

describe('permissions', () => {
  test('without signing in, the history cannot be read', async () => {
    expectProblem(await request(office.daemon.url, 'GET', ROUTE), 401, 'unauthenticated');
    expect((await get('')).status).toBe(200);
  });

  test.each(ROLES)('the role %s can read the history only if it is admin', async (role) => {
    const answer = await (await office.as([role])).get(ROUTE);
    expect(role === 'admin' ? answer.status : refusal(answer)).toBe(role === 'admin' ? 200 : '403 forbidden');
  });
});
