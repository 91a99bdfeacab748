import { expect, test } from 'vitest';
import { CURRENCIES, OTHER_DECIMALS } from '../../src/lib/currency-codes.ts';
import { hasHundredths, isCurrency, signedMoney } from '../../src/lib/currency.ts';
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

/** The decimals of ISO 4217, also where the ICU of some releases of Node.js says otherwise. */
test.each([
  [2, 'USD TWD HUF EUR GBP CAD CNY HKD AFN ALL COP IDR IRR LAK LBP MGA MMK PKR RSD SOS SYP UZS YER MRU'],
  [0, 'ISK UGX CLP JPY KRW BIF DJF GNF KMF PYG RWF VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
])('these currencies have %i decimals: %s', (decimals, list) => {
  for (const code of list.split(' ')) {
    expect(isCurrency(code), code).toBe(true);
    expect(OTHER_DECIMALS.get(code) ?? 2, code).toBe(decimals);
    expect(hasHundredths(code), code).toBe(decimals === 2);
  }
});

test('the list has no fund, metal, unit of account, or lower case', () => {
  const codes = [...CURRENCIES];
  expect(codes.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
  expect([...OTHER_DECIMALS.keys()].filter((code) => !isCurrency(code))).toEqual([]);
  for (const code of ['XAU', 'XDR', 'XXX', 'XTS', 'CLF', 'UYW', 'DEM', 'QQQ', 'usd', 'US', '']) {
    expect(isCurrency(code), code).toBe(false);
    expect(hasHundredths(code), code).toBe(false);
  }
});
