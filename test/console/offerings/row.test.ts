import { describe, expect, test } from 'vitest';
import {
  bodyOf,
  type Draft,
  draftOf,
  emptyDraft,
  fieldAfter,
  isDivided,
  isUntouched,
  missingField,
  restOf,
  splitDraft,
  withNextPart,
} from '../../../src/console/offerings/entry/row.ts';

const TITHE = 1;
const MISSIONS = 4;
const draft = (fields: Partial<Draft> = {}): Draft => ({ ...emptyDraft('Cash', TITHE), ...fields });
const ANN = { kind: 'member', id: 7 } as const;

test('Enter skips the reference if the method has none', () => {
  expect(fieldAfter('giver', draft())).toBe('amount');
  expect(fieldAfter('giver', draft({ method: 'Check' }))).toBe('reference');
  expect(fieldAfter('giver', draft({ method: 'Zelle' }))).toBe('reference');
  expect(fieldAfter('giver', draft({ method: 'Card' }))).toBe('amount');
  expect(fieldAfter('method', draft())).toBe('giver');
  expect(fieldAfter('reference', draft({ method: 'Check' }))).toBe('amount');
});

test('a row names its first missing field', () => {
  expect(missingField(draft())).toBe('giver');
  expect(missingField(draft({ who: ANN }))).toBe('amount');
  expect(missingField(draft({ who: ANN, amount: '1.234' }))).toBe('amount');
  expect(missingField(draft({ who: ANN, amount: '5', categoryId: null }))).toBe('category');
  expect(missingField(draft({ who: { kind: 'looseCash' }, amount: '5' }))).toBeUndefined();
});

test('a row with only a method and a usual category counts as untouched', () => {
  expect(isUntouched(draft({ method: 'Check', categoryId: MISSIONS }))).toBe(true);
  expect(isUntouched(draft({ amount: '5' }))).toBe(false);
  expect(isUntouched(draft({ who: { kind: 'anonymous' } }))).toBe(false);
});

describe('the body of a row', () => {
  test('has only the reference that belongs to its method', () => {
    const fields = { who: ANN, amount: '12+8.50', reference: ' 1042 ' };
    expect(bodyOf(draft({ ...fields, method: 'Check' }))).toMatchObject({
      amount: 20.5,
      checkNumber: '1042',
      zelleReference: null,
      payPalReference: null,
      categoryId: TITHE,
      memberId: 7,
      isAnonymous: false,
    });
    expect(bodyOf(draft({ ...fields, method: 'Zelle' }))).toMatchObject({ checkNumber: null, zelleReference: '1042' });
    expect(bodyOf(draft({ ...fields, method: 'Cash' }))).toMatchObject({ checkNumber: null, zelleReference: null });
  });

  test('has no member for loose cash or an anonymous gift, and is marked as anonymous only for an anonymous gift', () => {
    expect(bodyOf(draft({ who: { kind: 'looseCash' }, amount: '5' }))).toMatchObject({
      memberId: null,
      isAnonymous: false,
    });
    expect(bodyOf(draft({ who: { kind: 'anonymous' }, amount: '5' }))).toMatchObject({
      memberId: null,
      isAnonymous: true,
    });
  });

  test('cannot be made while a field is missing', () => {
    expect(() => bodyOf(draft())).toThrow('not complete');
  });

  test('can be turned back into the same row', () => {
    const row = draft({ method: 'Check', who: ANN, amount: '20.5', reference: '9', note: 'for May' });
    expect(draftOf(bodyOf(row))).toEqual(row);
  });
});

describe('a split gift', () => {
  const cheque = draft({ method: 'Check', who: ANN, amount: '100' });
  test('begins with its whole amount in the usual category, and the next part gets the rest', () => {
    const split = splitDraft(cheque);
    expect(split.parts).toEqual([{ categoryId: TITHE, amount: '100' }]);
    const first = { ...split, parts: [{ categoryId: TITHE, amount: '59.90' }] };
    expect(splitDraft(first)).toBe(first);
    expect(restOf(first)).toBe(4010);
    expect(withNextPart(first).parts[1]).toEqual({ categoryId: null, amount: '40.1' });
  });

  test('is complete when each part has a category and the parts add up', () => {
    const parts = [
      { categoryId: TITHE, amount: '60' },
      { categoryId: null, amount: '40' },
    ];
    expect(isDivided({ ...cheque, parts })).toBe(false);
    const whole = { ...cheque, parts: parts.map((part) => ({ ...part, categoryId: part.categoryId ?? MISSIONS })) };
    expect(isDivided(whole)).toBe(true);
    expect(missingField(whole)).toBeUndefined();
    expect(bodyOf(whole)).toMatchObject({
      amount: 100,
      parts: [
        { categoryId: TITHE, amount: 60 },
        { categoryId: MISSIONS, amount: 40 },
      ],
    });
    expect(bodyOf(whole)).not.toHaveProperty('categoryId');
  });

  test('has no next part and cannot be saved if its parts exceed the gift', () => {
    const over = { ...cheque, parts: [{ categoryId: TITHE, amount: '120' }] };
    expect(restOf(over)).toBe(-2000);
    expect(withNextPart(over)).toBe(over);
    expect(missingField(over)).toBe('amount');
  });

  test('becomes an unsplit gift if a single part has the whole amount', () => {
    const one = { ...cheque, parts: [{ categoryId: MISSIONS, amount: '100' }] };
    expect(bodyOf(one)).toMatchObject({ categoryId: MISSIONS, amount: 100 });
  });
});
