import { expect, test } from 'vitest';
import { allocate } from '../../src/books/allocation.ts';
import type { Minor } from '../../src/lib/money.ts';

const divide = (amount: number, ...weights: number[]) => allocate(amount as Minor, weights as Minor[]);

test.each([
  ['in proportion to the weights', divide(100, 3000, 1000), [75, 25]],
  ['so that the parts add up to the amount', divide(100, 1, 1, 1), [33, 34, 33]],
  ['into the weights themselves if they add up to the amount', divide(8999, 5999, 4000, -1000), [5999, 4000, -1000]],
  ['with its sign', divide(-5, 30, 20), [-3, -2]],
  ['into parts with the sign of their weights', divide(50, 80, -30), [80, -30]],
  ['so that halves of a cent are rounded away from zero', divide(1, 1, 1), [1, 0]],
  ['so that the first part is everything if the weights add up to zero', divide(70, 10, -10, 0), [70, 0, 0]],
])('an amount is divided %s', (_how, parts, expected) => {
  expect(parts).toEqual(expected);
});
