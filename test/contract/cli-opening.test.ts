/** The opening of the books on the command line. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { booksOfFile, done, type Json } from './books.ts';
import { expectRefused, run, works } from './people-files.ts';

const books = booksOfFile();

const vestry = (...args: string[]) => run(books.daemon.dataDir, ...args);
const json = async (...args: string[]): Promise<Json> => JSON.parse((await works(vestry(...args, '--json'))).stdout);
const stored = () => done(books.admin.get('/api/books/opening'));
const fileOf = (text: string): string => {
  const file = path.join(books.daemon.dataDir, 'opening.json');
  writeFileSync(file, text);
  return file;
};

describe('vestry opening', () => {
  test('show says that no opening is saved', async () => {
    expect((await works(vestry('opening', 'show'))).stdout).toContain('No opening is saved');
    expect(await json('opening', 'show')).toEqual(await stored());
  });

  test('set saves the opening that the flags describe, and show prints the opening', async () => {
    const balances = ['--account', '2=1,200.50', '--account', '3=40', '--fund', '3=500'];
    const set = ['opening', 'set', '--date', '2010-07-01', ...balances, '--payable', 'A = B & Co=20.25'];
    expect(await json(...set)).toEqual(await stored());
    expect(await stored()).toMatchObject({
      accounts: [
        { accountName: 'Checking', balance: 1200.5 },
        { accountName: 'Petty cash', balance: 40 },
      ],
      funds: [{ fundName: 'General', balance: 720.25 }, { balance: 500 }],
      payables: [{ vendor: 'A = B & Co', amount: 20.25 }],
    });
    const { stdout } = await works(vestry('opening', 'show'));
    expect(stdout).toMatch(/The books begin on +2010-07-01/);
    expect(stdout).toMatch(/Checking +1,200\.50/);
    expect(stdout).toMatch(/All funds +1,220\.25/);
    expect(stdout).toMatch(/A = B & Co +20\.25 +0\.00/);
  });

  test('set saves the opening in a file, with its outstanding items', async () => {
    const outstanding = [{ date: '2010-06-30', reference: '77', amount: -25 }];
    const body = {
      date: '2010-08-01',
      accounts: [{ accountId: 2, balance: 75, bankBalance: 100, outstanding }],
      funds: [],
    };
    await json('opening', 'set', '--file', fileOf(JSON.stringify(body)));
    expect((await stored()).accounts).toMatchObject([{ balance: 75, bankBalance: 100, outstanding }]);
    expect((await works(vestry('opening', 'show'))).stdout).toMatch(/2010-06-30 +Checking +77 +-25\.00/);
  });

  test.each<[string, () => string[], number[]]>([
    ['no date', () => ['--account', '2=1'], [2]],
    ['an account without a balance', () => ['--date', '2010-07-01', '--account', '2'], [2]],
    ['a balance that is not an amount', () => ['--date', '2010-07-01', '--account', '2=x'], [2]],
    ['an unknown account', () => ['--date', '2010-07-01', '--account', '99=1'], [4]],
    ['a file that does not exist', () => ['--file', 'nowhere.json'], [2]],
    ['a file that is not JSON', () => ['--file', fileOf('{')], [2]],
    [
      'a file with an unknown field',
      () => ['--file', fileOf('{"date":"2010-07-01","accounts":[],"funds":[],"x":1}')],
      [2],
    ],
  ])('set refuses %s, and changes nothing', async (_what, args, exitCodes) => {
    const before = await stored();
    expectRefused(await vestry('opening', 'set', ...args()), exitCodes);
    expect(await stored()).toEqual(before);
  });
});
