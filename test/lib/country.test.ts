import { describe, expect, test } from 'vitest';
import {
  COUNTRIES,
  countryName,
  hasIrs,
  isCountry,
  meantCountry,
  readCountry,
  rulingCountry,
} from '../../src/lib/country.ts';
import { paperOf } from '../../src/lib/paper.ts';

test('there are the 249 countries of ISO 3166-1, each with a name in both languages', () => {
  expect(new Set(COUNTRIES).size).toBe(249);
  expect(COUNTRIES).toHaveLength(249);
  for (const code of COUNTRIES) {
    expect(countryName(code, 'en-US'), code).not.toBe(code);
    expect(countryName(code, 'zh-TW'), code).toMatch(/\p{Script=Han}/u);
  }
  expect(['UK', 'EU', 'SU', 'YU', 'AN', 'ZZ', 'XK', 'us', 'USA', ''].filter(isCountry)).toEqual([]);
});

test.each([
  ['US', 'us', ' US ', 'USA', 'U.S.', 'U.S.A.', 'United States', 'united states of america', '美國'],
  ['TW', 'tw', 'Ｔｗ', 'Taiwan', 'TAIWAN', 'Taiwan, R.O.C.', 'Taiwan (ROC)', '台灣', '臺灣', '中華民國'],
  ['GB', 'gb', 'United Kingdom', 'Great Britain'],
  ['CI', 'Côte d’Ivoire', "Côte d'Ivoire"],
])('%s is read from its code in any case, and from its names', (code, ...written) => {
  for (const text of written) expect(readCountry(text), text).toBe(code);
});

test.each(['UK', 'XX', 'Springfield', 'US of', '', '?', '12'])('%j is no country, and stays as it is', (text) => {
  expect(readCountry(text)).toBe(text);
  expect(isCountry(readCountry(text))).toBe(false);
});

test('only a code that is often mistaken has a hint', () => {
  expect([meantCountry('uk'), meantCountry(' EL '), meantCountry('XX'), meantCountry('US')]).toEqual([
    'GB',
    'GR',
    undefined,
    undefined,
  ]);
});

describe('the country whose rules hold', () => {
  test.each([
    ['TW', 'USD', 'TW'],
    ['US', 'TWD', 'US'],
    ['CA', 'USD', 'CA'],
    ['USA', 'TWD', 'US'],
    ['somewhere', 'USD', 'US'],
    ['somewhere', 'EUR', null],
  ])('with the country %s and %s is %s', (country, currency, ruling) => {
    expect(rulingCountry({ address: { country }, currency })).toBe(ruling);
  });

  test.each([
    ['USD', 'US'],
    ['TWD', 'TW'],
    ['EUR', null],
  ])('without a country and with %s is %s', (currency, ruling) => {
    expect(rulingCountry({ address: { country: null }, currency })).toBe(ruling);
    expect(rulingCountry({ address: null, currency })).toBe(ruling);
  });

  test('has the IRS only in the United States', () => {
    expect(COUNTRIES.filter(hasIrs)).toEqual(['US']);
    expect(hasIrs(null)).toBe(false);
  });

  test('decides the paper: Letter in the countries of CLDR, A4 everywhere else', () => {
    const onLetter = COUNTRIES.filter((code) => paperOf(code) === 'LETTER');
    expect(onLetter.join(' ')).toBe('BZ CA CL CO CR GT MX NI PA PH PR SV US VE');
    expect([paperOf('TW'), paperOf('GB'), paperOf(null)]).toEqual(['A4', 'A4', 'A4']);
  });
});
