import { expect, test } from 'vitest';
import { dateInDigits, dateInWords } from '../../src/lib/date-text.ts';

test.each([
  ['2025-03-09', 'en-US', 'March 9, 2025', '03/09/2025'],
  ['2025-12-31', 'en-US', 'December 31, 2025', '12/31/2025'],
  ['2025-03-09', 'zh-TW', '2025年3月9日', '2025-03-09'],
] as const)('%s in the language %s is written as %s and as %s', (date, locale, words, digits) => {
  expect(dateInWords(date, locale)).toBe(words);
  expect(dateInDigits(date, locale)).toBe(digits);
});
