import { expect, test } from 'vitest';
import { indexGivers } from '../../../src/lib/giver-index.ts';
import { secondCounters } from '../../../src/console/offerings/entry/second-counters.ts';

const member = (id: number, firstName: string) => ({
  id,
  firstName,
  lastName: 'Lin',
  nickname: null,
  chineseName: null,
  offeringNumber: null,
  familyName: null,
});
const known = {
  first: 'Ann',
  entered: ['Ann', 'Bob', 'Bob'],
  index: indexGivers([member(1, 'Grace'), member(2, 'Bobby')]),
};

test('who else entered gifts is suggested before anything is typed, but not the first counter', () => {
  expect(secondCounters('', known)).toEqual(['Bob']);
});

test('members are suggested by some letters of their names, and a complete name is not suggested again', () => {
  expect(secondCounters('gra', known)).toEqual(['Grace Lin']);
  expect(secondCounters('bob', known)).toEqual(['Bobby Lin']);
  expect(secondCounters('Grace Lin', known)).toEqual([]);
});
