import { expect, test } from 'vitest';
import { countedAmount, readAmount } from '../../src/lib/typed-amount.ts';

test.each([
  ['12', 1200],
  ['12.5', 1250],
  ['12.50', 1250],
  ['1,200', 120_000],
  ['$1,234.50', 123_450],
  ['12+8.50', 2050],
  ['0.1+0.2', 30],
  ['.50', 50],
  ['12.', 1200],
  ['１２．５', 1250],
  ['１，２００', 120_000],
  ['12＋8', 2000],
  [' 40 ', 4000],
  ['9999999999.99', 999_999_999_999],
])('%s is an amount of %i cents', (text, minor) => {
  expect(readAmount(text)).toEqual({ minor });
});

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['abc', 'unreadable'],
  ['12+', 'unreadable'],
  ['-5', 'unreadable'],
  ['1,20', 'unreadable'],
  ['12,5', 'unreadable'],
  ['1e3', 'unreadable'],
  ['1.234', 'decimals'],
  ['5+1.001', 'decimals'],
  ['0', 'zero'],
  ['0.00', 'zero'],
  ['10000000000', 'tooLarge'],
  ['9999999999.99+0.01', 'tooLarge'],
])('"%s" is not an amount: %s', (text, fault) => {
  expect(readAmount(text)).toEqual({ fault });
});

test('a counted amount may be zero, and is null if the text is no amount', () => {
  expect(['0', '0.00', '12+8.50', '', '-1', '1.005'].map(countedAmount)).toEqual([0, 0, 2050, null, null, null]);
});
