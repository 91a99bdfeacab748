import { expect, test } from 'vitest';
import { namesSeveral, readName } from '../../src/lib/read-name.ts';

test.each([
  ['Mei-Ling Chen', 'Mei-Ling', 'Chen', null, null],
  ['Chen, Mei-Ling', 'Mei-Ling', 'Chen', null, null],
  ['Chen, Mei-Ling 陳美玲', 'Mei-Ling', 'Chen', '陳美玲', null],
  ['陳美玲 (Mei-Ling Chen)', 'Mei-Ling', 'Chen', '陳美玲', null],
  ['Mei-Ling Chen（陳美玲）', 'Mei-Ling', 'Chen', '陳美玲', null],
  ['Mei-Ling Chen / 陳 美玲', 'Mei-Ling', 'Chen', '陳美玲', null],
  ['陳美玲', '美玲', '陳', '陳美玲', null],
  ['陳 美玲', '美玲', '陳', '陳美玲', null],
  ['歐陽 娜娜', '娜娜', '歐陽', '歐陽娜娜', null],
  ['瓦歷斯‧諾幹', '', '瓦歷斯‧諾幹', '瓦歷斯‧諾幹', null],
  ['尤哈尼 · 伊斯卡卡夫特', '', '尤哈尼·伊斯卡卡夫特', '尤哈尼·伊斯卡卡夫特', null],
  ['Walis Nokan 瓦歷斯・諾幹', 'Walis', 'Nokan', '瓦歷斯・諾幹', null],
  ['張簡美玲', '美玲', '張簡', '張簡美玲', null],
  ['Robert (Bob) Smith', 'Robert', 'Smith', null, 'Bob'],
  ['Robert "Bob" Smith', 'Robert', 'Smith', null, 'Bob'],
  ['Smith, Robert (Bob)', 'Robert', 'Smith', null, 'Bob'],
  ['Mary Ann Smith', 'Mary Ann', 'Smith', null, null],
  ['John Smith Jr.', 'John', 'Smith Jr.', null, null],
  ['John Smith, Jr.', 'John', 'Smith Jr.', null, null],
  ['Smith, John, Jr.', 'John', 'Smith Jr.', null, null],
  ['Huang', '', 'Huang', null, null],
  ['', '', '', null, null],
])('%s', (text, firstName, lastName, ...others) => {
  const [chineseName, nickname] = others;
  expect(readName(text)).toEqual({ firstName, lastName, chineseName, nickname });
});

test('a text may name several people', () => {
  const several = [
    'John & Mary Lin',
    'John and Mary Lin',
    '林大偉和陳美玲',
    '林大偉、陳美玲',
    'John/Mary Lin',
    '林大偉夫婦',
  ];
  expect(several.filter((name) => !namesSeveral(name))).toEqual([]);
  const single = ['Andy Anderson', 'Mei-Ling Chen', '王和平', '歐陽和平', 'Mei Chen/陳美玲', 'Raj s/o Kumar'];
  expect(single.filter((name) => namesSeveral(name))).toEqual([]);
  expect([
    namesSeveral('Alma & Otto', 'Fenwick'),
    namesSeveral('Fenwick', 'Family'),
    namesSeveral('Alma', null),
  ]).toEqual([true, true, false]);
});
