import { expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  dateInZone,
  daysBetween,
  fiscalYear,
  instantInZone,
  isCalendarDate,
  monthRange,
  monthsOf,
  parseMonth,
} from '../../src/lib/date.ts';

test.each(['2026-02-28', '2024-02-29', '2000-02-29', '1900-01-01', '2999-12-31'])('%s is a date', (text) => {
  expect(isCalendarDate(text)).toBe(true);
});

test.each([
  '2026-02-29',
  '2026-02-30',
  '1900-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-1-1',
  '0206-01-01',
  'x',
  '',
  '2026-01-01T00:00:00Z',
  '２０２６-01-01',
])('%j is not a date', (text) => expect(isCalendarDate(text)).toBe(false));

test('days are added correctly across months, years and daylight saving changes', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addDays('2026-03-07', 2)).toBe('2026-03-09');
});

test('months are added correctly across years, in both directions', () => {
  expect(addMonths({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 });
  expect(addMonths({ year: 2026, month: 12 }, 1)).toEqual({ year: 2027, month: 1 });
  expect(addMonths({ year: 2026, month: 7 }, 11)).toEqual({ year: 2027, month: 6 });
});

test('a month includes its first and its last day', () => {
  expect(monthRange({ year: 2024, month: 2 })).toEqual({ from: '2024-02-01', to: '2024-02-29' });
});

test('a fiscal year that starts in July ends in June of the next year', () => {
  expect(fiscalYear(2026, 7)).toEqual({ from: '2026-07-01', to: '2027-06-30' });
  expect(fiscalYear(2026, 1)).toEqual({ from: '2026-01-01', to: '2026-12-31' });
});

test('the date of an instant depends on the time zone of the church', () => {
  const instant = new Date('2026-01-01T05:30:00Z');
  expect(dateInZone(instant, 'America/Chicago')).toBe('2025-12-31');
  expect(dateInZone(instant, 'Asia/Taipei')).toBe('2026-01-01');
});

test('a month is accepted only as YYYY-MM', () => {
  expect(parseMonth('2026-03')).toEqual({ year: 2026, month: 3 });
  for (const text of ['2026-3', '2026-13', '03-2026', '2026-03-01', '']) expect(parseMonth(text)).toBeUndefined();
});

test('a range is split into months, and the first and last month are cut at the ends of the range', () => {
  expect(monthsOf({ from: '2025-12-30', to: '2026-02-01' })).toEqual([
    { from: '2025-12-30', to: '2025-12-31' },
    { from: '2026-01-01', to: '2026-01-31' },
    { from: '2026-02-01', to: '2026-02-01' },
  ]);
  expect(monthsOf({ from: '2026-02-03', to: '2026-02-03' })).toEqual([{ from: '2026-02-03', to: '2026-02-03' }]);
  expect(monthsOf({ from: '2026-02-03', to: '2026-02-02' })).toEqual([]);
});

test.each([
  ['2026-01-15', '09:30', 'America/Chicago', '2026-01-15T15:30:00.000Z'],
  ['2026-07-15', '09:30', 'America/Chicago', '2026-07-15T14:30:00.000Z'],
  ['2026-03-08', '01:30', 'America/Chicago', '2026-03-08T07:30:00.000Z'],
  ['2026-03-08', '03:30', 'America/Chicago', '2026-03-08T08:30:00.000Z'],
  ['2026-03-08', '02:30', 'America/Chicago', '2026-03-08T08:30:00.000Z'],
  ['2026-09-06', '00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['2026-03-29', '00:00', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
  ['2026-01-01', '00:30', 'Asia/Taipei', '2025-12-31T16:30:00.000Z'],
  ['2026-06-01', '23:59', 'Pacific/Kiritimati', '2026-06-01T09:59:00.000Z'],
])('the local time %s %s in %s is the instant %s', (date, time, timeZone, instant) => {
  expect(instantInZone(date, time, timeZone).toISOString()).toBe(instant);
});

test('the days between two dates include leap days and are not affected by daylight saving changes', () => {
  expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
  expect(daysBetween('2026-03-09', '2026-03-07')).toBe(-2);
});
