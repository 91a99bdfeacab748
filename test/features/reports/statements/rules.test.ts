import { describe, expect, test } from 'vitest';
import { carryFrom, figuresOf, type SavedMonth } from '../../../../src/features/reports/statements/rules.ts';
import type { Minor } from '../../../../src/lib/money.ts';

const saved = (month: string, status: SavedMonth['status'], opening: number | null, closing: number | null = null) => ({
  year: Number(month.slice(0, 4)),
  month: Number(month.slice(5)),
  status,
  openingBalance: opening as Minor | null,
  closingBalance: closing as Minor | null,
});

describe('an opening balance that is carried over', () => {
  test('is zero if no earlier statement was saved', () => {
    expect(carryFrom([])).toBeUndefined();
  });

  test('is the closing balance of the latest finalized month', () => {
    const earlier = [saved('2026-03', 'Finalized', 100, 500), saved('2026-01', 'Finalized', 0, 100)];
    expect(carryFrom(earlier)).toEqual({ base: 500, since: '2026-04-01', throughDraft: false });
  });

  test('comes from the latest finalized month even if a later draft was saved, and the result mentions the draft', () => {
    const earlier = [saved('2026-03', 'Draft', null), saved('2026-01', 'Finalized', 0, 100)];
    expect(carryFrom(earlier)).toEqual({ base: 100, since: '2026-02-01', throughDraft: true });
  });

  test('starts from the balance that was entered for a draft after the latest finalized month', () => {
    const earlier = [
      saved('2026-03', 'Draft', null),
      saved('2026-02', 'Draft', 70),
      saved('2026-01', 'Finalized', 0, 100),
    ];
    expect(carryFrom(earlier)).toEqual({ base: 70, since: '2026-02-01', throughDraft: true });
  });

  test('starts from zero at the oldest saved month if no month has a balance', () => {
    const earlier = [saved('2026-03', 'Draft', null), saved('2025-11', 'Draft', null)];
    expect(carryFrom(earlier)).toEqual({ base: 0, since: '2025-11-01', throughDraft: true });
  });

  test('uses the closing balance of a finalized month rather than its entered opening balance', () => {
    expect(carryFrom([saved('2026-02', 'Finalized', 70, 900)])?.base).toBe(900);
  });
});

test.each([
  [0, 0, 0],
  [2, 5, 3],
  [2, 4, 2],
  [3, 4, 1],
  [3, 5, 2],
  [4, 402, 101],
])('%i Sundays with %i people in all have an average of %i, rounded half up', (sundays, total, average) => {
  const none = { amount: 0 as Minor, count: 0 };
  const figures = figuresOf(
    { accounts: [], categories: [], funds: [], groups: [] },
    {
      openingBalance: 0 as Minor,
      sums: [],
      fundOpenings: new Map(),
      accounts: new Map(),
      bound: { holdings: [], loans: [] },
      unpaid: none,
      attendance: { sundays, total },
    },
  );
  expect(figures.attendance).toEqual({ sundays, total, average });
});
