import { beforeEach, expect, test } from 'vitest';
import { SummaryQuery } from '../../../../src/features/giving/summary/schema.ts';
import { summarizeGiving } from '../../../../src/features/giving/summary/service.ts';
import { listCategories } from '../../../../src/features/giving/categories/service.ts';
import { NewGiving } from '../../../../src/features/giving/givings/schema.ts';
import { Reversal } from '../../../../src/books/reversal-schema.ts';
import { reverseGiving } from '../../../../src/features/giving/givings/reversal.ts';
import { createGiving } from '../../../../src/features/giving/givings/service.ts';
import { NewMember } from '../../../../src/features/people/members/schema.ts';
import { createMember } from '../../../../src/features/people/members/service.ts';
import { NewSession } from '../../../../src/features/giving/offerings/schema.ts';
import { createSession } from '../../../../src/features/giving/offerings/service.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp, type TestApp } from '../../../support/app.ts';

let app: TestApp;
let categories: number[];
let ann: number;
let ben: number;
beforeEach(async () => {
  app = await testApp();
  categories = (await listCategories(app, false)).items.map(({ id }) => id);
  const add = async (firstName: string) =>
    (await createMember(app, decode(NewMember, { firstName, lastName: 'Lee' }))).id;
  [ann, ben] = [await add('Ann'), await add('Ben')];
});

const give = (fields: object) =>
  createGiving(app, decode(NewGiving, { categoryId: categories[0], amount: 1, method: 'Cash', ...fields }));
const sum = (query: object) => summarizeGiving(app, decode(SummaryQuery, query));

test('420 gifts of 0.10 add up to 42.00, and only attendance within the range of dates is counted', async () => {
  const givings = Array.from({ length: 420 }, () => ({ categoryId: categories[0], amount: 0.1, method: 'Cash' }));
  await createSession(app, decode(NewSession, { date: '2026-03-01', sundayAttendanceCount: 100, givings }));
  await createSession(app, decode(NewSession, { date: '2026-03-08', sundayAttendanceCount: 101 }));
  await createSession(app, decode(NewSession, { date: '2026-04-05', sundayAttendanceCount: 50 }));
  const { items, totals } = await sum({ from: '2026-03-01', to: '2026-03-31' });
  const attendance = { sundays: 2, total: 201, average: 101 };
  expect(totals).toEqual({ amount: 4200, count: 420, givers: 0, attendance });
  expect(items).toEqual([
    { key: '2026-03', name: '2026-03', categoryId: null, amount: 4200, count: 420, givers: 0, attendance },
  ]);
});

test('a giver counts once in each group and once in the total, even after several gifts', async () => {
  for (const date of ['2026-01-04', '2026-01-18', '2026-02-01']) await give({ memberId: ann, date });
  await give({ memberId: ben, date: '2026-02-01', categoryId: categories[1] });
  await give({ memberId: ben, date: '2025-12-31' });
  const range = { from: '2026-01-01', to: '2026-02-28' };
  const months = await sum(range);
  expect(months.items.map(({ key, count, givers }) => [key, count, givers])).toEqual([
    ['2026-01', 2, 1],
    ['2026-02', 2, 2],
  ]);
  expect(months.totals).toMatchObject({ amount: 400, count: 4, givers: 2 });
  const byCategory = await sum({ ...range, groupBy: 'category' });
  expect(byCategory.items.map(({ categoryId, givers }) => [categoryId, givers])).toEqual([
    [categories[0], 1],
    [categories[1], 1],
  ]);
});

test('reversals are subtracted and gifts in kind add nothing', async () => {
  const { id } = await give({ memberId: ann, date: '2026-01-04', amount: 50 });
  await reverseGiving(app, id, decode(Reversal, { date: '2026-01-10', amount: 20, reason: 'x' }));
  await give({ memberId: ann, date: '2026-01-05', amount: 999, nonCashDescription: 'A piano', method: 'Other' });
  const { items } = await sum({ from: '2026-01-01', to: '2026-01-31', groupBy: 'method' });
  expect(items.map(({ key, amount, count }) => [key, amount, count])).toEqual([
    ['Cash', 3000, 2],
    ['Other', 0, 1],
  ]);
});

test('a range without gifts has zero totals', async () => {
  const { items, totals } = await sum({ from: '1900-01-01', to: '2999-12-31', groupBy: 'category' });
  expect(items).toEqual([]);
  expect(totals).toMatchObject({ amount: 0, count: 0, givers: 0 });
});
