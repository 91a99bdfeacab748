import { expect, test } from 'vitest';
import { type Json, addApproved, addExpense, done, move, booksOfFile } from './books.ts';

const books = booksOfFile();

const CLASSES = ['ProgramServices', 'ManagementAndGeneral', 'Fundraising'] as const;
type Class = (typeof CLASSES)[number];
type Booked = { sub: string; line: string; cents: number; cls: Class; bookedOn: string };
type Sum = { total: number } & Record<Class, number>;

/** Returns a Mulberry32 generator, which yields the same random numbers for the same seed. */
function generator(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    below: (limit: number) => Math.floor(next() * limit),
    pick: <T>(items: readonly T[]) => items[Math.floor(next() * items.length)] as T,
  };
}

const empty = (): Sum => ({ total: 0, ProgramServices: 0, ManagementAndGeneral: 0, Fundraising: 0 });

function add(sum: Sum, { cls, cents }: { cls: Class; cents: number }) {
  sum.total += cents;
  sum[cls] += cents;
}

function grouped(rows: readonly Booked[], key: (row: Booked) => string): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const row of rows) {
    const sum = sums.get(key(row)) ?? empty();
    add(sum, row);
    sums.set(key(row), sum);
  }
  return sums;
}

/** Computes the report in whole cents, independently of the service. */
function recompute(rows: readonly Booked[]) {
  const only = (row: Booked): Booked => (['1', '2', '3'].includes(row.line) ? { ...row, cls: 'ProgramServices' } : row);
  const placed = rows.map(only);
  const largest = [
    ...grouped(
      placed.filter((row) => row.line === '24'),
      (row) => row.sub,
    ),
  ]
    .toSorted(([a, x], [b, y]) => y.total - x.total || (a < b ? -1 : 1))
    .map(([name]) => name);
  const letter = (name: string) => `24${'abcde'[Math.min(largest.indexOf(name), 4)]}`;
  const lines = grouped(placed, (row) => (row.line === '24' ? letter(row.sub) : row.line));
  const total = empty();
  for (const row of placed) add(total, row);
  const misplaced = rows.filter((row) => only(row).cls !== row.cls);
  return { lines, total, largest, misplaced: grouped(misplaced, (row) => `${row.line} ${row.cls}`) };
}

const figures = (sum: Sum) => ({
  total: sum.total / 100,
  programServices: sum.ProgramServices / 100,
  managementAndGeneral: sum.ManagementAndGeneral / 100,
  fundraising: sum.Fundraising / 100,
});

async function fill(seed: number): Promise<Booked[]> {
  const random = generator(seed);
  const { items: groups } = await done(books.admin.get('/api/expense-categories'));
  const { items: ministries } = await done(books.admin.get('/api/ministries'));
  const subs = groups.flatMap((group: Json) => group.subCategories);
  const day = () => String(1 + random.below(28)).padStart(2, '0');
  const date = () => `${2010 + random.below(3)}-${String(1 + random.below(12)).padStart(2, '0')}-${day()}`;
  const booked: Booked[] = [];
  for (let i = 0; i < 160; i += 1) {
    const sub = random.pick<Json>(subs);
    const ministry = random.pick<Json>(ministries);
    const own = random.below(3) === 0 ? random.pick(CLASSES) : undefined;
    const cents = 1 + random.below(random.pick([100, 10_000, 3_000_000]));
    const expenseDate = date();
    const fields = { subCategoryId: sub.id, ministryId: ministry.id, expenseDate, amount: cents / 100 };
    const all = own === undefined ? fields : { ...fields, functionalClass: own };
    const fate = random.below(8);
    if (fate < 2) {
      const { id } = await addExpense(books, all);
      if (fate === 1) await move(books, id, 'submit');
      continue;
    }
    const bookedOn = fate < 4 ? date() : expenseDate;
    const { id } = await addApproved(books, all, bookedOn === expenseDate ? undefined : { bookedOn });
    if (fate > 5) await move(books, id, 'pay', { paidOn: '2013-01-31' });
    const cls = own ?? ministry.defaultFunctionalClass;
    booked.push({ sub: sub.name, line: sub.form990LineCode, cents, cls, bookedOn });
  }
  return booked;
}

test('the report of 160 random expenses agrees with an independent computation, for years and other ranges', async () => {
  const booked = await fill(990);
  const ranges = [
    ['2010-01-01', '2010-12-31', 'year=2010'],
    ['2011-01-01', '2011-12-31', 'year=2011'],
    ['2012-01-01', '2012-12-31', 'year=2012'],
    ['2010-01-01', '2012-12-31', 'from=2010-01-01&to=2012-12-31'],
    ['2010-07-15', '2011-06-14', 'from=2010-07-15&to=2011-06-14'],
    ['2011-03-03', '2011-03-03', 'from=2011-03-03&to=2011-03-03'],
  ] as const;
  for (const [from, to, query] of ranges) {
    const rows = booked.filter(({ bookedOn }) => bookedOn >= from && bookedOn <= to);
    const expected = recompute(rows);
    const body = await done(books.admin.get(`/api/form990/functional-expenses?${query}`));
    expect(body).toMatchObject({ from, to, totals: figures(expected.total) });
    for (const { code, subCategories, ...shown } of body.lines) {
      const sum = code === '25' ? expected.total : (expected.lines.get(code) ?? empty());
      expect({ code, ...shown }).toMatchObject({ code, ...figures(sum) });
      if (code === '25') continue;
      const cents = subCategories.reduce((all: number, sub: Json) => all + Math.round(sub.total * 100), 0);
      expect({ code, cents }).toEqual({ code, cents: sum.total });
    }
    const letters = body.lines.filter((line: Json) => /24[a-d]/.test(line.code));
    expect(letters.map((line: Json) => line.description)).toEqual(
      [0, 1, 2, 3].map((at) => expected.largest[at] ?? null),
    );
    const warned = body.warnings.filter((warning: Json) => warning.code === 'column_not_allowed');
    const shown = warned.map((one: Json) => [`${one.line} ${one.functionalClass}`, Math.round(one.amount * 100)]);
    const wanted = [...expected.misplaced].map(([key, sum]) => [key, sum.total]);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(wanted));
    for (const code of ['24e', '11g']) {
      const over = (expected.lines.get(code)?.total ?? 0) * 10 > expected.total.total;
      const warning = `line_${code}_over_10_percent`;
      expect([code, body.warnings.some((one: Json) => one.code === warning)]).toEqual([code, over]);
    }
  }
});

test('the expenses in the monthly statements of a year add up to the total of the report for that year', async () => {
  const sums: number[] = [];
  for (let month = 1; month <= 12; month += 1) {
    const { totalExpenses } = await done(books.admin.get(`/api/monthly-statements/2011/${month}`));
    sums.push(Math.round(totalExpenses * 100));
  }
  const { totals } = await done(books.admin.get('/api/form990/functional-expenses?year=2011'));
  expect(sums.reduce((all, one) => all + one, 0)).toBe(Math.round(totals.total * 100));
});
