import { expect, test } from 'vitest';
import { generator } from '../../src/lib/random.ts';

const draws = (seed: string | number) => {
  const random = generator(seed);
  return Array.from({ length: 20 }, () => random.below(1000));
};

test('the same seed gives the same numbers, and a different seed gives different numbers', () => {
  expect(draws('grace')).toEqual(draws('grace'));
  expect(draws('grace')).not.toEqual(draws('gracf'));
  expect(draws(7)).toEqual(draws(7));
  expect(draws('陳')).not.toEqual(draws('林'));
});

test('numbers stay within their bounds, and both bounds can occur', () => {
  const random = generator('bounds');
  const numbers = Array.from({ length: 500 }, () => random.between(-2, 2));
  expect([Math.min(...numbers), Math.max(...numbers)]).toEqual([-2, 2]);
});

test('an option of weight zero is never picked, and a heavier option is picked more often', () => {
  const random = generator('weights');
  const counts = { never: 0, seldom: 0, often: 0 };
  for (let n = 0; n < 1000; n++) counts[random.weighted({ never: 0, seldom: 1, often: 9 })] += 1;
  expect(counts.never).toBe(0);
  expect(counts.seldom).toBeGreaterThan(50);
  expect(counts.often).toBeGreaterThan(800);
});
