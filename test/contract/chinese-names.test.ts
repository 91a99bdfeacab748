/** Tests of the Traditional Chinese names that catalog entries have in addition to their English names. */
import { describe, expect, test } from 'vitest';
import { badPaths, done, type Json, booksOfFile } from './books.ts';
import { run, works } from './people-files.ts';

const books = booksOfFile();

test('the seven giving categories have their usual Chinese names', async () => {
  const { items } = await done(books.admin.get('/api/giving-categories'));
  expect(items.map(({ nameZh }: Json) => nameZh)).toEqual([
    '十一奉獻',
    '主日奉獻',
    '感恩奉獻',
    '宣教奉獻',
    '建堂奉獻',
    '愛心奉獻',
    '其他',
  ]);
});

test('every seeded ministry, role, group and subcategory has a Chinese name', async () => {
  const ministries = (await done(books.admin.get('/api/ministries'))).items;
  const roles = (await done(books.admin.get('/api/roles'))).items;
  const groups = (await done(books.admin.get('/api/expense-categories'))).items;
  const subCategories = groups.flatMap((group: Json) => group.subCategories);
  for (const list of [ministries, roles, groups, subCategories]) {
    for (const { name, nameZh } of list) expect(nameZh, name).toMatch(/^[\p{Script=Han}]+$/u);
    expect(new Set(list.map(({ nameZh }: Json) => nameZh)).size).toBe(list.length);
  }
});

describe.each([
  ['a giving category', '/api/giving-categories', () => ({ name: 'Flowers' })],
  ['an expense group', '/api/expense-categories/groups', () => ({ name: 'Garden' })],
  [
    'an expense subcategory',
    '/api/expense-categories/subcategories',
    () => ({ name: 'Seeds', groupId: 1, form990LineCode: '24' }),
  ],
])('%s', (_what, route, body) => {
  test('accepts a Chinese name, which can be changed and removed', async () => {
    const made = await done(books.admin.post(route, { ...body(), nameZh: ' 插花 ' }));
    expect(made.nameZh).toBe('插花');
    const one = `${route}/${made.id}`;
    expect(await done(books.admin.get(one))).toMatchObject({ nameZh: '插花' });
    expect((await done(books.admin.put(one, { ...body(), nameZh: '花卉' }))).nameZh).toBe('花卉');
    expect((await done(books.admin.put(one, body()))).nameZh).toBeNull();
    const { items } = await done(books.admin.get(`/api/audit-logs?entityId=${made.id}&sort=-id&pageSize=3`));
    const changes = items.map((entry: Json) => entry.changes.nameZh);
    expect(changes).toEqual([
      ['花卉', null],
      ['插花', '花卉'],
      [null, '插花'],
    ]);
    expect(badPaths(await books.admin.put(one, { ...body(), nameZh: '花'.repeat(101) }))).toEqual(['nameZh']);
  });
});

test('vestry ministry add and update accept --name-zh, and an update without it keeps the Chinese name', async () => {
  const ministry = async (...args: string[]): Promise<Json> =>
    JSON.parse((await works(run(books.daemon.dataDir, 'ministry', ...args, '--json'))).stdout);
  const made = await ministry('add', '--name', 'Seniors', '--name-zh', '長青', '--class', 'ProgramServices');
  expect(made).toMatchObject({ name: 'Seniors', nameZh: '長青' });
  const id = String(made.id);
  expect(await ministry('update', id, '--name', 'Elders')).toMatchObject({ name: 'Elders', nameZh: '長青' });
  expect(await ministry('update', id, '--name-zh', '松年')).toMatchObject({ name: 'Elders', nameZh: '松年' });
  expect(await ministry('update', id, '--name-zh', '')).toMatchObject({ nameZh: null });
});
