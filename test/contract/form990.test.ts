import { describe, expect, test } from 'vitest';
import { type Json, addApproved, addExpense, move, booksOfFile, refusal } from './books.ts';

const books = booksOfFile();

const ROUTE = '/api/form990/functional-expenses';
const report = async (query: string) => (await books.admin.get(`${ROUTE}?${query}`)).body;
const line = (body: Json, code: string) => body.lines.find((row: Json) => row.code === code);
const codes = (body: Json) => body.warnings.map((warning: Json) => warning.code);
const spend = (name: string, expenseDate: string, amount: number, more: Record<string, unknown> = {}) =>
  addApproved(books, { subCategoryId: books.subCategory(name), expenseDate, amount, ...more });

const CODES =
  '1 2 3 4 5 6 7 8 9 10 11a 11b 11c 11d 11e 11f 11g 12 13 14 15 16 17 18 19 20 21 22 23 24a 24b 24c 24d 24e 25';
const NOTHING = { total: 0, programServices: 0, managementAndGeneral: 0, fundraising: 0 };

describe('the Form 990 report', () => {
  test('has lines 1 to 24e and then 25, even if all of them are zero', async () => {
    const { status, body } = await books.admin.get(`${ROUTE}?year=2001`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ from: '2001-01-01', to: '2001-12-31', totals: NOTHING, warnings: [] });
    expect(body.lines.map((row: Json) => row.code)).toEqual(CODES.split(' '));
    for (const row of body.lines) expect(row).toMatchObject({ ...NOTHING, subCategories: [] });
    for (const code of ['24a', '24b', '24c', '24d']) expect(line(body, code).description).toBe(null);
    expect(line(body, '16').description).toBe('Occupancy');
  });

  test('puts each expense in the column of its effective functional class', async () => {
    await spend('Office Supplies', '2002-01-01', 10.1);
    await spend('Postage & Shipping', '2002-06-15', 20.2, { ministryId: books.ministry('Administration') });
    await spend('Office Supplies', '2002-12-31', 0.03, { functionalClass: 'Fundraising' });
    await spend('Office Supplies', '2001-12-31', 500);
    await spend('Office Supplies', '2003-01-01', 500);
    const body = await report('year=2002');
    const figures = { total: 30.33, programServices: 10.1, managementAndGeneral: 20.2, fundraising: 0.03 };
    expect(line(body, '13')).toMatchObject(figures);
    expect(line(body, '13').subCategories).toHaveLength(2);
    expect(line(body, '13').subCategories).toEqual(
      expect.arrayContaining([
        { id: books.subCategory('Office Supplies'), name: 'Office Supplies', total: 10.13 },
        { id: books.subCategory('Postage & Shipping'), name: 'Postage & Shipping', total: 20.2 },
      ]),
    );
    expect(line(body, '25')).toMatchObject(figures);
    expect(body.totals).toEqual(figures);
  });

  test('counts only approved and paid expenses, by their booking date', async () => {
    const rent = { subCategoryId: books.subCategory('Rent') };
    await addExpense(books, { ...rent, expenseDate: '2003-05-01', amount: 1 });
    const pending = await addExpense(books, { ...rent, expenseDate: '2003-05-01', amount: 2 });
    await move(books, pending.id, 'submit');
    await spend('Rent', '2003-05-01', 4);
    const paid = await spend('Rent', '2003-05-01', 8);
    await move(books, paid.id, 'pay', { paidOn: '2004-01-05' });
    await addApproved(books, { ...rent, expenseDate: '2003-12-31', amount: 16 }, { bookedOn: '2004-01-01' });
    expect(line(await report('from=2003-02-01&to=2003-12-31'), '16').total).toBe(12);
    expect(line(await report('year=2004'), '16').total).toBe(16);
  });

  test('includes the first and the last day of the range, and returns both dates', async () => {
    await spend('Travel', '2005-03-01', 1);
    await spend('Travel', '2005-03-31', 2);
    await spend('Travel', '2005-02-28', 4);
    await spend('Travel', '2005-04-01', 8);
    const body = await report('from=2005-03-01&to=2005-03-31');
    expect(body).toMatchObject({ from: '2005-03-01', to: '2005-03-31' });
    expect(line(body, '17').total).toBe(3);
    expect(line(await report('year=2005'), '17').total).toBe(15);
  });

  test.each(['', 'year=x', 'from=2005-02-30&to=2005-03-01', 'from=2005-01-01', 'to=2005-01-01', 'year=2005.5'])(
    'is refused for the query "%s"',
    async (query) => expect(refusal(await books.admin.get(`${ROUTE}?${query}`))).toBe('400 validation_failed'),
  );

  test('is exact to the cent over many small expenses', async () => {
    for (let i = 0; i < 30; i += 1) await spend('Travel', '2006-01-05', i % 2 ? 0.1 : 0.07);
    const body = await report('year=2006');
    expect(line(body, '17').total).toBe(2.55);
    expect(body.totals.total).toBe(2.55);
  });
});

describe('an amount in the Form 990 report', () => {
  const office = () => ({ ministryId: books.ministry('Administration') });

  test.each([
    ['Domestic Mission Support', '1', '2007'],
    ['Benevolence', '2', '2008'],
    ['Foreign Mission Support', '3', '2009'],
  ])(
    'is moved to program services, with a warning, if its line has no column for its functional class: %s',
    async (name, code, year) => {
      await spend(name, `${year}-01-05`, 100.1, office());
      await spend(name, `${year}-01-06`, 50.05, office());
      await spend(name, `${year}-01-07`, 7, { functionalClass: 'Fundraising' });
      await spend(name, `${year}-01-08`, 1000);
      const body = await report(`year=${year}`);
      const figures = { total: 1157.15, programServices: 1157.15, managementAndGeneral: 0, fundraising: 0 };
      expect(line(body, code)).toMatchObject(figures);
      expect(body.totals).toEqual(figures);
      const listed = body.warnings.filter((warning: Json) => warning.code === 'column_not_allowed');
      expect(listed).toHaveLength(2);
      expect(listed).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ line: code, functionalClass: 'ManagementAndGeneral', amount: 150.15, count: 2 }),
          expect.objectContaining({ line: code, functionalClass: 'Fundraising', amount: 7, count: 1 }),
        ]),
      );
    },
  );

  test('stays in the column of its functional class, without a warning, if its line has that column', async () => {
    await spend('Rent', '2010-01-05', 5, office());
    const body = await report('year=2010');
    expect(body.warnings).toEqual([]);
    expect(line(body, '16')).toMatchObject({ programServices: 0, managementAndGeneral: 5 });
  });
});

describe('line 24', () => {
  const itemised = (body: Json) =>
    ['24a', '24b', '24c', '24d', '24e'].map((code) => [line(body, code).description, line(body, code).total]);

  test('shows the four largest subcategories under their own names and the rest as 24e', async () => {
    const amounts: Record<string, number> = {
      'Worship Supplies': 10,
      'Sound & Instruments': 700.07,
      'Curriculum & Books': 300,
      'Children & Youth Activities': 20,
      'Outreach Events': 500,
      'Fellowship Meals': 400.4,
      'Hospitality & Visitation': 5.5,
    };
    for (const [name, amount] of Object.entries(amounts)) await spend(name, '2011-02-02', amount);
    await spend('Outreach Events', '2011-03-02', 1, { functionalClass: 'Fundraising' });
    const body = await report('year=2011');
    expect(itemised(body).slice(0, 4)).toEqual([
      ['Sound & Instruments', 700.07],
      ['Outreach Events', 501],
      ['Fellowship Meals', 400.4],
      ['Curriculum & Books', 300],
    ]);
    expect(line(body, '24b')).toMatchObject({ programServices: 500, fundraising: 1 });
    expect(line(body, '24a').subCategories).toMatchObject([{ name: 'Sound & Instruments', total: 700.07 }]);
    expect(line(body, '24e').total).toBe(35.5);
    const rest = line(body, '24e').subCategories.map((sub: Json) => [sub.name, sub.total]);
    expect(rest).toHaveLength(3);
    expect(Object.fromEntries(rest)).toEqual({
      'Children & Youth Activities': 20,
      'Worship Supplies': 10,
      'Hospitality & Visitation': 5.5,
    });
    expect(body.totals.total).toBe(1936.97);
  });

  test('sorts equal amounts by name', async () => {
    const names = ['Worship Supplies', 'Sound & Instruments', 'Outreach Events', 'Hospitality & Visitation'];
    for (const name of [...names, 'Fellowship Meals', 'Curriculum & Books']) await spend(name, '2012-02-02', 50);
    const body = await report('year=2012');
    expect(
      itemised(body)
        .slice(0, 4)
        .map(([name]) => name),
    ).toEqual(['Curriculum & Books', 'Fellowship Meals', 'Hospitality & Visitation', 'Outreach Events']);
    expect(line(body, '24e').total).toBe(100);
  });

  test('leaves an unused letter without a description', async () => {
    await spend('Fellowship Meals', '2013-02-02', 5);
    await spend('Worship Supplies', '2013-02-02', 6);
    const body = await report('year=2013');
    expect(itemised(body).slice(0, 4)).toEqual([
      ['Worship Supplies', 6],
      ['Fellowship Meals', 5],
      [null, 0],
      [null, 0],
    ]);
    expect(line(body, '24e').total).toBe(0);
  });
});

describe('a line over 10 % of the total', () => {
  const fill24 = async (year: string, rest: number, rent: number) => {
    const large = ['Worship Supplies', 'Sound & Instruments', 'Curriculum & Books', 'Outreach Events'];
    for (const name of large) await spend(name, `${year}-02-02`, 100);
    await spend('Fellowship Meals', `${year}-02-02`, rest);
    await spend('Rent', `${year}-02-02`, rent);
    return report(`year=${year}`);
  };

  test('causes a warning for 24e from the first cent above 10 %', async () => {
    expect(codes(await fill24('2014', 90, 410))).toEqual([]);
    expect(codes(await fill24('2015', 90.01, 410))).toEqual(['line_24e_over_10_percent']);
  });

  test('causes a warning for 11g from the first cent above 10 %', async () => {
    await spend('Contract Services', '2016-01-05', 60);
    await spend('Guest Speakers', '2016-01-05', 40);
    await spend('Rent', '2016-01-05', 900);
    expect(codes(await report('year=2016'))).toEqual([]);
    await spend('Guest Speakers', '2016-01-05', 0.12);
    expect(codes(await report('year=2016'))).toEqual(['line_11g_over_10_percent']);
  });

  test('causes no warning if it is neither 24e nor 11g', async () => {
    await spend('Rent', '2017-01-05', 1000);
    await spend('Legal Fees', '2017-01-05', 1000);
    expect((await report('year=2017')).warnings).toEqual([]);
  });
});
