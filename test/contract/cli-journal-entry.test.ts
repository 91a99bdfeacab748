/** Adjusting entries on the command line. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { booksOfFile, done, type Json } from './books.ts';
import { expectRefused, run, works } from './people-files.ts';

const books = booksOfFile();
const vestry = (...args: string[]) => run(books.daemon.dataDir, 'journal-entry', ...args);
const json = async (...args: string[]): Promise<Json> => JSON.parse((await works(vestry(...args, '--json'))).stdout);
const all = (route = ''): Promise<Json> => done(books.admin.get(`/api/journal-entries${route}`));
const file = (name: string, content: string) => {
  const where = path.join(books.daemon.dataDir, name);
  writeFileSync(where, content);
  return where;
};
let organ: number;
beforeAll(async () => {
  organ = (await done(books.admin.post('/api/accounts', { name: 'Organ', kind: 'FixedAsset' }))).id;
});
const entryOf = (lines: Json[]) => JSON.stringify({ date: '2005-03-31', memo: 'Organ, 2005', lines });
const HEAD = ['--date', '2005-03-31', '--memo', 'Organ, 2005'];
const CSV = `Subcategory,Account,Fund,Ministry,Class,Net assets,Debit,Credit
repairs & maintenance,,,Worship,,,"1,200.50",
,Organ,,,,,,1250.50
,,Missions,,,yes,50,
`;

describe('vestry journal-entry', () => {
  test('adds an entry from a JSON file, lists and shows it as the API does, and deletes it', async () => {
    const lines = [
      { subCategoryId: books.subCategory('Rent'), debit: 45 },
      { accountId: organ, credit: 45 },
    ];
    const made = await json('add', '--file', file('entry.json', entryOf(lines)));
    expect(made).toMatchObject({ memo: 'Organ, 2005', status: 'Posted', amount: 45, createdBy: null });
    expect(await json('show', String(made.id))).toEqual(await all(`/${made.id}`));
    expect(await json('list')).toEqual(await all());
    expect((await works(vestry('list'))).stdout).toMatch(/2005-03-31 .*Organ, 2005 .* 2 .*45\.00 .*Posted/);
    expect((await works(vestry('show', String(made.id)))).stdout).toMatch(/Rent .*General.* 45\.00[^]*Organ .* 45\.00/);
    expect(await json('delete', String(made.id))).toEqual({ id: made.id });
    expect(await json('list')).toMatchObject({ totalCount: 0 });
  });

  test('adds an entry from a CSV file that names accounts, categories, funds and ministries', async () => {
    const made = await json('add', '--file', file('entry.csv', CSV), ...HEAD);
    expect(made.lines).toMatchObject([
      { name: 'Repairs & Maintenance', ministryName: 'Worship', fundName: 'General', debit: 1200.5 },
      { name: 'Organ', accountId: organ, credit: 1250.5 },
      { netAssets: true, fundName: 'Missions', debit: 50 },
    ]);
    const reversed = await json('reverse', String(made.id), '--date', '2005-04-30', '--reason', 'Sold');
    expect(reversed).toMatchObject({ reversalOf: made.id, memo: 'Sold', date: '2005-04-30' });
    expect((await works(vestry('list', '--to', '2005-03-31'))).stdout).toContain(`reversed by ${reversed.id}`);
  });

  test('refuses to add or approve an entry that changes an account with money, unless --as names a person', async () => {
    const lines = [
      { accountId: organ, debit: 45 },
      { accountId: 2, credit: 45 },
    ];
    const where = file('money.json', entryOf(lines));
    expectRefused(await vestry('add', '--file', where), [4]);
    const treasurer = await books.as(['treasurer']);
    const { id } = await done(treasurer.post('/api/journal-entries', JSON.parse(entryOf(lines))));
    expectRefused(await vestry('approve', String(id)), [4]);
    expect(await all(`/${id}`)).toMatchObject({ status: 'PendingApproval' });
  });

  test('refuses a CSV file with an unknown name, and says in which line', async () => {
    const where = file('unknown.csv', CSV.replace('Organ', 'Harp'));
    const refused = await vestry('add', '--file', where, ...HEAD);
    expectRefused(refused, [4]);
    expect(refused.stderr).toMatch(/3.*Account.*Harp/);
  });

  test.each([
    [['add'], [2]],
    [
      ['add', '--file', 'no-such-file.json'],
      [3, 4],
    ],
    [
      ['show', '999999'],
      [3, 4],
    ],
    [['list', '--status', 'x'], [2]],
  ])('is refused: %j', async (args, exitCodes) => {
    expectRefused(await vestry(...args), exitCodes);
  });

  test('refuses a file that is not JSON, an entry that does not balance, and a CSV file with an unknown column', async () => {
    expectRefused(await vestry('add', '--file', file('bad.json', '{')), [4]);
    const lines = [{ accountId: organ, debit: 45 }];
    expectRefused(await vestry('add', '--file', file('uneven.json', entryOf(lines))), [2]);
    expectRefused(await vestry('add', '--file', file('column.csv', CSV.replace('Fund', 'Colour')), ...HEAD), [4]);
  });
});
