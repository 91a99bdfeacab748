/** Gifts on the command line. */
import { beforeAll, describe, expect, test } from 'vitest';
import { addMember, booksOfFile, done, type Json } from './books.ts';
import { expectRefused, run, works } from './people-files.ts';

const books = booksOfFile();
const vestry = (...args: string[]) => run(books.daemon.dataDir, 'giving', ...args);
const json = async (...args: string[]): Promise<Json> => JSON.parse((await works(vestry(...args, '--json'))).stdout);
const read = (id: number): Promise<Json> => done(books.admin.get(`/api/givings/${id}`));

const WHAT = ['--date', '2005-03-06', '--category', 'tithe', '--amount', '1,234.50', '--method', 'Check'];
let mei: Json;
beforeAll(async () => {
  mei = await addMember(books, { firstName: 'Mei', lastName: 'Lin', chineseName: '林美', offeringNumber: 'E-77' });
  await addMember(books, { firstName: 'Mei', lastName: 'Linden' });
  await addMember(books, { firstName: 'Tom', lastName: 'Linden' });
});

describe('vestry giving add', () => {
  test('enters a gift of a member who is identified by full name, Chinese name, id or envelope number', async () => {
    for (const giver of ['mei lin', '林美', String(mei.id), 'E-77']) {
      const made = await json('add', '--giver', giver, ...WHAT, '--check-number', giver);
      expect(made).toMatchObject({ memberId: mei.id, amount: 1234.5, categoryName: 'Tithe', checkNumber: giver });
      expect(await read(made.id)).toEqual(made);
    }
  });

  test('lists the members if several members have the same name, and enters nothing', async () => {
    const { totalCount } = await json('list');
    const refused = await vestry('add', '--giver', 'Linden', ...WHAT);
    expectRefused(refused, [4]);
    expect(refused.stderr).toMatch(/Mei Linden \(\d+\), Tom Linden \(\d+\)/);
    expect(await json('list')).toMatchObject({ totalCount });
  });

  test('takes whole words of a name, but not a part of a word, even if it fits only one member', async () => {
    const { totalCount } = await json('list');
    const refused = await vestry('add', '--giver', 'Tom Lind', ...WHAT);
    expectRefused(refused, [4]);
    expect(refused.stderr).toMatch(/"Tom Lind" is only a part of a member's name\. Name one by id: Tom Linden \(\d+\)/);
    expect(await json('list')).toMatchObject({ totalCount });
    expect(await json('add', '--giver', 'tom', ...WHAT, '--note', 'Whole')).toMatchObject({ memberName: 'Tom Linden' });
  });

  test.each([
    ['Mai Lin', /Did you mean .*Mei Lin 林美 \(\d+\)/],
    ['Mei Lindne', /Did you mean Mei Linden \(\d+\)\?/],
    ['Lindne', /Did you mean Mei Linden \(\d+\) or Tom Linden \(\d+\)\?/],
  ])('suggests members with a name near "%s", and enters nothing', async (giver, suggestion) => {
    const { totalCount } = await json('list');
    const refused = await vestry('add', '--giver', giver, ...WHAT);
    expectRefused(refused, [3]);
    expect(refused.stderr).toMatch(suggestion);
    expect(await json('list')).toMatchObject({ totalCount });
  });

  test('shows the warning that a disclosure is due', async () => {
    const { stdout } = await works(vestry('add', '--giver', 'E-77', ...WHAT, '--benefit', '20', '--note', 'Dinner'));
    expect(stdout).toContain('the IRS requires a written disclosure');
  });

  test.each([
    [[...WHAT, '--giver', 'Nobody Known'], [3]],
    [['--category', 'Nothing', '--amount', '5', '--method', 'Cash'], [2]],
    [['--category', 'Tithe', '--amount', 'x', '--method', 'Cash'], [2]],
    [['--category', 'Tithe', '--amount', '5', '--method', 'Coin'], [2]],
    [[...WHAT, '--source', 'IRA', '--benefit', '5'], [2]],
    [[...WHAT, '--session', '1999-01-03'], [3]],
  ])('is refused: %j', async (args, exitCodes) => {
    expectRefused(await vestry('add', ...args), exitCodes);
  });
});

describe('vestry giving update', () => {
  test('changes only the given fields, and clears a field with an empty text', async () => {
    const { id } = await json('add', '--giver', 'E-77', ...WHAT, '--note', 'Thanks', '--gift-date', '2004-12-31');
    const before = await read(id);
    const changed = await json('update', String(id), '--note', '', '--source', 'IRA');
    const { modifiedAt: _at, modifiedBy: _by, ...rest } = before;
    expect(changed).toMatchObject({ ...rest, note: null, source: 'IRA' });
    expect(await json('update', String(id), '--giver', '')).toMatchObject({ memberId: null, giftDate: '2004-12-31' });
  });

  test('makes a gift that of a company with its name, and takes the name away with another source', async () => {
    const { id } = await json('add', '--giver', 'E-77', ...WHAT);
    expectRefused(await vestry('update', String(id), '--source', 'Business'), [2]);
    const company = ['--source', 'Business', '--company-name', 'Lin Trading LLC'];
    expect(await json('update', String(id), ...company)).toMatchObject({ companyName: 'Lin Trading LLC' });
    expect(await json('update', String(id), '--note', 'Thanks')).toMatchObject({ companyName: 'Lin Trading LLC' });
    expect(await json('update', String(id), '--source', 'Personal')).toMatchObject({ companyName: null });
  });

  test('keeps the parts of a gift unless a category is given', async () => {
    const [tithe, missions] = [books.category('Tithe'), books.category('Missions')];
    const parts = [
      { categoryId: tithe, amount: 60 },
      { categoryId: missions, amount: 40 },
    ];
    const body = { date: '2005-04-03', amount: 100, method: 'Cash', parts };
    const { id } = await done(books.admin.post('/api/givings', body));
    expect(await json('update', String(id), '--note', 'Two')).toMatchObject({ parts, note: 'Two' });
    expect(await json('update', String(id), '--category', 'Missions')).toMatchObject({ parts: null, amount: 100 });
  });
});

describe('vestry giving list, show and reverse', () => {
  test('list filters by giver and category as the API does', async () => {
    const wanted = await done(
      books.admin.get(`/api/givings?memberId=${mei.id}&categoryId=${books.category('Tithe')}&pageSize=2`),
    );
    expect(await json('list', '--giver', 'Mei Lin', '--category', 'Tithe', '--page-size', '2')).toEqual(wanted);
  });

  test('reverse takes a bounced check out of the account that --account names', async () => {
    const { id } = await json('add', '--giver', 'E-77', ...WHAT, '--non-cash', '');
    const why = ['--date', '2005-03-20', '--reason', 'Bounced', '--amount', '34.50'];
    const reversal = await json('reverse', String(id), ...why, '--kind', 'Returned', '--account', '3');
    expect(reversal).toMatchObject({ amount: -34.5, reversalOf: id, reversalKind: 'Returned', accountId: 3 });
    expect((await works(vestry('list', '--from', '2005-03-20'))).stdout).toMatch(new RegExp(`Returned of ${id}`));
    expect((await works(vestry('show', String(reversal.id)))).stdout).toMatch(/Bounced/);
  });

  test('reverse without --date and --kind enters a correction that is dated today', async () => {
    const { id } = await json('add', ...WHAT);
    expectRefused(await vestry('reverse', String(id), '--reason', 'x', '--account', '2'), [2]);
    expect(await json('reverse', String(id), '--reason', 'Twice')).toMatchObject({ reversalKind: 'Correction' });
    expectRefused(await vestry('reverse', String(id)), [2]);
  });
});
