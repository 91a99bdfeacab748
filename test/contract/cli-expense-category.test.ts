/** The categories of expenses on the command line. */
import { describe, expect, test } from 'vitest';
import { addExpense, booksOfFile, done, type Json } from './books.ts';
import { expectRefused, run, works } from './people-files.ts';

const books = booksOfFile();

const category = (...args: string[]) => run(books.daemon.dataDir, 'expense', 'category', ...args);
const json = async (...args: string[]): Promise<Json> => JSON.parse((await works(category(...args, '--json'))).stdout);
const all = (): Promise<Json> => done(books.admin.get('/api/expense-categories'));
const read = (kind: 'groups' | 'subcategories', id: number): Promise<Json> =>
  done(books.admin.get(`/api/expense-categories/${kind}/${id}`));

const group = async (...args: string[]): Promise<Json> => json('group', 'add', '--name', ...args);

describe('vestry expense category', () => {
  test('lists groups and subcategories as the API does', async () => {
    expect(await json('list')).toEqual(await all());
    const { stdout } = await works(category('list'));
    expect(stdout).toMatch(/^ *10 +Professional +專業服務$/m);
    expect(stdout).toMatch(/^ *10 +34 +Legal Fees +法律費用 +11b( +NEC1)?$/m);
  });

  test('adds, changes and removes a group, and keeps what is not named', async () => {
    const made = await group('Preschool', '--name-zh', '幼兒園');
    expect(made).toMatchObject({ name: 'Preschool', nameZh: '幼兒園', isActive: true, subCategories: [] });
    const id = String(made['id']);
    expect(await json('group', 'update', id, '--inactive')).toMatchObject({ name: 'Preschool', isActive: false });
    expect(await json('group', 'update', id, '--name', 'Nursery', '--name-zh', '')).toMatchObject({
      name: 'Nursery',
      nameZh: null,
      isActive: false,
    });
    expect(await json('group', 'update', id, '--active')).toEqual(await read('groups', made['id']));
    expect(await json('group', 'delete', id)).toEqual({ id: made['id'] });
    expectRefused(await category('group', 'delete', id), [3]);
  });

  test('adds a subcategory with its line and box, changes only what is named, and removes it', async () => {
    const [one, two] = [await group('Grounds'), await group('Parking')];
    const what = ['--group', String(one['id']), '--name', 'Snow', '--name-zh', '除雪', '--line', '16'];
    const made = await json('add', ...what, '--form1099', 'NEC1');
    expect(made).toMatchObject({ groupId: one['id'], name: 'Snow', form990LineCode: '16', form1099: 'NEC1' });
    expect(made).toEqual(await read('subcategories', made['id']));
    const id = String(made['id']);
    const moved = { groupId: two['id'], name: 'Snow', nameZh: '除雪', form990LineCode: '11g', form1099: 'NEC1' };
    expect(await json('update', id, '--group', String(two['id']), '--line', '11g')).toMatchObject(moved);
    expect(await json('update', id, '--form1099', 'MISC1')).toMatchObject({ ...moved, form1099: 'MISC1' });
    expect(await json('update', id, '--form1099', '', '--inactive')).toMatchObject({
      ...moved,
      form1099: null,
      isActive: false,
    });
    expect((await works(category('update', id, '--name', 'Ice'))).stdout).toMatch(/ Ice +除雪 +11g +inactive$/m);
    expect(await json('update', id, '--active')).toMatchObject({ name: 'Ice', isActive: true });
    expect((await works(category('delete', id))).stdout).toBe(`Expense subcategory ${id} is removed.\n`);
  });

  test('is refused without a change, and names the flag', async () => {
    const { id } = await group('Choir');
    const used = await json('add', '--group', String(id), '--name', 'Robes', '--line', '24');
    await addExpense(books, { expenseDate: '2024-01-05', subCategoryId: used['id'] });
    const before = await all();
    const add = (line: string, ...more: string[]) =>
      category('add', '--group', String(id), '--name', 'Robes 2', '--line', line, ...more);
    for (const [outcome, exitCodes, named] of [
      [await add('25'), [2], '--line'],
      [await add('99'), [4], 'line of Form 990'],
      [await add('24', '--form1099', 'NEC2'), [2], '--form1099'],
      [await category('add', '--group', 'x', '--name', 'Y', '--line', '24'), [2], '--group'],
      [await category('add', '--name', 'Y', '--line', '24'), [2], '--group'],
      [await category('add', '--group', String(id), '--name', 'robes', '--line', '24'), [4], 'already has'],
      [await category('update', '999999', '--name', 'Y'), [3], 'subcategory'],
      [await category('update', String(used['id']), '--name', ''), [2], '--name'],
      [await category('delete', String(used['id'])), [4], 'Disable it'],
      [await category('group', 'delete', String(id)), [4], 'subcategories'],
      [await category('group', 'add', '--name', 'CHOIR'), [4], 'already'],
    ] as const) {
      expectRefused(outcome, exitCodes);
      expect(outcome.stderr).toContain(named);
    }
    expect(await all()).toEqual(before);
  });
});
