/** Reads whole dates in the forms in which people write them, and writes times in the way of a language. */
import { expect, test } from 'vitest';
import { instantText, readWholeDate, timeText, withDates } from '../../../src/console/kit/dates.ts';

test.each([
  ['1980-03-14', '1980-03-14'],
  ['3/14/1980', '1980-03-14'],
  ['1980/3/14', '1980-03-14'],
  ['1980年3月14日', '1980-03-14'],
  ['１９８０．３．１４', '1980-03-14'],
  ['民國69年3月14日', '1980-03-14'],
  ['69 年 3 月 14 日', '1980-03-14'],
  ['115/11/20', '2026-11-20'],
])('a whole date is read as it is written: %s', (text, date) => {
  expect(readWholeDate(text)).toBe(date);
});

test.each(['', '3/14', '14', '3/14/80', '69/3/14', '1970-02-31', '民國69年13月1日', 'spring 1980'])(
  'no part of a date is guessed: %s',
  (text) => {
    expect(readWholeDate(text)).toBe(undefined);
  },
);

test('the dates and months in a text are written as in the language of the page, and other numbers stay', () => {
  expect(withDates('Month 2026-10, amended on 2026-04-12, number 2026-0001', 'en')).toBe(
    'Month Oct 2026, amended on Apr 12, 2026, number 2026-0001',
  );
  expect(withDates('（2026-04-12 修正）', 'zh-TW')).toBe('（2026年4月12日 修正）');
});

test.each([
  ['2026-03-01T05:05:00Z', '12:05 AM', '00:05'],
  ['2026-03-01T17:30:00Z', '12:30 PM', '12:30'],
  ['2026-03-01T20:05:00Z', '3:05 PM', '15:05'],
])('at %s it is %s in English and %s in Chinese', (instant, english, chinese) => {
  expect(timeText(instant, 'en', 'Etc/GMT+5')).toBe(english);
  expect(timeText(instant, 'zh-TW', 'Etc/GMT+5')).toBe(chinese);
});

test('an instant is written with its day, and in Chinese without 上午 and 下午', () => {
  expect(instantText('2026-03-01T21:05:00Z', 'en')).toBe('Mar 1, 2026, 3:05 PM');
  expect(instantText('2026-03-01T21:05:00Z', 'zh-TW')).toBe('2026年3月1日 15:05');
});
