/** The expense categories that accountants often ask for, which are added only on request. */
import { describe, expect, test } from 'vitest';
import { booksOfFile, done, type Json, refusal } from './books.ts';
import { run, works } from './people-files.ts';

const books = booksOfFile();

const USUAL = '/api/expense-categories/usual';
const groups = async (): Promise<Json[]> => (await done(books.admin.get('/api/expense-categories'))).items;
const all = async (): Promise<Json[]> => (await groups()).flatMap(({ subCategories }) => subCategories);
const offered = async (): Promise<Json[]> => (await done(books.admin.get(USUAL))).items;
const add = async (): Promise<Json[]> => (await done(books.admin.post(USUAL, undefined))).items;
const missing = async () => (await offered()).flatMap((one) => (one['subCategoryId'] === null ? [one['name']] : []));
const named = async (name: string): Promise<Json[]> => (await all()).filter((one) => one['name'] === name);
const rename = async (from: string, name: string) => {
  const [{ id, groupId, form990LineCode }] = (await named(from)) as [Json];
  await done(books.admin.put(`/api/expense-categories/subcategories/${id}`, { groupId, name, form990LineCode }));
  return id;
};

const LINES = {
  'Housing Allowance': '7',
  'Mortgage Interest': '16',
  'Property Tax': '16',
  Depreciation: '22',
  'General Insurance': '23',
  Apportionment: '21',
};

describe('the usual expense categories', () => {
  test('are offered with their lines and names, are not among the 38, and need the permission', async () => {
    const before = await all();
    expect(before).toHaveLength(38);
    const items = await offered();
    expect(Object.fromEntries(items.map(({ name, form990LineCode }) => [name, form990LineCode]))).toEqual(LINES);
    expect(items.every(({ nameZh, subCategoryId }) => /\p{Script=Han}/u.test(nameZh) && subCategoryId === null)).toBe(
      true,
    );
    const counter = await books.as(['offering_counter']);
    expect(refusal(await counter.post(USUAL, undefined))).toBe('403 forbidden');
    expect(await all()).toEqual(before);
  });

  test('are added once, except one whose name the church already uses in another group', async () => {
    const [, , office] = await groups();
    const own = { groupId: office?.['id'], name: 'My tax', nameZh: '房屋稅及地價稅', form990LineCode: '16' };
    const { id } = await done(books.admin.post('/api/expense-categories/subcategories', own));
    const added = await add();
    const names = Object.keys(LINES).filter((name) => name !== 'Property Tax');
    expect(added.map(({ name }) => name)).toEqual(names);
    expect(added.every(({ form1099, isActive }) => form1099 === null && isActive === true)).toBe(true);
    expect((await offered()).find(({ name }) => name === 'Property Tax')).toMatchObject({ subCategoryId: id });
    expect(await add()).toEqual([]);
    expect(await all()).toHaveLength(38 + 6);
    const log = `/api/audit-logs?action=ExpenseSubCategoryCreated&entityId=${added[0]?.['id']}`;
    expect((await done(books.admin.get(log))).items).toHaveLength(1);
    await works(run(books.daemon.dataDir, 'audit', 'verify'));
  });

  test('stay the same after somebody renames them, and come back after somebody deletes them', async () => {
    await rename('General Insurance', 'Liability');
    await rename('My tax', 'Local tax');
    expect(await add()).toEqual([]);
    await done(books.admin.del(`/api/expense-categories/subcategories/${await rename('Apportionment', 'Dues')}`));
    expect(await missing()).toEqual(['Apportionment']);
    const { stdout } = await works(run(books.daemon.dataDir, 'seed', '--more-categories'));
    expect(stdout).toBe('Expense categories added:\n  Apportionment (Form 990, line 21)\n');
    const again = await works(run(books.daemon.dataDir, 'seed', '--more-categories', '--json'));
    expect(JSON.parse(again.stdout)).toEqual({ added: 0, categories: [] });
    expect(await named('General Insurance')).toEqual([]);
    expect(await missing()).toEqual([]);
  });
});
