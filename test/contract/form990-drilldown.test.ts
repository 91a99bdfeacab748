import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, addApproved, addExpense, done, expense, move, booksOfFile, refusal } from './books.ts';
import { request } from '../support/daemon.ts';
import { holders, others } from './roles.ts';

const books = booksOfFile();
const REPORT = '/api/form990/functional-expenses';
const YEAR = 'year=2024';
const routeOf = (code: string, query = YEAR) => `${REPORT}/${code}/expenses?${query}`;
const report = (query = YEAR) => done(books.admin.get(`${REPORT}?${query}`));
const lineOf = (body: Json, code: string) => body.lines.find((row: Json) => row.code === code);
const cents = (rows: readonly Json[]) => rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);

/** Returns every expense behind a line, collected from all pages. */
async function behind(code: string, query = YEAR, pageSize = 200): Promise<Json[]> {
  const rows: Json[] = [];
  let pages = 1;
  let count = 0;
  for (let page = 1; page <= pages; page += 1) {
    const body = await done(books.admin.get(routeOf(code, `${query}&pageSize=${pageSize}&page=${page}`)));
    expect(body).toMatchObject({ page, pageSize });
    ({ totalPages: pages, totalCount: count } = body);
    rows.push(...body.items);
  }
  expect(rows).toHaveLength(count);
  return rows;
}

/** Returns a linear congruential generator, which yields the same random numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(state / 65_536) % below;
  };
}

let names: string[];

beforeAll(async () => {
  const { items } = await done(books.admin.get('/api/expense-categories'));
  names = items.flatMap((group: Json) => group.subCategories.map((one: Json) => one.name));
  const ministries = ['Worship', 'Administration', 'Youth'];
  const classes = [undefined, 'ProgramServices', 'ManagementAndGeneral', 'Fundraising'];
  const pick = numbers(990);
  // Adds at least two expenses for each subcategory: the first in 2024, the others in random years from 2023 to 2025.
  for (const [index, name] of [...names, ...names, ...names.slice(0, 14)].entries()) {
    await addApproved(books, {
      subCategoryId: books.subCategory(name),
      ministryId: books.ministry(ministries[pick(3)] ?? 'Worship'),
      functionalClass: classes[pick(4)],
      expenseDate: `${index < names.length ? 2024 : 2023 + pick(3)}-0${1 + pick(9)}-1${pick(10)}`,
      amount: (1 + pick(90_000)) / 100,
    });
  }
  const mission = { subCategoryId: books.subCategory('Domestic Mission Support'), amount: 12.34 };
  await addApproved(books, { ...mission, expenseDate: '2024-06-01', functionalClass: 'Fundraising' });
  const rent = { subCategoryId: books.subCategory('Rent'), amount: 5000 };
  await addExpense(books, { ...rent, expenseDate: '2024-05-01', description: 'Only a draft' });
  const { id } = await addExpense(books, { ...rent, expenseDate: '2024-05-01', description: 'Only submitted' });
  await move(books, id, 'submit');
  await addApproved(
    books,
    { ...rent, expenseDate: '2023-12-31', amount: 0.05, description: 'Booked later' },
    { bookedOn: '2024-01-01' },
  );
  await addApproved(
    books,
    { ...rent, expenseDate: '2024-12-31', amount: 0.07, description: 'Booked next year' },
    { bookedOn: '2025-01-01' },
  );
}, 120_000);

describe('the expenses behind a Form 990 line', () => {
  test('add up to the total of their line, for every line of the report, including 24a to 24e', async () => {
    const body = await report();
    const seen: number[] = [];
    for (const { code, total, subCategories } of body.lines.filter((row: Json) => row.code !== '25')) {
      const rows = await behind(code);
      expect([code, cents(rows)]).toEqual([code, Math.round(total * 100)]);
      const own = new Set(subCategories.map((one: Json) => one.name));
      expect(new Set(rows.map((row) => row.subCategoryName))).toEqual(own);
      for (const one of subCategories) {
        const part = rows.filter((row) => row.subCategoryName === one.name);
        expect(cents(part)).toBe(Math.round(one.total * 100));
      }
      seen.push(...rows.map((row) => row.id));
    }
    // Each expense belongs to exactly one line, and the lines together contain every expense of the year.
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(names.length);
    const { items } = await done(books.admin.get('/api/expenses?pageSize=200'));
    const booked = items.filter((row: Json) => row.bookedOn?.startsWith('2024-'));
    expect(seen.toSorted((a, b) => a - b)).toEqual(
      booked.map((row: Json) => row.id).toSorted((a: number, b: number) => a - b),
    );
  }, 60_000);

  test('have the same values as when they are read individually', async () => {
    const [row] = await behind('16');
    expect(await done(books.admin.get(`/api/expenses/${row?.id}`))).toMatchObject({
      id: row?.id,
      amount: row?.amount,
      bookedOn: row?.bookedOn,
      subCategoryName: row?.subCategoryName,
    });
    expect(row?.bookedOn).toMatch(/^2024-/);
  });

  test('are the approved or paid expenses booked in the year, whatever their expense date', async () => {
    const shown = (await behind('16')).map(({ description }) => description);
    expect(shown).toContain('Booked later');
    for (const not of ['Only a draft', 'Only submitted', 'Booked next year']) expect(shown).not.toContain(not);
    const next = (await behind('16', 'year=2025')).map(({ description }) => description);
    expect(next).toContain('Booked next year');
    expect(next).not.toContain('Booked later');
  });

  test('include expenses of another functional class if the line has only one column', async () => {
    const rows = await behind('1');
    expect(rows.some((row) => row.effectiveFunctionalClass !== 'ProgramServices')).toBe(true);
    const { total, programServices } = lineOf(await report(), '1');
    expect([programServices, cents(rows)]).toEqual([total, Math.round(total * 100)]);
  });

  test('include reversals, so that the sum is correct', async () => {
    const fields = { subCategoryId: books.subCategory('Loan Interest'), expenseDate: '2019-03-01', amount: 20.2 };
    const { id } = await addApproved(books, fields);
    const reversal = { date: '2019-04-01', amount: 5.05, reason: 'charged twice' };
    await done(books.admin.post(`/api/expenses/${id}/reverse`, reversal));
    const rows = await behind('20', 'year=2019');
    expect(rows.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([-5.05, 20.2]);
    expect(lineOf(await report('year=2019'), '20').total).toBe(15.15);
  });
});

describe('line 24', () => {
  test('shows the four largest subcategories of the range in the query as 24a to 24d, and the rest as 24e', async () => {
    const spend = (name: string, expenseDate: string, amount: number) =>
      addApproved(books, { subCategoryId: books.subCategory(name), expenseDate, amount });
    const five = [
      'Worship Supplies',
      'Sound & Instruments',
      'Curriculum & Books',
      'Outreach Events',
      'Fellowship Meals',
    ];
    for (const [index, name] of five.entries()) {
      await spend(name, '2018-01-05', 100 - index);
      await spend(name, '2018-02-05', 10 * index + 1);
    }
    const shown = async (query: string) => {
      const codes = ['24a', '24b', '24c', '24d', '24e'];
      const all = await Promise.all(codes.map((code) => behind(code, query)));
      return all.map((rows) => [...new Set(rows.map((row) => row.subCategoryName))]);
    };
    expect(await shown('from=2018-01-01&to=2018-01-31')).toEqual(five.map((name) => [name]));
    expect(await shown('from=2018-02-01&to=2018-02-28')).toEqual(five.toReversed().map((name) => [name]));
  });

  test('has no expenses behind an unused letter', async () => {
    await addApproved(books, { subCategoryId: books.subCategory('Fellowship Meals'), expenseDate: '2017-01-05' });
    expect(await behind('24a', 'year=2017')).toHaveLength(1);
    for (const code of ['24b', '24c', '24d', '24e']) expect(await behind(code, 'year=2017')).toEqual([]);
  });
});

describe('the list of expenses behind a line', () => {
  test('has pages that neither repeat nor skip an expense', async () => {
    const whole = await behind('13');
    expect(whole.length).toBeGreaterThan(6);
    const { body } = await books.admin.get(routeOf('13'));
    expect(body).toMatchObject({ page: 1, pageSize: 25, totalCount: whole.length });
    const paged = await behind('13', YEAR, 2);
    expect(new Set(paged.map(({ id }) => id))).toEqual(new Set(whole.map(({ id }) => id)));
    const beyond = await done(books.admin.get(routeOf('13', `${YEAR}&page=99`)));
    expect(beyond).toMatchObject({ items: [], page: 99, totalCount: whole.length });
  });

  test.each(['pageSize=0', 'pageSize=201', 'page=0', 'page=x', 'sort=nothing'])(
    'refuses the query %s',
    async (query) => {
      expect(refusal(await books.admin.get(routeOf('13', `${YEAR}&${query}`)))).toBe('400 validation_failed');
    },
  );

  test('accepts from and to, as the report does', async () => {
    const query = 'from=2024-03-10&to=2024-06-19';
    const rows = await behind('13', query);
    expect(cents(rows)).toBe(Math.round(lineOf(await report(query), '13').total * 100));
    for (const { bookedOn } of rows) {
      expect(bookedOn >= '2024-03-10' && bookedOn <= '2024-06-19', bookedOn).toBe(true);
    }
  });

  test.each(['', 'year=x', 'from=2024-01-01', 'to=2024-01-01', 'from=2024-02-30&to=2024-03-01'])(
    'refuses the range "%s", as the report does',
    async (query) => expect(refusal(await books.admin.get(routeOf('13', query)))).toBe('400 validation_failed'),
  );

  test('is empty for a year without expenses', async () => {
    expect(await behind('16', 'year=1999')).toEqual([]);
  });

  test.each(['99', '24f', '0', '11h', '13a', 'total', 'constructor', "13'--"])(
    'is not found for line %s, which the report does not have',
    async (code) => {
      expect(refusal(await books.admin.get(routeOf(encodeURIComponent(code))))).toBe('404 not_found');
    },
  );

  // Line 25 is the sum of the other lines. Its list either contains all expenses of the year or does not exist.
  test('contains all expenses of the year for line 25, if line 25 has such a list', async () => {
    const answer = await books.admin.get(routeOf('25', `${YEAR}&pageSize=1`));
    const { totalCount } = await done(books.admin.get('/api/expenses?pageSize=1'));
    expect(['200 undefined', '404 not_found']).toContain(refusal(answer));
    const rows = answer.status === 200 ? await behind('25') : undefined;
    const total = Math.round((await report()).totals.total * 100);
    expect(cents(rows ?? [])).toBe(rows === undefined ? 0 : total);
    expect(rows?.length ?? 0).toBeLessThan(totalCount);
  });
});

describe('permissions for the expenses behind a line', () => {
  test.each(holders('reports.read'))('a %s can read them', async (role) => {
    const someone = await books.as([role]);
    const { status, body } = await someone.get(routeOf('16'));
    expect(status).toBe(200);
    expect(body.totalCount).toBeGreaterThan(0);
  });

  test.each(others('reports.read'))('a %s cannot read them', async (role) => {
    const someone = await books.as([role]);
    await done(someone.post('/api/expenses', expense(books, { expenseDate: '2024-01-05' })));
    expect(refusal(await someone.get(routeOf('16')))).toBe('403 forbidden');
  });

  test('nobody can read them without signing in', async () => {
    expect(refusal(await request(books.daemon.url, 'GET', routeOf('16')))).toBe('401 unauthenticated');
  });
});
