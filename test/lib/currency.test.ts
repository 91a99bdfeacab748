import { expect, test } from 'vitest';
import { signedMoney } from '../../src/lib/currency.ts';
import type { Minor } from '../../src/lib/money.ts';

test.each([
  [123_450, 'USD', '$1,234.50'],
  [-5000, 'USD', '-$50.00'],
  [0, 'USD', '$0.00'],
  [123_450, 'TWD', 'NT$1,234.50'],
  [-1, 'HKD', '-HK$0.01'],
  [500, 'EUR', '€5.00'],
  [500, 'CHF', 'CHF\u00A05.00'],
])('an amount of %i in %s is printed as %s', (amount, currency, text) => {
  expect(signedMoney(amount as Minor, currency)).toBe(text);
});
