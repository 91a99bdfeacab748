import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Staff,
  addApproved,
  addExpense,
  badPaths,
  close,
  done,
  finalize,
  inDays,
  move,
  booksOfFile,
  refusal,
} from './books.ts';

const books = booksOfFile();
let treasurer: Staff;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
});

const at = (id: number) => `/api/expenses/${id}`;
const monthOf = (date: string) => `${date.slice(0, 4)}/${Number(date.slice(5, 7))}`;
/** Returns the first day of the month after this date. */
const nextMonth = (date: string) => {
  const [year = 0, month = 0] = date.split('-').map(Number);
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
};

async function submitted(expenseDate: string): Promise<number> {
  const { id } = await addExpense(books, { expenseDate });
  await move(books, id, 'submit');
  return id;
}

describe('the booking date', () => {
  test.each([
    ['given', '2024-01-10', '2999-01-01'],
    ['taken from the expense', '2999-01-01', undefined],
  ])('must not be later than tomorrow if it is %s', async (_how, expenseDate, bookedOn) => {
    const id = await submitted(expenseDate);
    const answer = await books.admin.post(`${at(id)}/approve`, { bookedOn });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['bookedOn']);
    expect((await done(books.admin.get(at(id)))).status).toBe('PendingApproval');
  });

  test('must not be before the fiscal year of the first document, and may be any day of that year', async () => {
    const id = await submitted('2011-03-10');
    for (const bookedOn of ['1900-01-01', '2010-12-31']) {
      const answer = await books.admin.post(`${at(id)}/approve`, { bookedOn });
      expect(refusal(answer)).toBe('422 before_the_books');
      expect(answer.body.detail).toContain('start of the books on 2011-01-01');
    }
    expect((await done(books.admin.get(at(id)))).status).toBe('PendingApproval');
    expect((await done(books.admin.post(`${at(id)}/approve`, { bookedOn: '2011-01-01' }))).bookedOn).toBe('2011-01-01');
  });

  test('may be tomorrow', async () => {
    const id = await submitted(inDays(1));
    expect((await done(books.admin.post(`${at(id)}/approve`))).bookedOn).toBe(inDays(1));
  });
});

describe('the date of a payment', () => {
  test('must not be later than today', async () => {
    const { id } = await addApproved(books, { expenseDate: '2024-01-10' });
    const answer = await treasurer.post(`${at(id)}/pay`, { paidOn: inDays(1) });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['paidOn']);
    expect((await done(treasurer.post(`${at(id)}/pay`, { paidOn: inDays(0) }))).paidOn).toBe(inDays(0));
  });

  test('must not be before the start of the books', async () => {
    const { id } = await addApproved(books, { expenseDate: '2024-01-10' });
    expect(refusal(await treasurer.post(`${at(id)}/pay`, { paidOn: '1900-01-01' }))).toBe('422 before_the_books');
    expect((await done(treasurer.get(at(id)))).status).toBe('Approved');
  });

  test('must not be in a finalized month, and the refusal names the first open date', async () => {
    const { id } = await addApproved(books, { expenseDate: '2014-05-10' });
    const frozen = await close(books, '2014/5');
    const answer = await treasurer.post(`${at(id)}/pay`, { paidOn: '2014-05-20' });
    expect(refusal(answer)).toBe('409 period_finalized');
    expect(answer.body.firstOpenDate).toBe('2014-06-01');
    expect((await done(treasurer.post(`${at(id)}/pay`, { paidOn: '2014-06-01' }))).status).toBe('Paid');
    expect((await done(books.admin.get('/api/monthly-statements/2014/5'))).unpaid).toEqual(frozen.unpaid);
  });
});

test('while the current month is finalized, an expense can be booked on the first open date, but not paid today', async () => {
  const { id: owed } = await addApproved(books, { expenseDate: inDays(0) });
  const months = [...new Set([monthOf(inDays(0)), monthOf(inDays(1))])];
  for (const month of months) await done(finalize(books, month, '?force=true'));
  const first = nextMonth(inDays(1));
  const id = await submitted(inDays(0));
  expect((await books.admin.post(`${at(id)}/approve`)).body).toMatchObject({
    code: 'period_finalized',
    firstOpenDate: first,
  });
  expect(badPaths(await books.admin.post(`${at(id)}/approve`, { bookedOn: first.replace(/01$/, '02') }))).toEqual([
    'bookedOn',
  ]);
  expect((await done(books.admin.post(`${at(id)}/approve`, { bookedOn: first }))).bookedOn).toBe(first);
  expect((await treasurer.post(`${at(owed)}/pay`)).body).toMatchObject({ code: 'period_finalized' });
});
