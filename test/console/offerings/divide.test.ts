import { describe, expect, test } from 'vitest';
import { afterPart, isPartMissing, missingSpot, withoutPart } from '../../../src/console/offerings/entry/divide.ts';
import { type Draft, emptyDraft, type Part } from '../../../src/console/offerings/entry/row.ts';

const [TITHE, MISSIONS, BUILDING] = [1, 4, 5];
const part = (amount: string, categoryId: number | null): Part => ({ categoryId, amount });
const split = (...parts: Part[]): Draft => ({
  ...emptyDraft('Check', TITHE),
  who: { kind: 'member', id: 7 },
  amount: '100',
  parts,
});

describe('the Enter key in the amount of a part', () => {
  test('adds a part with the rest of the gift and goes to its category', () => {
    const { draft, spot, isFault } = afterPart(split(part('30', TITHE)), 0);
    expect(draft.parts).toEqual([part('30', TITHE), part('70', null)]);
    expect({ spot, isFault }).toEqual({ spot: 'part-1-category', isFault: false });
  });

  test('goes to a missing category when nothing is left to divide', () => {
    const whole = split(part('30', TITHE), part('70', null));
    expect(afterPart(whole, 1)).toEqual({ draft: whole, spot: 'part-1-category', isFault: true });
    const first = split(part('30', null), part('70', TITHE));
    expect(afterPart(first, 1)).toEqual({ draft: first, spot: 'part-0-category', isFault: true });
  });

  test('goes to part two after a change in part one, and gives the rest to part two', () => {
    const changed = split(part('40', TITHE), part('70', MISSIONS));
    const { draft, spot, isFault } = afterPart(changed, 0);
    expect(draft.parts).toEqual([part('40', TITHE), part('60', MISSIONS)]);
    expect({ spot, isFault }).toEqual({ spot: 'part-1-category', isFault: false });
  });

  test('shows an error at an amount that is unreadable or larger than the gift', () => {
    const bad = split(part('abc', TITHE), part('70', MISSIONS));
    expect(afterPart(bad, 0)).toEqual({ draft: bad, spot: 'part-0-amount', isFault: true });
    const over = split(part('120', TITHE));
    expect(afterPart(over, 0)).toEqual({ draft: over, spot: 'part-0-amount', isFault: true });
  });
});

describe('removing a part', () => {
  test('leaves the other parts unchanged', () => {
    const { draft, spot } = withoutPart(split(part('30', TITHE), part('', MISSIONS), part('20', BUILDING)), 1);
    expect(draft.parts).toEqual([part('30', TITHE), part('20', BUILDING)]);
    expect(spot).toBe('part-1-amount');
  });

  test('makes the gift an unsplit gift if at most one part remains', () => {
    const { draft, spot } = withoutPart(split(part('', TITHE), part('70', MISSIONS)), 0);
    expect(draft).toMatchObject({ parts: [], categoryId: MISSIONS, amount: '100' });
    expect(spot).toBe('amount');
    expect(withoutPart(split(part('', MISSIONS)), 0).draft).toMatchObject({ parts: [], categoryId: MISSIONS });
  });
});

test('a split gift names its first missing field', () => {
  expect(missingSpot(split(part('30', TITHE), part('70', null)))).toBe('part-1-category');
  expect(missingSpot(split(part('30', TITHE), part('', MISSIONS)))).toBe('part-1-amount');
  expect(missingSpot(split(part('30', TITHE), part('60', null)))).toBe('amount');
  expect(missingSpot(split(part('30', TITHE), part('70', MISSIONS)))).toBeUndefined();
  expect(missingSpot({ ...split(part('30', TITHE)), amount: 'abc' })).toBe('amount');
});

describe('a split gift', () => {
  test('needs another part while its readable parts leave something to divide', () => {
    expect(isPartMissing(split(part('30', TITHE)))).toBe(true);
    expect(isPartMissing(split(part('30', TITHE), part('70', null)))).toBe(false);
    expect(isPartMissing(split(part('120', TITHE)))).toBe(false);
    expect(isPartMissing(split(part('abc', TITHE)))).toBe(false);
    expect(isPartMissing(split())).toBe(false);
  });
});
