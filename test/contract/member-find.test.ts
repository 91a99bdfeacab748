/** `find` of the list of members looks in names, in the name of the family and in telephone numbers. */
import { beforeAll, describe, expect, test } from 'vitest';
import { addMember, booksOfFile, done, type Json } from './books.ts';
import { expectRefused, run, works } from './people-files.ts';

const books = booksOfFile();
const id: Record<string, number> = {};
const add = async (key: string, fields: Json) => (id[key] = (await addMember(books, fields)).id);
const familyOf = async (name: string): Promise<number> =>
  (await done(books.admin.post('/api/family-units', { name }))).id as number;

beforeAll(async () => {
  const familyUnitId = await familyOf('Okonkwo Household');
  await add('ada', { firstName: 'Ada', lastName: 'Obi', familyUnitId, phone: '(630) 555-0112' });
  await add('ben', { firstName: 'Ben', lastName: 'Obi', familyUnitId, phone: '+1 630.555.0113' });
  await add('cai', { firstName: 'Cai', lastName: 'Lin', phone: '0912-345-678', offeringNumber: '5550112' });
  await add('dee', { firstName: 'Dee', lastName: 'Okonkwo', phone: '+886 912 777 000' });
});

const get = (query: string) => done(books.admin.get(`/api/members?${query}`));
const found = async (text: string, field = 'find'): Promise<string[]> => {
  const { items, totalCount } = await get(`${field}=${encodeURIComponent(text)}`);
  expect(items).toHaveLength(totalCount as number);
  return (items as Json[]).map((one) => Object.keys(id).find((key) => id[key] === one.id) ?? '').toSorted();
};

describe('finding people', () => {
  test.each([
    ['okonkwo', ['ada', 'ben', 'dee']],
    ['Household', ['ada', 'ben']],
    ['ada okonkwo', ['ada']],
    ['house obi', ['ada', 'ben']],
    ['630-555-0112', ['ada']],
    ['6305550112', ['ada']],
    ['630 555 0112', ['ada']],
    ['+1 (630) 555-0112', ['ada']],
    ['1-630-555-0113', ['ben']],
    ['555 011', ['ada', 'ben', 'cai']],
    ['5550112', ['ada', 'cai']],
    ['５５５０１１３', ['ben']],
    ['obi 0113', ['ben']],
    ['okonkwo 0112', ['ada']],
    ['lin 0113', []],
    ['0912345678', ['cai']],
    ['+886 912-345-678', ['cai']],
    ['0912 777 000', ['dee']],
    ['630', []],
    ['okonkwa', []],
    ['cai', ['cai']],
  ])('"%s" finds %j', async (text, keys) => {
    expect(await found(text)).toEqual(keys);
  });

  test('does not change what search finds', async () => {
    expect(await found('okonkwo', 'search')).toEqual(['dee']);
    expect(await found('6305550112', 'search')).toEqual([]);
    const gifts = await done(books.admin.get('/api/givings?search=6305550112'));
    expect(gifts).toMatchObject({ totalCount: 0 });
  });

  test('respects the other filters, and the pages', async () => {
    expect(await get('find=okonkwo&pageSize=1&page=2')).toMatchObject({ totalCount: 3, totalPages: 3 });
    expect(await get('find=okonkwo&status=Visitor')).toMatchObject({ totalCount: 0 });
    const { stdout } = await works(run(books.daemon.dataDir, 'member', 'list', '--search', 'household', '--json'));
    expect(JSON.parse(stdout)).toMatchObject({ totalCount: 2 });
  });

  test('follows changes of the phone, the family and the member', async () => {
    const { id: eve, ...fields } = await addMember(books, { firstName: 'Eve', lastName: 'Ng', phone: '212 555 0177' });
    id['eve'] = eve as number;
    expect(await found('2125550177')).toEqual(['eve']);
    const { firstName, lastName } = fields;
    const familyUnitId = await familyOf('Zhao');
    await done(books.admin.put(`/api/members/${eve}`, { firstName, lastName, phone: '212 555 0188', familyUnitId }));
    expect(await found('2125550177')).toEqual([]);
    expect(await found('2125550188 zhao')).toEqual(['eve']);
    await done(books.admin.put(`/api/family-units/${familyUnitId}`, { name: 'Xu' }));
    expect([await found('zhao'), await found('xu')]).toEqual([[], ['eve']]);
    expect((await books.admin.del(`/api/members/${eve}`)).status).toBe(204);
    expect([await found('2125550188'), await found('xu')]).toEqual([[], []]);
    await done(books.admin.post(`/api/members/${eve}/restore`));
    expect(await found('2125550188')).toEqual(['eve']);
  });
});

test('an estate without a day of death is refused at the terminal with the name of the flag', async () => {
  const { id: fay } = await addMember(books, { firstName: 'Fay', lastName: 'Lim' });
  const refused = await run(books.daemon.dataDir, 'member', 'update', String(fay), '--estate-care-of', 'Ann Wu');
  expectRefused(refused, [2]);
  expect(refused.stderr).toContain('--died-on is needed beside an estate');
});
