import { expect, test } from 'vitest';
import { findGivers, type Giver, giversNear, indexGivers } from '../../src/lib/giver-index.ts';

const giver = (id: number, fields: Partial<Giver>): Giver => ({
  id,
  firstName: null,
  lastName: null,
  nickname: null,
  chineseName: null,
  offeringNumber: null,
  familyName: null,
  ...fields,
});

const GIVERS = [
  giver(1, {
    firstName: 'Shu-Fen',
    lastName: 'Huang',
    chineseName: '黃淑芬',
    offeringNumber: '12',
    familyName: 'Huang family',
  }),
  giver(2, { firstName: 'John', lastName: "O'Brien", nickname: 'Jack', offeringNumber: '112' }),
  giver(3, { firstName: 'José', lastName: 'Muñoz', offeringNumber: 'A7' }),
  giver(4, { firstName: 'Mei-Ling', lastName: 'Chen', chineseName: '陳美玲', offeringNumber: '120' }),
  giver(5, { firstName: 'Anna', lastName: 'Johnson' }),
  giver(6, { firstName: 'Otto', lastName: 'Adams', offeringNumber: '77', isDeceased: true }),
  giver(7, { firstName: 'Otto', lastName: 'Zhu', offeringNumber: '770' }),
];
const index = indexGivers(GIVERS);
const ids = (typed: string) => findGivers(index, typed).map(({ id }) => id);

test.each([
  'shu fen huang',
  'shufen',
  'Huang, Shu-Fen',
  'huang shu',
  'shufenhuang',
  'huangshufen',
  'HUANG',
  '淑',
  '黄淑芬',
  'fen hua',
])('"%s" finds Shu-Fen Huang', (typed) => {
  expect(ids(typed)[0]).toBe(1);
});

test.each([
  ['obrien', 2],
  ["O'Brien", 2],
  ['jack', 2],
  ['munoz', 3],
  ['jose', 3],
  ['a7', 3],
  ['陈', 4],
])('"%s" finds the giver %i first', (typed, id) => {
  expect(ids(typed)[0]).toBe(id);
});

test('somebody who died comes after all others of the name, but first for their own envelope number', () => {
  expect(ids('otto')).toEqual([7, 6]);
  expect(ids('77')).toEqual([6, 7]);
});

test('an exact envelope number comes before longer numbers with the same beginning', () => {
  expect(ids('12')[0]).toBe(1);
  expect(ids('12')).toContain(4);
});

test('a name that begins with the typed text comes before a name that contains the text elsewhere', () => {
  expect(ids('john')).toEqual([2, 5]);
  expect(ids('ohn')).toEqual([2, 5]);
  expect(ids('john').indexOf(2)).toBeLessThan(ids('hn').length);
});

test('every typed word must occur in the name', () => {
  expect(ids('huang john')).toEqual([]);
  expect(ids('zzz')).toEqual([]);
  expect(ids('  ')).toEqual([]);
});

test.each([
  ['Jhon OBrien', [2]],
  ['Mei-Lin Chen', [4]],
  ['Mei-Ling Chen', []],
  ['Zachary Smith', []],
  ['Jonhson', [5]],
  ['Shufan', [1]],
  ['Annie', [5]],
  ['An', []],
])('the givers with a name near "%s" are %j', (typed, near) => {
  expect(giversNear(index, typed).map(({ id }) => id)).toEqual(near);
});
