import { describe, expect, test } from 'vitest';
import { type History, unpaidParts } from '../../src/books/unpaid-parts.ts';
import type { Minor } from '../../src/lib/money.ts';

const NOWHERE = { subCategoryId: null, accountId: null, ministryId: null, functionalClass: null };

/** Returns parts of the funds 1, 2 and so on. A fund with the amount 0 has no part. */
const parts = (...amounts: number[]) =>
  amounts.flatMap((amount, index) =>
    amount === 0 ? [] : [{ ...NOWHERE, fundId: index + 1, amount: amount as Minor }],
  );
const reversal = (day: string, ...amounts: number[]) => ({ day, parts: parts(...amounts) });
const payment = (day: string, amount: number) => ({ day, amount: amount as Minor });

/** Returns the unpaid amounts of the funds 1 to 3. */
function unpaid(expense: readonly number[], more: Partial<Omit<History, 'expense'>> = {}): number[] {
  const left = unpaidParts({ expense: parts(...expense), reversals: [], payments: [], ...more });
  return [1, 2, 3].map((fund) => left.filter((one) => one.fundId === fund).reduce((all, one) => all + one.amount, 0));
}

describe('what is unpaid of an expense', () => {
  test('is divided in proportion to its parts, and several payments lose no cent', () => {
    const paid = (...amounts: number[]) => unpaid([1, 1, 1], { payments: amounts.map((one) => payment('1', one)) });
    expect([paid(), paid(1), paid(1, 1), paid(1, 1, 1)]).toEqual([
      [1, 1, 1],
      [1, 0, 1],
      [0, 1, 0],
      [0, 0, 0],
    ]);
  });

  test('has parts with the signs of the parts of the expense, such as a salary and its withholding', () => {
    expect(unpaid([1000, -200], { payments: [payment('1', 200)] })).toEqual([750, -150, 0]);
  });

  test('becomes less by a reversal of one part, whatever was paid of the others', () => {
    const reversals = [reversal('2', 0, -20)];
    expect(unpaid([60, 40], { reversals, payments: [payment('1', 50)] })).toEqual([30, 0, 0]);
    expect(unpaid([60, 40], { reversals, payments: [payment('1', 50), payment('3', 10)] })).toEqual([20, 0, 0]);
  });

  test('is divided in proportion to what a reversal of the same day leaves', () => {
    expect(unpaid([60, 40], { reversals: [reversal('1', 0, -40)], payments: [payment('1', 30)] })).toEqual([30, 0, 0]);
  });

  test('may remain of a part of which more was paid than the reversals left, until nothing is owed', () => {
    const reversals = [reversal('2', 0, -40)];
    expect(unpaid([60, 40], { reversals, payments: [payment('1', 50)] })).toEqual([30, -20, 0]);
    expect(unpaid([60, 40], { reversals, payments: [payment('1', 60)] })).toEqual([0, 0, 0]);
    const later = [...reversals, reversal('3', -10)];
    expect(unpaid([60, 40], { reversals: later, payments: [payment('1', 60)] })).toEqual([-10, 0, 0]);
  });
});

describe('after a payment that was voided later', () => {
  const payments = [payment('1', 100)];

  test('a reversal with an earlier date takes back its own parts', () => {
    expect(unpaid([60, 40], { reversals: [reversal('2', -60, -40)], payments })).toEqual([-60, -40, 0]);
    expect(unpaid([60, 40], { reversals: [reversal('2', 0, -40)], payments })).toEqual([0, -40, 0]);
    expect(unpaid([60, 40], { reversals: [reversal('2', -59, -40)], payments })).toEqual([-59, -40, 0]);
  });

  test('a payment with an earlier date is divided in proportion to what the reversals left', () => {
    const reversals = [reversal('2', 0, -40)];
    expect(unpaid([60, 40], { reversals, payments: [...payments, payment('3', 60)] })).toEqual([-60, -40, 0]);
  });

  test('the payment is divided in proportion to the expense if a reversal with an earlier date leaves less', () => {
    expect(unpaid([60, 40], { reversals: [reversal('0', -60, -40)], payments })).toEqual([-60, -40, 0]);
    expect(unpaid([60, 40], { reversals: [reversal('0', -60, -39)], payments })).toEqual([-60, -39, 0]);
  });

  test('no part gets more than its amount, although little is left of a salary and its withholding', () => {
    const paid = [payment('1', 800)];
    expect(unpaid([1000, -200], { reversals: [reversal('2', -799)], payments: paid })).toEqual([-799, 0, 0]);
    expect(unpaid([1000, -200], { reversals: [reversal('0', -799)], payments: paid })).toEqual([-799, 0, 0]);
  });
});
