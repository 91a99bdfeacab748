import { expect, test } from 'vitest';
import { splitChineseName } from '../../src/lib/chinese-name.ts';

test.each([
  ['陳美玲', '陳', '美玲'],
  ['王明', '王', '明'],
  ['歐陽美玲', '歐陽', '美玲'],
  ['司马光', '司马', '光'],
  ['司徒', '司', '徒'],
  ['張簡美玲', '張簡', '美玲'],
  ['范姜淑芬', '范姜', '淑芬'],
  ['張廖大明', '張廖', '大明'],
  ['诸葛亮', '诸葛', '亮'],
  ['陳 美玲', '陳', '美玲'],
  ['張簡 美玲', '張簡', '美玲'],
])('%s is the surname %s and the given name %s', (name, lastName, firstName) => {
  expect(splitChineseName(name)).toEqual({ lastName, firstName });
});

test.each(['Ann Lee', '瓦歷斯‧諾幹', '陳Amy', '王', ''])('"%s" is not divided into surname and given name', (name) => {
  expect(splitChineseName(name)).toBeUndefined();
});
