/** Shared tests of the reversals of givings and the reversals of expenses. */
import { beforeAll, expect, test } from 'vitest';
import type { Answer } from '../support/daemon.ts';
import { type Books, badPaths, close, done, refusal, statementOf } from './books.ts';

/** How to enter and reverse a giving or an expense, and how to read the totals. */
export type Reversible = {
  books: Books;
  what: 'giving' | 'expense';
  route: (id: number) => string;
  reverse: (id: number, fields: Record<string, unknown>) => Promise<Answer>;
  /** Enters a giving or an approved expense of 10.00 on this date, and returns its id. */
  counting: (date: string) => Promise<number>;
  /** Enters a giving or an expense on this date that can still be deleted, and returns its id. */
  deletable: (date: string) => Promise<number>;
  /** Returns the number of givings or expenses, including reversals. */
  count: () => Promise<number>;
  /** Returns the total of givings or expenses in the month’s statement. */
  sum: (month: string) => Promise<number>;
  /** Further fields that the request must refuse, with their paths. */
  alsoBad: readonly [path: string, fields: Record<string, unknown>][];
};

/** Declares the tests of requests that are refused. */
export function refusesBadReversals(one: Reversible): void {
  const { books, reverse, count, what } = one;
  let original: number;
  beforeAll(async () => {
    original = await one.counting('2001-01-07');
  });

  test.each([
    ['date', { date: undefined }],
    ['date', { date: '2001-02-30' }],
    ['date', { date: null }],
    ['reason', { reason: undefined }],
    ['reason', { reason: '' }],
    ['reason', { reason: '   ' }],
    ['reason', { reason: 5 }],
    ['amount', { amount: 0 }],
    ['amount', { amount: -1 }],
    ['amount', { amount: 0.001 }],
    ['amount', { amount: '5' }],
    ['memberId', { memberId: 1 }],
    ...one.alsoBad,
  ])('is refused for its %s: %j', async (path, fields) => {
    const before = await count();
    const answer = await reverse(original, { date: '2001-01-08', ...fields });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual([path]);
    expect(await count()).toBe(before);
  });

  test('is refused with several invalid fields, and the refusal names all of them', async () => {
    const answer = await books.admin.post(`${one.route(original)}/reverse`, { amount: -1, typo: 1 });
    expect(badPaths(answer)).toEqual(['amount', 'date', 'reason', 'typo']);
  });

  test(`returns 404 if the ${what} does not exist or was deleted`, async () => {
    expect(refusal(await reverse(999_999, { date: '2001-01-08' }))).toBe('404 not_found');
    const id = await one.deletable('2001-03-04');
    await done(books.admin.del(one.route(id)));
    const before = await count();
    expect(refusal(await reverse(id, { date: '2001-03-05' }))).toBe('404 not_found');
    expect(await count()).toBe(before);
  });

  test('is refused and leaves nothing behind if it reverses a reversal', async () => {
    const id = await one.counting('2001-04-04');
    const { body } = await reverse(id, { date: '2001-04-05' });
    const before = await count();
    const answer = await reverse(body.id, { date: '2001-04-06' });
    const refusals = ['409 reversed', '409 already_reversed'];
    // For an expense, the status of the reversal is another reason to refuse. The contract does not say which is
    // checked first.
    if (what === 'expense') refusals.push('409 invalid_transition');
    expect(refusals).toContain(refusal(answer));
    expect(await count()).toBe(before);
    expect(await one.sum('2001/4')).toBe(0);
  });
}

/** Declares the test of a finalized month in the given year. */
export function keepsClosedMonth(one: Reversible, year: number): void {
  const { books, reverse, count, what } = one;

  test(`refuses a reversal that is dated in this month, even if the ${what} is in another month`, async () => {
    const inside = await one.counting(`${year}-03-07`);
    const outside = await one.counting(`${year}-04-04`);
    const before = await close(books, `${year}/3`);
    for (const id of [inside, outside]) {
      const rows = await count();
      expect(refusal(await reverse(id, { date: `${year}-03-31` }))).toBe('409 period_finalized');
      expect(await count()).toBe(rows);
      expect((await reverse(id, { date: `${year}-04-30` })).status).toBe(201);
    }
    expect(await statementOf(books, `${year}/3`)).toEqual(before);
  });
}

/** Declares the test of a finalized month that carries over the balance of a draft month, both in the given year. */
export function keepsCarriedMonth({ books, reverse, count, counting }: Reversible, year: number): void {
  test('refuses a reversal in the draft month before it, but not a reversal in a later month', async () => {
    const id = await counting(`${year}-05-02`);
    await done(books.admin.put(`/api/monthly-statements/${year}/5`, { openingBalance: 10 }));
    const before = await close(books, `${year}/6`);
    const rows = await count();
    expect(refusal(await reverse(id, { date: `${year}-05-30` }))).toBe('409 period_finalized');
    expect(await statementOf(books, `${year}/6`)).toEqual(before);
    expect(await count()).toBe(rows);
    expect((await reverse(id, { date: `${year}-07-01` })).status).toBe(201);
  });
}
