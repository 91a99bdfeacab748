/** The categories of giving on the command line. */
import { describe, expect, test } from 'vitest';
import { booksOfFile, done, type Json } from './books.ts';
import { expectRefused, run, works } from './people-files.ts';

const books = booksOfFile();

const category = (...args: string[]) => run(books.daemon.dataDir, 'giving', 'category', ...args);
const json = async (...args: string[]): Promise<Json> => JSON.parse((await works(category(...args, '--json'))).stdout);
const read = (id: number): Promise<Json> => done(books.admin.get(`/api/giving-categories/${id}`));

describe('vestry giving category', () => {
  test('lists the categories as the API does, also the disabled ones', async () => {
    const made = await json('add', '--name', 'Organ', '--name-zh', '管風琴', '--not-deductible', '--fund', '1');
    await works(category('disable', String(made['id'])));
    expect(await json('list')).toEqual(await done(books.admin.get('/api/giving-categories?includeDisabled=true')));
    const { stdout } = await works(category('list'));
    expect(stdout).toMatch(/ Tithe +十一奉獻 +1 +yes$/m);
    expect(stdout).toMatch(/ Organ +管風琴 +1 +no +disabled$/m);
  });

  test('adds a category with a Restricted fund of its own, and records who did it', async () => {
    const made = await json('add', '--name', 'Youth camp', '--restricted', '--sort-order', '7');
    expect(made).toMatchObject({ isRestricted: true, isTaxDeductible: true, isActive: true, sortOrder: 7 });
    expect(made).toEqual(await read(made['id']));
    const { items } = await done(books.admin.get(`/api/audit-logs?entityType=GivingCategory&entityId=${made['id']}`));
    expect(items).toMatchObject([{ action: 'GivingCategoryCreated', actorName: expect.stringMatching(/^cli:/) }]);
  });

  test('changes only what is named, and disables and enables a category', async () => {
    const made = await json('add', '--name', 'Choir', '--description', 'Robes and music.', '--sort-order', '9');
    const id = String(made['id']);
    expect(await json('update', id, '--name-zh', '詩班', '--not-deductible')).toMatchObject({
      name: 'Choir',
      nameZh: '詩班',
      description: 'Robes and music.',
      isTaxDeductible: false,
      sortOrder: 9,
    });
    expect(await json('update', id, '--description', '', '--name-zh', '', '--deductible')).toMatchObject({
      nameZh: null,
      description: null,
      isTaxDeductible: true,
    });
    expect(await json('disable', id)).toMatchObject({ isActive: false });
    expect(await json('enable', id)).toMatchObject({ name: 'Choir', isActive: true });
  });

  test('is refused without a change, and names the flag', async () => {
    const before = await json('list');
    for (const [args, exitCode, named] of [
      [['add'], 2, '--name'],
      [['add', '--name', 'TITHE'], 4, 'already a giving category'],
      [['add', '--name', 'Roof', '--fund', 'x'], 2, '--fund'],
      [['add', '--name', 'Roof', '--fund', '999999'], 4, 'fund'],
      [['add', '--name', 'Roof', '--sort-order', '1.5'], 2, '--sort-order'],
      [['update', '999999', '--name', 'Roof'], 3, 'giving category'],
      [['update', '1', '--name', ''], 2, '--name'],
      [['disable', '999999'], 3, 'giving category'],
    ] as const) {
      const outcome = await category(...args);
      expectRefused(outcome, [exitCode]);
      expect(outcome.stderr).toContain(named);
    }
    expect(await json('list')).toEqual(before);
  });
});
