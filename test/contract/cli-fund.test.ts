import { describe, expect, test } from 'vitest';
import { booksOfFile, done, type Json } from './books.ts';
import { expectRefused, run, works } from './people-files.ts';

const books = booksOfFile();

const fund = (...args: string[]) => run(books.daemon.dataDir, 'fund', ...args);
const json = async (...args: string[]): Promise<Json> => JSON.parse((await works(fund(...args, '--json'))).stdout);
const all = async (): Promise<Json[]> => (await done(books.admin.get('/api/funds'))).items;

describe('vestry fund', () => {
  test('prints the funds like the API with --json, and otherwise as a table', async () => {
    expect(await json('list')).toEqual({ items: await all() });
    const { stdout } = await works(fund('list'));
    expect(stdout).toMatch(/^ *2 +Missions +宣教基金 +Restricted/m);
    expect(stdout).not.toMatch(/undefined|null|\[object/);
  });

  test('adds a fund while the daemon runs, and records it in the audit log', async () => {
    const purpose = 'Gifts for the college';
    const made = await json(
      'add',
      '--name',
      'College',
      '--name-zh',
      '大學',
      '--class',
      'Custodial',
      '--purpose',
      purpose,
    );
    expect(made).toMatchObject({ name: 'College', nameZh: '大學', class: 'Custodial', purpose, isActive: true });
    expect((await all()).at(-1)).toEqual(made);
    const { items } = await done(books.admin.get(`/api/audit-logs?entityType=Fund&entityId=${made.id}`));
    expect(items).toMatchObject([{ action: 'FundCreated', actorName: expect.stringMatching(/^cli:/) }]);
  });

  test('changes only the fields that are given, and closes and reopens a fund', async () => {
    const { id } = await json(
      'add',
      '--name',
      'Hall',
      '--name-zh',
      '禮堂',
      '--class',
      'Designated',
      '--purpose',
      'Roof',
    );
    expect(await json('update', String(id), '--name', 'New hall')).toMatchObject({
      name: 'New hall',
      nameZh: '禮堂',
      class: 'Designated',
      purpose: 'Roof',
      isActive: true,
    });
    expect(await json('update', String(id), '--purpose', '', '--inactive')).toMatchObject({
      purpose: null,
      isActive: false,
    });
    expect(await json('update', String(id), '--class', 'Restricted')).toMatchObject({
      class: 'Restricted',
      isActive: false,
    });
    expect(await json('update', String(id), '--active')).toMatchObject({ isActive: true });
  });

  test.each([
    [['add', '--name', 'missions', '--class', 'Designated'], [4]],
    [['add', '--name', 'Second', '--class', 'General'], [2]],
    [['add', '--name', 'Second'], [2]],
    [['update', '1', '--inactive'], [2]],
    [['update', '1', '--class', 'Custodial'], [2]],
    [
      ['update', '999', '--name', 'Nothing'],
      [3, 4],
    ],
  ])('refuses %j and changes nothing', async (args, exitCodes) => {
    const before = await all();
    expectRefused(await fund(...args), exitCodes);
    expect(await all()).toEqual(before);
  });
});
