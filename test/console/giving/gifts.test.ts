import { describe, expect, test } from 'vitest';
import { compare } from '../../../src/console/giving/comparison.ts';
import { bodyOf, typedGift } from '../../../src/console/giving/gift-body.ts';
import { filtersOf } from '../../../src/console/giving/gift-filters.ts';
import type { Giving, Summary } from '../../../src/console/giving/types.ts';
import { reversalBody, typedReversal } from '../../../src/console/giving/reversal-body.ts';
import { leftOf } from '../../../src/console/kit/reversals.ts';

const GIFT = {
  id: 3,
  categoryId: 1,
  parts: null,
  amount: 50,
  date: '2026-05-10',
  giftDate: '2026-05-10',
  method: 'Check',
  memberId: 7,
  isAnonymous: false,
  checkNumber: '12',
  zelleReference: null,
  payPalReference: null,
  note: null,
  sessionId: null,
  benefitAmount: null,
  nonCashDescription: null,
  nonCashKind: null,
  source: 'IRA',
  reversalOf: null,
} as unknown as Giving;
const SPLIT = {
  ...GIFT,
  categoryId: null,
  parts: [
    { categoryId: 1, amount: 30 },
    { categoryId: 2, amount: 20 },
  ],
} as Giving;

describe('the form for a gift', () => {
  test('sends an unchanged gift as it was', () => {
    expect(bodyOf(typedGift(GIFT, '2026-11-24'), GIFT)).toEqual({
      categoryId: 1,
      amount: 50,
      date: '2026-05-10',
      method: 'Check',
      memberId: 7,
      isAnonymous: false,
      checkNumber: '12',
      note: null,
      giftDate: null,
      nonCashDescription: null,
      benefitAmount: null,
      sessionId: null,
      source: 'IRA',
    });
  });

  test('sends the name of a company only with a gift of a company that is not anonymous', () => {
    const typed = { ...typedGift(GIFT, '2026-11-24'), companyName: ' Lin Trading LLC ' };
    expect(bodyOf({ ...typed, source: 'Business' }, GIFT)).toMatchObject({
      source: 'Business',
      companyName: 'Lin Trading LLC',
    });
    expect(bodyOf({ ...typed, source: 'Business', from: 'anonymous' }, GIFT)).not.toHaveProperty('companyName');
    expect(bodyOf({ ...typed, source: 'Personal' }, GIFT)).not.toHaveProperty('companyName');
    expect(bodyOf({ ...typed, source: 'Personal' }, GIFT)).not.toHaveProperty('source');
  });

  test('keeps the parts of a split gift', () => {
    expect(bodyOf(typedGift(SPLIT, '2026-11-24'), SPLIT)).toMatchObject({ parts: SPLIT.parts, amount: 50 });
  });

  test('sends nothing while the giver, the category or the amount is missing', () => {
    const typed = { ...typedGift(undefined, '2026-11-24'), amount: '12', categoryId: 1, memberId: 7 };
    expect(bodyOf(typed, undefined)).toMatchObject({ amount: 12, date: '2026-11-24' });
    for (const missing of [
      { amount: '' },
      { categoryId: null },
      { memberId: null },
      { date: null },
      { benefit: 'x' },
    ]) {
      expect(bodyOf({ ...typed, ...missing }, undefined)).toBeUndefined();
    }
    expect(bodyOf({ ...typed, from: 'anonymous' }, undefined)).toMatchObject({ memberId: null, isAnonymous: true });
  });
});

describe('the form for a reversal', () => {
  test('starts with everything that is left of the gift and of each part', () => {
    const reversal = { ...GIFT, amount: -20 };
    expect(leftOf(GIFT, [reversal])).toBe(3000);
    expect(typedReversal(GIFT, [reversal], '2026-11-24').amounts).toEqual(['30.00']);
    const ofPart = { ...SPLIT, amount: -5, parts: [{ categoryId: 2, amount: -5 }] } as Giving;
    expect(typedReversal(SPLIT, [ofPart], '2026-11-24').amounts).toEqual(['30.00', '15.00']);
  });

  test('leaves out parts without an amount, and names no account for a correction', () => {
    const typed = { ...typedReversal(SPLIT, [], '2026-11-24'), reason: 'Wrong', accountId: 2, amounts: ['', '20.00'] };
    expect(reversalBody(typed, SPLIT)).toEqual({
      date: '2026-11-24',
      kind: 'Correction',
      reason: 'Wrong',
      parts: [{ categoryId: 2, amount: 20 }],
    });
    expect(reversalBody({ ...typed, kind: 'Refund' }, SPLIT)).toMatchObject({ accountId: 2 });
    expect(reversalBody({ ...typed, reason: ' ' }, SPLIT)).toBeUndefined();
    expect(reversalBody({ ...typed, amounts: ['', ''] }, SPLIT)).toBeUndefined();
  });
});

test('an address with unreadable filters filters nothing', () => {
  const get = (values: Record<string, string>) => (name: string) => values[name] ?? '';
  expect(filtersOf(get({ from: 'x', category: '-1', giver: '1.5', method: 'Gold', q: ' ' }), 2)).toEqual({ page: 2 });
  expect(filtersOf(get({ from: '2026-05-01', category: '2', giver: '7', method: 'Zelle', q: 'a' }), 1)).toEqual({
    page: 1,
    from: '2026-05-01',
    categoryId: 2,
    memberId: 7,
    method: 'Zelle',
    search: 'a',
  });
});

describe('the sums beside those of a year before', () => {
  const sums = (groupBy: Summary['groupBy'], ...groups: [string, number][]) =>
    ({ groupBy, items: groups.map(([key, amount]) => ({ key, name: key, amount, count: 1 })) }) as unknown as Summary;

  test('compare a month with the same month, and list a month that only one year has', () => {
    expect(compare(sums('month', ['2026-02', 5]), sums('month', ['2025-01', 3], ['2025-02', 4]))).toEqual([
      { key: '2026-01', name: '2025-01', amount: 0, count: 0, before: 3 },
      { key: '2026-02', name: '2026-02', amount: 5, count: 1, before: 4 },
    ]);
  });

  test('compare a week with the week 52 weeks earlier, which begins on a Sunday, too', () => {
    expect(compare(sums('week', ['2026-11-22', 5]), sums('week', ['2025-11-23', 4]))).toMatchObject([
      { key: '2026-11-22', before: 4 },
    ]);
  });
});
