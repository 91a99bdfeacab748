import { expect, test } from 'vitest';
import { idsOf, rangesOf } from '../../../src/features/imports/rules.ts';

test('ids are stored as ranges that contain exactly these ids, in whatever order they are given', () => {
  expect(rangesOf([])).toEqual([]);
  expect(rangesOf([3, 1, 2, 5, 9, 10])).toEqual([
    [1, 3],
    [5, 5],
    [9, 10],
  ]);
  expect(idsOf(rangesOf([3, 1, 2, 5, 9, 10]))).toEqual([1, 2, 3, 5, 9, 10]);
});
