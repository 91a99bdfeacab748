import { expect, test } from 'vitest';
import {
  LARGEST_AMOUNT,
  SumTooLarge,
  type Minor,
  addMoney,
  addTo,
  formatMoney,
  parseMoney,
  plainMoney,
  toDecimal,
} from '../../src/lib/money.ts';
import { mayBeIn, readMoney } from '../../src/lib/written-money.ts';

test.each([
  ['125.5', 12_550],
  [125.5, 12_550],
  ['0.1', 10],
  [0.07, 7],
  [1.005, undefined],
  ['-12.00', -1200],
  ['-0', 0],
  [9_999_999_999.99, 999_999_999_999],
  ['1e3', undefined],
  [1e21, undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  ['12.345', undefined],
  ['', undefined],
  [' 1', undefined],
  ['1,000', undefined],
  ['.5', undefined],
  [0.1 + 0.2, undefined],
])('the amount %s is parsed as %s cents', (value, minor) => {
  expect(parseMoney(value)).toBe(minor);
});

test('every amount in cents survives the conversion to a JSON number and back', () => {
  for (let minor = 0; minor < 20_000; minor += 7) expect(parseMoney(toDecimal(minor as Minor))).toBe(minor);
  for (let offset = 0; offset < 2000; offset += 1) {
    const minor = (LARGEST_AMOUNT - offset) as Minor;
    expect(parseMoney(JSON.parse(JSON.stringify(toDecimal(minor))) as number)).toBe(minor);
  }
});

test('420 gifts of 0.10 add up to 42.00', () => {
  const gift = parseMoney(0.1) as Minor;
  expect(plainMoney(addMoney(...Array.from({ length: 420 }, () => gift)))).toBe('42.00');
});

test('a sum that a number cannot represent exactly is an error, not a rounded figure', () => {
  expect(() => addMoney(Number.MAX_SAFE_INTEGER as Minor, 1 as Minor)).toThrow(RangeError);
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [-5, '-0.05'],
  [123_456_789, '1,234,567.89'],
  [-100_000, '-1,000.00'],
])('%i cents are shown as %s', (minor, text) => {
  expect(formatMoney(minor as Minor)).toBe(text);
});

test.each([
  ['125.5', 12_550],
  ['$1,234.50', 123_450],
  ['1,234,567', 123_456_700],
  ['(12.00)', -1200],
  ['($1,234.5)', -123_450],
  ['-12', -1200],
  ['-$5', -500],
  ['$-5', -500],
  ['USD 5', 500],
  ['5.10 USD', 510],
  ['NT$500', 50_000],
  ['$(0.01)', -1],
  ['(NT$1,200)', -120_000],
  ['US$ 7.50', 750],
  ['−$5', -500],
  ['＄１，２３４．５０', 123_450],
  ['（５）', -500],
  ['新台幣 50 元整', 5000],
  [' 7 ', 700],
  ['0', 0],
])('the amount %s in a file is read as %i cents', (text, minor) => {
  expect(readMoney(text)).toBe(minor);
});

test.each([
  '',
  '1.005',
  '1,50',
  '1,234,5',
  '12,34',
  '1.234,50',
  '--5',
  '(-5)',
  '-(5)',
  '5-',
  '1e3',
  'five',
  'NaN',
  '5.',
  '($)',
  'XXX 5',
  'TOTAL 5',
  '5$5',
])('the text %s is not an amount', (text) => {
  expect(readMoney(text)).toBeUndefined();
});

test.each([
  ['USD', '5 $5 US$5 USD5 5元 5美元', 'NT$5 HK$5 C$5 €5 £5 ¥5 5EUR'],
  ['TWD', '5 $5 NT$5 NTD5 5元 5圓 台幣5', 'US$5 ¥5 HK$5 5CNY 港幣5'],
  ['EUR', '5 €5 5EUR 5元', '$5 £5 5USD'],
  ['CNY', '5 ¥5 RMB5 5元', '$5 円5 NT$5'],
])('in %s, the amounts %s may be the money of the church, and %s are not', (currency, own, others) => {
  for (const text of own.split(' ')) expect(mayBeIn(currency, text), text).toBe(true);
  for (const text of others.split(' ')) expect(mayBeIn(currency, text), text).toBe(false);
});

test('the amounts of a key are added up, apart from those of other keys', () => {
  const sums = new Map([['tithe', 100 as Minor]]);
  addTo(sums, 'tithe', 50 as Minor);
  addTo(sums, 'missions', 7 as Minor);
  expect([...sums]).toEqual([
    ['tithe', 150],
    ['missions', 7],
  ]);
  expect(() => addTo(sums, 'tithe', Number.MAX_SAFE_INTEGER as Minor)).toThrow(SumTooLarge);
});
