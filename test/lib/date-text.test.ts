import { expect, test } from 'vitest';
import { dateInDigits, dateInWords, withDatesInWords } from '../../src/lib/date-text.ts';

test.each([
  ['2025-03-09', 'en-US', 'March 9, 2025', '03/09/2025'],
  ['2025-12-31', 'en-US', 'December 31, 2025', '12/31/2025'],
  ['2025-03-09', 'zh-TW', '2025年3月9日', '2025-03-09'],
] as const)('%s in the language %s is written as %s and as %s', (date, locale, words, digits) => {
  expect(dateInWords(date, locale)).toBe(words);
  expect(dateInDigits(date, locale)).toBe(digits);
});

test('dates in running text are American in English, and stay as they are in Chinese', () => {
  const text = 'From 2026-01-01 to 2026-11-28, check 2026-13-01';
  expect(withDatesInWords(text, 'en-US')).toBe('From January 1, 2026 to November 28, 2026, check 2026-13-01');
  expect(withDatesInWords('已於 2026-10-05 關帳', 'zh-TW')).toBe('已於 2026-10-05 關帳');
});
