import { describe, expect, test } from 'vitest';
import { type DateOrder, dateOrderOf, parseDate } from '../../src/lib/import-dates.ts';

const TODAY = '2026-11-18';
const read = (text: string, order?: DateOrder) => parseDate(text, order, TODAY);

describe('the order of day and month in a file', () => {
  test.each([
    ['a day over twelve in the second place', ['3/4/2020', '1/13/2020'], 'mdy'],
    ['a day over twelve in the first place', ['3/4/2020', '13/1/2020'], 'dmy'],
    ['a year in the first place', ['99/3/4'], 'ymd'],
  ])('is recognized by %s', (_name, texts, order) => {
    expect(dateOrderOf(texts)).toEqual({ order, doubt: undefined });
  });

  test('is unknown if every date can be read in two ways', () => {
    expect(dateOrderOf(['2020-01-05', '3/4/2020', '5/5/2020'])).toEqual({ order: undefined, doubt: '3/4/2020' });
  });

  test('is unknown if the dates contradict each other', () => {
    expect(dateOrderOf(['1/13/2020', '13/1/2020'])).toEqual({ order: undefined, doubt: '1/13/2020 and 13/1/2020' });
  });

  test('does not matter if no date can be read in two ways', () => {
    expect(dateOrderOf(['2020-01-05', '2020/1/5', '5/5/2020', '1/0/1900', '', 'x']).doubt).toBeUndefined();
  });
});

describe('a date in a file', () => {
  test.each([
    ['2020-01-05', undefined, '2020-01-05'],
    ['2020/1/5', undefined, '2020-01-05'],
    ['2020-01-05 00:00:00', undefined, '2020-01-05'],
    ['1/5/2020', 'mdy', '2020-01-05'],
    ['1/5/2020', 'dmy', '2020-05-01'],
    ['31.12.1999', 'dmy', '1999-12-31'],
    ['20/1/5', 'ymd', '2020-01-05'],
    ['1/5/2020 13:00', 'mdy', '2020-01-05'],
    ['1/5/2020 1:00:07 PM', 'mdy', '2020-01-05'],
    ['2020-01-05 23:10:00 -0600', undefined, '2020-01-05'],
    ['2020-01-05 23:10:00 +0030', undefined, '2020-01-05'],
    ['2020-01-05T00:00:00+00:00', undefined, '2020-01-05'],
    ['January 5, 2020', undefined, '2020-01-05'],
    ['Jan. 5th 2020', 'dmy', '2020-01-05'],
    ['5-Jan-20', 'mdy', '2020-01-05'],
    ['Sunday, 5 January 2020', undefined, '2020-01-05'],
    ['2020/1/5 (日)', undefined, '2020-01-05'],
    ['2020/1/5 上午 10:45:00', undefined, '2020-01-05'],
    ['1/5/2020 10:45 PM CST', 'mdy', '2020-01-05'],
    ['January 5, 2020 at 10:45 AM', undefined, '2020-01-05'],
    ['民國109年1月5日', undefined, '2020-01-05'],
    ['2020年1月5日 (星期日)', undefined, '2020-01-05'],
    ['12-Nov-26', undefined, '2026-11-12'],
    ['19-Nov-26', undefined, '1926-11-19'],
  ] as const)('%s in the order %s is %s', (text, order, date) => {
    expect(read(text, order)).toBe(date);
  });

  test('with a two-digit year is within the last hundred years', () => {
    expect(read('11/18/26', 'mdy')).toBe('2026-11-18');
    expect(read('11/19/26', 'mdy')).toBe('1926-11-19');
    expect(read('1/5/80', 'mdy')).toBe('1980-01-05');
  });

  test.each([
    '2/30/2020',
    '13/13/2020',
    '2020-13-01',
    'May 5',
    '1/5',
    '1/5/020',
    '1/5/0',
    '2020-01-05T23:10:00Z',
    '2020-01-05T23:10:00+00:00',
    '2020-01-05 23:10:00 +0000',
    '2020-01-05 23:10:00 -0000',
    'Maybe 5, 2020',
    'Feb 30, 2020',
    'Total of January 5, 2020',
  ])('is invalid if it is written as %s', (text) => {
    expect(read(text, 'mdy')).toBeUndefined();
  });

  test('with the year at its end is invalid if the year must come first', () => {
    expect(read('1/5/2020', 'ymd')).toBeUndefined();
  });
});
