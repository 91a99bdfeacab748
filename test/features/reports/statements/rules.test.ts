import { describe, expect, test } from 'vitest';
import {
  carryFrom,
  closedBy,
  figuresOf,
  firstOpenDate,
  type SavedMonth,
} from '../../../../src/features/reports/statements/rules.ts';
import type { Minor } from '../../../../src/lib/money.ts';

const saved = (month: string, status: SavedMonth['status'], opening: number | null, closing: number | null = null) => ({
  year: Number(month.slice(0, 4)),
  month: Number(month.slice(5)),
  status,
  openingBalance: opening as Minor | null,
  closingBalance: closing as Minor | null,
});

describe('an opening balance that was not given', () => {
  test('is nothing when no earlier statement was saved', () => {
    expect(carryFrom([])).toBeUndefined();
  });

  test('starts from the closing balance of the latest finalized month', () => {
    const earlier = [saved('2026-03', 'Finalized', 100, 500), saved('2026-01', 'Finalized', 0, 100)];
    expect(carryFrom(earlier)).toEqual({ base: 500, since: '2026-04-01', throughDraft: false });
  });

  test('goes through a draft to the finalized month before it, and says so', () => {
    const earlier = [saved('2026-03', 'Draft', null), saved('2026-01', 'Finalized', 0, 100)];
    expect(carryFrom(earlier)).toEqual({ base: 100, since: '2026-02-01', throughDraft: true });
  });

  test('starts from a balance that was given for a draft', () => {
    const earlier = [
      saved('2026-03', 'Draft', null),
      saved('2026-02', 'Draft', 70),
      saved('2026-01', 'Finalized', 0, 100),
    ];
    expect(carryFrom(earlier)).toEqual({ base: 70, since: '2026-02-01', throughDraft: true });
  });

  test('starts from zero at the oldest saved month when none has a balance', () => {
    const earlier = [saved('2026-03', 'Draft', null), saved('2025-11', 'Draft', null)];
    expect(carryFrom(earlier)).toEqual({ base: 0, since: '2025-11-01', throughDraft: true });
  });

  test('takes a finalized month over the balance that was given for it', () => {
    expect(carryFrom([saved('2026-02', 'Finalized', 70, 900)])?.base).toBe(900);
  });
});

describe('a booking', () => {
  const march = { year: 2026, month: 3, carriedFrom: null };

  test('changes a finalized month it lies in, and no month before it', () => {
    expect(closedBy({ date: '2026-03-31', moves: 'balance' }, [march])).toBe(march);
    expect(closedBy({ date: '2026-04-01', moves: 'balance' }, [march])).toBeUndefined();
  });

  test('before a finalized month changes it when its opening balance was carried over that day', () => {
    const carried = { ...march, carriedFrom: '2026-02-01' };
    expect(closedBy({ date: '2026-02-28', moves: 'balance' }, [carried])).toBe(carried);
    expect(closedBy({ date: '2026-02-01', moves: 'balance' }, [carried])).toBe(carried);
    expect(closedBy({ date: '2026-01-31', moves: 'balance' }, [carried])).toBeUndefined();
    expect(closedBy({ date: '2026-02-28', moves: 'balance' }, [march])).toBeUndefined();
  });

  test('that is an attendance changes its own month only', () => {
    const carried = { ...march, carriedFrom: '2026-02-01' };
    expect(closedBy({ date: '2026-03-01', moves: 'attendance' }, [carried])).toBe(carried);
    expect(closedBy({ date: '2026-02-28', moves: 'attendance' }, [carried])).toBeUndefined();
  });

  test('of a restricted fund before a finalized month changes the fund it opened with', () => {
    expect(closedBy({ date: '2024-05-05', moves: 'fund' }, [march])).toBe(march);
  });

  test('can first be made on the first day after the finalized months that it would change', () => {
    const april = { year: 2026, month: 4, carriedFrom: null };
    expect(firstOpenDate({ date: '2026-03-15', moves: 'balance' }, [march, april])).toBe('2026-05-01');
    expect(firstOpenDate({ date: '2026-02-15', moves: 'balance' }, [march, april])).toBe('2026-02-15');
    expect(firstOpenDate({ date: '2026-02-15', moves: 'fund' }, [march, april])).toBe('2026-05-01');
  });
});

test.each([
  [0, 0, 0],
  [2, 5, 3],
  [2, 4, 2],
  [3, 4, 1],
  [3, 5, 2],
  [4, 402, 101],
])('%i Sundays with %i people in all average %i, half up', (sundays, total, average) => {
  const none = { amount: 0 as Minor, count: 0 };
  const figures = figuresOf({
    openingBalance: 0 as Minor,
    givingByCategory: [],
    expenses: [],
    funds: [],
    unpaid: none,
    attendance: { sundays, total },
  });
  expect(figures.attendance).toEqual({ sundays, total, average });
});
