import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Api, type Json, addGiving, addMember, done, etag, inDays, booksOfFile, refusal } from './books.ts';
import { request, signIn } from '../support/daemon.ts';
import { textOf } from '../support/pdf.ts';

const ROUTE = '/api/contributions';

const books = booksOfFile();
let hasList: boolean;
let hasPdf: boolean;
const id: Record<string, number> = {};

const person = async (name: string, fields: Record<string, unknown> = {}) => {
  id[name] = (await addMember(books, { firstName: name, lastName: 'Giver', ...fields })).id;
};
const gift = (name: string, fields: Record<string, unknown>) => addGiving(books, { memberId: id[name], ...fields });
const family = async (name: string, jointStatement: boolean) => {
  const { id: familyUnitId } = await done(books.admin.post('/api/family-units', { name, jointStatement }));
  return (familyRole: string) => ({ familyUnitId, familyRole });
};

beforeAll(async () => {
  const paths = Object.keys((await done(books.admin.get('/api/openapi.json'))).paths);
  hasList = paths.some((path) => /^\/api\/contributions\/\{\w+\}$/.test(path));
  hasPdf = paths.some((path) => /^\/api\/contributions\/\{\w+\}\/\{\w+\}\.pdf$/.test(path));
  const bookshop = await done(books.admin.post('/api/giving-categories', { name: 'Bookshop', isTaxDeductible: false }));
  await person('Ann');
  await gift('Ann', { date: '2024-03-03', amount: 100.1 });
  await gift('Ann', { date: '2024-03-10', amount: 20.02, categoryId: bookshop.id });
  await gift('Ann', { date: '2024-03-17', amount: 900, nonCashDescription: 'Piano' });
  await person('Bob');
  const bounced = await gift('Bob', { date: '2024-05-05', amount: 50 });
  await done(
    books.admin.post(`/api/givings/${bounced.id}/reverse`, { date: '2024-05-12', amount: 20, reason: 'bounced' }),
  );
  await gift('Bob', { date: '2024-01-01', amount: 1 });
  await gift('Bob', { date: '2024-12-31', amount: 2 });
  await gift('Bob', { date: '2025-01-01', amount: 400 });
  await person('Carol', { chineseName: '陳美' });
  await gift('Carol', { date: '2024-06-02', amount: 7.77 });
  await done(books.admin.del(`/api/members/${id['Carol']}`));
  await person('Dan');
  await gift('Dan', { date: '2024-06-09', amount: 66, isAnonymous: true });
  await person('Erin');
  await gift('Erin', { date: '2025-01-05', giftDate: '2024-12-30', amount: 33.33 });
  await person('Gina');
  await gift('Gina', { date: '2023-06-04', amount: 8 });
  const withdrawn = await gift('Gina', { date: '2024-06-04', amount: 9 });
  await done(books.admin.del(`/api/givings/${withdrawn.id}`));
  await person('Ivy');
  await addGiving(books, { date: '2024-07-07', amount: 5 });
  const joint = await family('Joint', true);
  for (const [name, role, amount] of [
    ['JointHead', 'Head', 11],
    ['JointSpouse', 'Spouse', 22],
    ['JointChild', 'Child', 44],
  ] as const) {
    await person(name, joint(role));
    await gift(name, { date: '2024-08-04', amount });
  }
  const apart = await family('Apart', false);
  await person('ApartHead', apart('Head'));
  await gift('ApartHead', { date: '2024-09-01', amount: 12 });
  await person('ApartSpouse', apart('Spouse'));
  await gift('ApartSpouse', { date: '2024-09-01', amount: 13 });
});

/** Returns every number in an item, except ids, counts and years. */
function figures(value: Json, key = ''): number[] {
  if (typeof value === 'number') return /id$|count|number|year|kind|benefit/i.test(key) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries<Json>(value).flatMap(([name, part]) => figures(part, name));
}

const totalOf = (item: Json): number => Math.max(...figures(item));
const listOf = async (year: number): Promise<Json[]> =>
  (await done(books.admin.get(`${ROUTE}/${year}?pageSize=200`))).items;
const itemOf = async (name: string, year = 2024): Promise<Json> =>
  (await listOf(year)).find((item) => item.memberId === id[name]);
const namesOf = (items: readonly Json[]) =>
  items.map((item) => Object.entries(id).find(([, one]) => one === item.memberId)?.[0] ?? 'nobody');

describe('the contributions of a year', () => {
  beforeEach(({ skip }) => skip(!hasList, 'the route for the contributions is not built yet'));

  test('include each giver once, but not people who gave anonymously or gave nothing', async () => {
    const names = namesOf(await listOf(2024));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining(['Ann', 'Bob', 'Carol', 'Erin', 'JointChild', 'ApartHead', 'ApartSpouse']),
    );
    for (const name of ['Dan', 'Gina', 'Ivy', 'nobody']) expect(names).not.toContain(name);
    expect(names).toHaveLength(8);
  });

  test('show the deductible sum, the non-deductible sum and the total, and exclude gifts in kind from all three', async () => {
    const found = figures(await itemOf('Ann'));
    expect(found).toEqual(expect.arrayContaining([100.1, 20.02, 120.12]));
    for (const wrong of [1020.12, 1000.1, 920.02]) expect(found).not.toContain(wrong);
  });

  test('subtract reversals, and cover exactly the first to the last day of the year', async () => {
    expect(totalOf(await itemOf('Bob'))).toBe(33);
    expect(totalOf(await itemOf('Bob', 2025))).toBe(400);
    expect(await itemOf('Bob', 2023)).toBeUndefined();
  });

  test('count a gift in the year of its gift date, not in the year of the offering count', async () => {
    expect(totalOf(await itemOf('Erin'))).toBe(33.33);
    expect(await itemOf('Erin', 2025)).toBeUndefined();
  });

  test('include a deleted member with their name', async () => {
    const item = await itemOf('Carol');
    expect(totalOf(item)).toBe(7.77);
    expect(JSON.stringify(item)).toContain('Carol');
  });

  test('include no anonymous giving in any figure', async () => {
    expect((await listOf(2024)).flatMap((item) => figures(item))).not.toContain(66);
  });

  test('combine the head of a family and the spouse if they have a joint statement, and list their child separately', async () => {
    const items = await listOf(2024);
    const couple = items.filter((item) => [id['JointHead'], id['JointSpouse']].includes(item.memberId));
    expect(couple.map((item) => totalOf(item))).toEqual([33]);
    expect(totalOf(await itemOf('JointChild'))).toBe(44);
  });

  test('list the head and the spouse separately if they have no joint statement', async () => {
    expect(totalOf(await itemOf('ApartHead'))).toBe(12);
    expect(totalOf(await itemOf('ApartSpouse'))).toBe(13);
  });

  test('add up to the total of the year’s monetary givings that have a giver', async () => {
    const { items } = await done(books.admin.get('/api/givings?from=2024-01-01&to=2025-12-31&pageSize=200'));
    const counted = items.filter((row: Json) => {
      return row.memberId !== null && row.nonCashDescription === null && row.giftDate.startsWith('2024');
    });
    const cents = (sum: number, amount: number) => sum + Math.round(amount * 100);
    const ledger = counted.map((row: Json) => row.amount).reduce(cents, 0);
    const listed = (await listOf(2024)).map((item) => totalOf(item)).reduce(cents, 0);
    expect(listed).toBe(ledger);
    expect(listed).toBe(29_622);
  });

  test('are paged without repeating or skipping anybody', async () => {
    const all = await listOf(2024);
    const seen: number[] = [];
    for (const page of [1, 2, 3]) {
      const { body } = await books.admin.get(`${ROUTE}/2024?pageSize=3&page=${page}`);
      expect(body).toMatchObject({ page, pageSize: 3, totalCount: 8, totalPages: 3 });
      expect(body.items.length).toBeLessThanOrEqual(3);
      seen.push(...body.items.map((item: Json) => item.memberId));
    }
    expect(seen).toEqual(all.map((item) => item.memberId));
  });

  test('are an empty list for a year in which nobody gave', async () => {
    const { body } = await books.admin.get(`${ROUTE}/2001`);
    expect(body).toEqual({ items: [], page: 1, pageSize: 25, totalCount: 0, totalPages: 0 });
  });

  test.each(['pageSize=0', 'pageSize=201', 'page=0', 'sort=nothing'])('are refused for the query %s', async (query) => {
    expect(refusal(await books.admin.get(`${ROUTE}/2024?${query}`))).toBe('400 validation_failed');
  });

  test.each(['abc', '20x4', '-1'])('are refused for the year %s', async (year) => {
    const answer = await books.admin.get(`${ROUTE}/${year}`);
    expect([400, 404]).toContain(answer.status);
    expect(answer.body.items).toBeUndefined();
  });

  test.each(['treasurer', 'finance', 'auditor'])('can be read with the role %s', async (role) => {
    const someone = await books.as([role]);
    const { status, body } = await someone.get(`${ROUTE}/2024`);
    expect(status).toBe(200);
    expect(body.totalCount).toBe(8);
  });

  test.each(['offering_counter', 'elder', 'admin', 'pastor', 'secretary', 'member'])(
    'cannot be read with the role %s',
    async (role) => {
      const someone = await books.as([role]);
      const answer = await someone.get(`${ROUTE}/2024`);
      expect(refusal(answer)).toBe('403 forbidden');
      expect(answer.body.items).toBeUndefined();
    },
  );

  test('cannot be read without signing in', async () => {
    expect(refusal(await request(books.daemon.url, 'GET', `${ROUTE}/2024`))).toBe('401 unauthenticated');
  });
});

describe('the contribution statement of a giver', () => {
  beforeEach(({ skip }) => skip(!hasPdf, 'the route for the statements is not built yet'));

  const pdf = (name: string, year = 2024) => books.admin.get(`${ROUTE}/${year}/${id[name]}.pdf`);
  const issue = (name: string, year: number, who: Api = books.admin) => who.post(`${ROUTE}/${year}/${id[name]}/issue`);
  const auditCount = async () => (await done(books.admin.get('/api/audit-logs'))).totalCount;
  const textOfPdf = async (name: string, year: number) => {
    const headers = { authorization: `Bearer ${books.admin.token}` };
    const answer = await fetch(`${books.daemon.url}${ROUTE}/${year}/${id[name]}.pdf`, { headers });
    return textOf(Buffer.from(await answer.arrayBuffer()));
  };

  test('gets a number when it is first issued and shows that number from then on', async () => {
    await gift('Ann', { date: '2020-06-07', amount: 8 });
    const unissued = await books.admin.get(`${ROUTE}/2020/${id['Ann']}`);
    expect(unissued.body).toEqual(await itemOf('Ann', 2020));
    const { status, body, headers } = await issue('Ann', 2020);
    expect(status).toBe(200);
    expect(body).toMatchObject({ memberId: id['Ann'], total: 8, statementNumber: '2020-0001' });
    const read = await books.admin.get(`${ROUTE}/2020/${id['Ann']}`);
    expect([read.body, etag(read)]).toEqual([body, headers.get('etag')]);
    const entries = await auditCount();
    expect((await issue('Ann', 2020)).body).toEqual(body);
    expect(await auditCount()).toBe(entries);
    const text = await textOfPdf('Ann', 2020);
    expect(text).toContain('Statement 2020-0001');
    expect(text).not.toMatch(/preview/i);
    const { items } = await done(
      books.admin.get('/api/audit-logs?entityType=ContributionStatement&entityId=2020-0001'),
    );
    expect(items).toMatchObject([{ action: 'ContributionStatementIssued', changes: { total: [null, 8] } }]);
  });

  test('becomes a preview again when a figure changes, until it is issued again', async () => {
    await gift('Bob', { date: '2020-06-07', amount: 8 });
    const { headers } = await issue('Bob', 2020);
    await gift('Bob', { date: '2020-06-14', amount: 1 });
    expect(await textOfPdf('Bob', 2020)).toMatch(/PREVIEW/);
    const stale = await books.admin.post(`${ROUTE}/2020/${id['Bob']}/issue`, undefined, {
      'If-Match': headers.get('etag') ?? '',
    });
    expect(refusal(stale)).toBe('412 stale_version');
    const before = (await itemOf('Bob', 2020)).statementNumber;
    const { statementNumber } = await done(issue('Bob', 2020));
    expect(statementNumber).not.toBe(before);
    expect(await textOfPdf('Bob', 2020)).toContain(`it replaces ${before}`);
  });

  test('gets only one number even if it is issued ten times at once', async () => {
    await gift('Gina', { date: '2019-06-07', amount: 8 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => issue('Gina', 2019)));
    expect(answers.map(({ body }) => body.statementNumber)).toEqual(Array(10).fill('2019-0001'));
  });

  test('cannot be issued before its year is over, or for a member who gave nothing under their name', async () => {
    const year = Number(inDays(0).slice(0, 4));
    await gift('Ann', { date: `${year}-01-01`, amount: 8 });
    expect(refusal(await issue('Ann', year))).toBe('409 period_not_over');
    expect(await itemOf('Ann', year)).toMatchObject({ statementNumber: null });
    expect(await textOfPdf('Ann', year)).toMatch(/PREVIEW/);
    expect(refusal(await issue('Dan', 2024))).toBe('404 not_found');
    expect(refusal(await issue('Gina', 2024))).toBe('404 not_found');
  });

  test('can be issued by users who manage giving, but not by an auditor', async () => {
    await gift('Ann', { date: '2018-06-07', amount: 8 });
    expect(refusal(await issue('Ann', 2018, await books.as(['auditor'])))).toBe('403 forbidden');
    expect(await itemOf('Ann', 2018)).toMatchObject({ statementNumber: null });
    expect((await issue('Ann', 2018, await books.as(['finance']))).status).toBe(200);
  });

  test('does not count a reversal as a gift in kind', async () => {
    const { id: piano } = await gift('Ivy', { date: '2018-06-07', amount: 900, nonCashDescription: 'Piano' });
    await gift('Ivy', { date: '2018-06-07', amount: 90, nonCashDescription: 'Chairs' });
    await done(books.admin.post(`/api/givings/${piano}/reverse`, { date: '2018-07-01', amount: 900, reason: 'r' }));
    expect(await itemOf('Ivy', 2018)).toMatchObject({ giftsInKind: 2, count: 3, total: 0 });
  });

  test.each(['Ann', 'Bob', 'Carol', 'Erin', 'JointHead', 'JointChild', 'ApartSpouse'])(
    'is a complete PDF for %s',
    async (name) => {
      const { status, headers, body } = await pdf(name);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^application\/pdf\b/);
      expect(body).toMatch(/^%PDF-\d\.\d/);
      expect(body.trimEnd()).toMatch(/%%EOF$/);
      expect(body).not.toContain('application/problem');
    },
  );

  test('is a preview until it is issued, and reading the preview records nothing', async () => {
    const token = await signIn(books.daemon.url);
    const head = (name: string) => request(books.daemon.url, 'HEAD', `${ROUTE}/2022/${id[name]}.pdf`, { token });
    await gift('Ann', { date: '2022-06-04', amount: 8 });
    const entries = await auditCount();
    const { status, headers, body } = await head('Ann');
    expect([status, headers.get('content-type'), body]).toEqual([200, 'application/pdf', '']);
    expect((await head('Dan')).status).toBe(404);
    expect(await textOfPdf('Ann', 2022)).toMatch(/PREVIEW · Page 1 of 1/);
    expect(await itemOf('Ann', 2022)).toMatchObject({ statementNumber: null, issuedAt: null });
    expect(await auditCount()).toBe(entries);
  });

  test('is listed as void after its only gift is deleted', async () => {
    const { id: giving } = await gift('Ivy', { date: '2021-06-04', amount: 8 });
    await done(issue('Ivy', 2021));
    await done(books.admin.del(`/api/givings/${giving}`));
    const { body } = await books.admin.get(`${ROUTE}/2021`);
    expect(body).toMatchObject({ items: [], totalCount: 0 });
    expect(body.voidStatements).toMatchObject([{ statementNumber: '2021-0001', memberName: 'Ivy Giver' }]);
  });

  test('exists only for years in which the member gave', async () => {
    expect((await pdf('Gina', 2023)).status).toBe(200);
    expect(refusal(await pdf('Gina', 2024))).toBe('404 not_found');
  });

  test.each(['Dan', 'Ivy'])('is not found for %s, who gave nothing under their name', async (name) => {
    const answer = await pdf(name);
    expect(refusal(answer)).toBe('404 not_found');
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  test('does not include a gift that was counted in its year but given in the year before', async () => {
    expect(refusal(await pdf('Erin', 2025))).toBe('404 not_found');
  });

  test('is not found for a member who does not exist', async () => {
    expect(refusal(await books.admin.get(`${ROUTE}/2024/999999.pdf`))).toBe('404 not_found');
  });

  test.each(['treasurer', 'finance', 'auditor'])('can be read with the role %s', async (role) => {
    const someone = await books.as([role]);
    expect((await someone.get(`${ROUTE}/2024/${id['Ann']}.pdf`)).status).toBe(200);
  });

  test.each(['offering_counter', 'elder', 'admin', 'pastor', 'member'])(
    'cannot be read with the role %s',
    async (role) => {
      const someone = await books.as([role]);
      const answer = await someone.get(`${ROUTE}/2024/${id['Ann']}.pdf`);
      expect(refusal(answer)).toBe('403 forbidden');
    },
  );

  test('cannot be read without signing in', async () => {
    const answer = await request(books.daemon.url, 'GET', `${ROUTE}/2024/${id['Ann']}.pdf`);
    expect(refusal(answer)).toBe('401 unauthenticated');
  });
});
