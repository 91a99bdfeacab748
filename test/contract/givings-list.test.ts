import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, addGiving, addMember, addSession, giving, booksOfFile, refusal } from './books.ts';

const books = booksOfFile();
const id: Record<string, number> = {};

beforeAll(async () => {
  const people = {
    wei: { firstName: 'Wei', lastName: 'Chen', chineseName: '陳大偉', nickname: 'Bubba' },
    jose: { firstName: 'José', lastName: 'Núñez' },
    zoe: { firstName: 'Zoë', lastName: 'Ångström', chineseName: '張小明' },
  };
  for (const [key, fields] of Object.entries(people)) id[key] = (await addMember(books, fields)).id;
  const rows = {
    a: { date: '2024-01-07', amount: 10, memberId: id.wei, note: 'First of the YEAR' },
    b: { date: '2024-01-14', amount: 20, memberId: id.jose, method: 'Check', checkNumber: 'CHK-7781' },
    c: { date: '2024-02-04', amount: 30, memberId: id.zoe, method: 'Zelle', zelleReference: 'ZREF-55' },
    d: { date: '2024-02-11', amount: 5, method: 'PayPal', payPalReference: 'PAYID-100%', categoryId: 1 },
    e: { date: '2024-03-03', amount: 50, method: 'Other', note: '奉獻給宣教' },
  };
  for (const [key, fields] of Object.entries(rows)) id[key] = (await addGiving(books, fields)).id;
  const session = await addSession(books, { date: '2024-03-10', givings: [giving(books, { amount: 60 })] });
  id.session = session.id;
  id.f = session.givings[0].id;
});

const list = (query: string) => books.admin.get(`/api/givings?${query}`);
const names = (rows: Json[]) =>
  rows.map((row) => Object.entries(id).find(([key, value]) => key.length === 1 && value === row.id)?.[0]).join('');
const found = async (query: string) => {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  expect(body.totalCount).toBe(body.items.length);
  return names(body.items);
};

describe('filters', () => {
  test('all givings are listed without a filter', async () => {
    expect(await found('sort=date')).toBe('abcdef');
  });

  test('from and to are both inclusive', async () => {
    expect(await found('sort=date&from=2024-01-14&to=2024-02-11')).toBe('bcd');
    expect(await found('sort=date&from=2024-02-11')).toBe('def');
    expect(await found('sort=date&to=2024-01-07')).toBe('a');
  });

  test('a category, a giver, a method and a session each narrow the list', async () => {
    expect(await found(`categoryId=${books.category('Tithe')}`)).toBe('d');
    expect(await found(`memberId=${id.jose}`)).toBe('b');
    expect(await found('sort=date&method=Cash')).toBe('af');
    expect(await found(`sessionId=${id.session}`)).toBe('f');
  });

  test('several filters apply together', async () => {
    expect(await found('method=Cash&from=2024-02-01')).toBe('f');
    expect(await found(`memberId=${id.wei}&method=Zelle`)).toBe('');
  });

  test('a filter that matches nothing gives an empty list', async () => {
    expect(await found('memberId=99999')).toBe('');
  });

  test.each(['from=2024-02-30', 'to=x', 'method=Gold', 'categoryId=x', 'memberId=-1'])(
    'the filter %s is refused',
    async (query) => expect(refusal(await list(query))).toBe('400 validation_failed'),
  );
});

describe('search', () => {
  test.each([
    ['陳', 'a', 'a single Chinese character of the giver'],
    ['偉', 'a', 'the last character of a Chinese name'],
    ['張小明', 'c', 'a whole Chinese name'],
    ['獻', 'e', 'a Chinese character of a note'],
    ['wei', 'a', 'a first name in a different case'],
    ['HEN', 'a', 'the middle of a last name in a different case'],
    ['Wei Chen', 'a', 'the giver’s name as the list shows it'],
    ['bubba', 'a', 'a nickname'],
    ['jose', 'b', 'a name without its accent'],
    ['NUNEZ', 'b', 'a last name without its accents, in a different case'],
    ['angstrom', 'c', 'a name without the ring above its first letter'],
    ['year', 'a', 'a note in a different case'],
    ['7781', 'b', 'the end of a check number'],
    ['zref', 'c', 'a Zelle reference'],
    ['payid', 'd', 'a PayPal reference'],
    ['100%', 'd', 'a percent sign as itself'],
    ['%', 'd', 'a percent sign alone'],
    ['_', '', 'an underscore as itself'],
    ['"', '', 'a quotation mark'],
    ['nobody of this name', '', 'text that no giving contains'],
  ])('"%s" finds the givings "%s": %s', async (search, expected) => {
    expect(await found(`search=${encodeURIComponent(search)}`)).toBe(expected);
  });

  test('a search and a filter apply together', async () => {
    expect(await found('search=e&method=Check')).toBe('b');
  });

  test('a changed note is found only by its new words', async () => {
    const { id: changed } = await addGiving(books, { date: '2023-05-07', note: 'before' });
    await books.admin.put(`/api/givings/${changed}`, giving(books, { date: '2023-05-07', note: 'afterwards' }));
    expect((await list('search=before')).body.totalCount).toBe(0);
    expect((await list('search=afterward')).body.totalCount).toBe(1);
    await books.admin.del(`/api/givings/${changed}`);
    expect((await list('search=afterward')).body.totalCount).toBe(0);
  });

  test('a removed note or reference is no longer found', async () => {
    const fields = { date: '2023-05-14', note: 'emptied', checkNumber: 'emptied-7' };
    const { id: changed } = await addGiving(books, { ...fields, method: 'Check' });
    expect((await list('search=emptied')).body.totalCount).toBe(1);
    await books.admin.put(`/api/givings/${changed}`, giving(books, { date: fields.date, method: 'Check' }));
    expect((await list('search=emptied')).body.totalCount).toBe(0);
    await books.admin.del(`/api/givings/${changed}`);
  });

  test('a renamed giver is found only by the new name', async () => {
    const member = await addMember(books, { firstName: 'Oldname', lastName: 'Q' });
    const { id: given } = await addGiving(books, { date: '2023-06-04', memberId: member.id });
    await books.admin.put(`/api/members/${member.id}`, { firstName: 'Freshname', lastName: 'Q', chineseName: '新' });
    expect((await list('search=oldname')).body.totalCount).toBe(0);
    expect((await list('search=freshname')).body.items).toMatchObject([{ id: given }]);
    expect((await list(`search=${encodeURIComponent('新')}`)).body.items).toMatchObject([{ id: given }]);
    await books.admin.del(`/api/givings/${given}`);
  });
});

describe('pages and order', () => {
  test('a list shows its page number and the number of pages', async () => {
    const { body } = await list('sort=date&page=2&pageSize=4');
    expect(body).toMatchObject({ page: 2, pageSize: 4, totalCount: 6, totalPages: 2 });
    expect(names(body.items)).toBe('ef');
  });

  test('the default page size is 25', async () => {
    expect((await list('')).body).toMatchObject({ page: 1, pageSize: 25, totalPages: 1 });
  });

  test('a page after the last page is empty and shows the same total count', async () => {
    const { status, body } = await list('page=99');
    expect(status).toBe(200);
    expect(body).toMatchObject({ items: [], page: 99, totalCount: 6 });
  });

  test('an empty list has no pages', async () => {
    const { body } = await list('from=1999-01-01&to=1999-01-02');
    expect(body).toEqual({ items: [], page: 1, pageSize: 25, totalCount: 0, totalPages: 0 });
  });

  test.each(['pageSize=0', 'pageSize=201', 'pageSize=x', 'pageSize=-1', 'pageSize=1.5', 'page=0', 'page=-1', 'page=x'])(
    '%s is refused',
    async (query) => expect(refusal(await list(query))).toBe('400 validation_failed'),
  );

  test('the page size may be anything from 1 to 200', async () => {
    expect((await list('pageSize=1')).body.items).toHaveLength(1);
    expect((await list('pageSize=200')).body.items).toHaveLength(6);
  });

  test('a list is sorted by a field, in ascending or descending order', async () => {
    expect(names((await list('sort=amount')).body.items)).toBe('dabcef');
    expect(names((await list('sort=-amount')).body.items)).toBe('fecbad');
    expect(names((await list('sort=-date')).body.items)).toBe('fedcba');
  });

  test.each(['method', 'giftDate', 'id'])('a list can be sorted by %s', async (field) => {
    expect((await list(`sort=${field}`)).status).toBe(200);
    expect((await list(`sort=-${field}`)).status).toBe(200);
  });

  test.each(['nothing', '--date', 'date;drop', '-'])('sorting by %s is refused', async (field) => {
    expect(refusal(await list(`sort=${field}`))).toBe('400 validation_failed');
  });

  describe('givings with equal values', () => {
    beforeAll(async () => {
      await Promise.all(Array.from({ length: 23 }, () => addGiving(books, { date: '2022-08-07', amount: 7 })));
    });

    const fields = ['date', 'amount', 'categoryName', 'memberName', 'sessionId', 'createdAt', 'id'];
    test.each(fields.flatMap((field) => [field, `-${field}`]))(
      'make up the whole list across all pages when sorted by %s',
      async (sort) => {
        for (const [filter, totalCount] of [
          ['', 29],
          ['from=2022-08-01&to=2022-08-31&', 23],
        ] as const) {
          const ids: number[] = [];
          for (const page of [1, 2, 3, 4, 5, 6]) {
            const { body } = await list(`${filter}pageSize=5&sort=${sort}&page=${page}`);
            expect(body).toMatchObject({ totalCount, totalPages: Math.ceil(totalCount / 5) });
            ids.push(...body.items.map((row: Json) => row.id));
          }
          const { body } = await list(`${filter}pageSize=200&sort=${sort}`);
          expect(ids).toEqual(body.items.map((row: Json) => row.id));
          expect(new Set(ids).size).toBe(totalCount);
        }
      },
    );
  });
});
