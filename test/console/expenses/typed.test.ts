import { describe, expect, test } from 'vitest';
import {
  bodyOf,
  emptyTyped,
  isOn1099,
  missingIn,
  restOf,
  type Typed,
  typedOf,
} from '../../../src/console/expenses/hand-in/typed.ts';
import type { Expense } from '../../../src/console/expenses/queries.ts';
import { payBackLine, unnamedPayee } from '../../../src/lib/payee.ts';
import { minorOf } from '../../../src/console/kit/money.ts';

const typed = (changes: Partial<Typed> = {}): Typed => ({
  ...emptyTyped('2026-11-22', { memberId: 9 }),
  amount: minorOf(12.5),
  description: ' Snacks ',
  subCategoryId: 3,
  ministryId: 4,
  ...changes,
});
const part = (amount: number) => ({
  subCategoryId: 3,
  accountId: null,
  ministryId: 4,
  functionalClass: null,
  fundId: null,
  form1099: null,
  inUse: true,
  amount: minorOf(amount),
});

describe('the body of an expense', () => {
  test('pays back the person who hands it in', () => {
    expect(bodyOf(typed(), 'Ann')).toMatchObject({
      amount: 12.5,
      description: 'Snacks',
      memberId: 9,
      settled: null,
      notes: null,
    });
  });

  test('says in the notes whom to pay back if the account is not linked to a person', () => {
    const body = bodyOf(typed({ memberId: null, notes: 'Two boxes' }), 'Ann');
    expect(body).toMatchObject({ memberId: null, notes: `${payBackLine('Ann')}\nTwo boxes` });
    const notes = body.notes ?? null;
    expect(unnamedPayee({ notes, vendor: 'Paper & Co' })).toBe('Ann');
    expect(unnamedPayee({ notes: 'Two boxes', vendor: 'Paper & Co' })).toBe('Paper & Co');
    expect(unnamedPayee({ notes: 'Two boxes', vendor: null })).toBeNull();
    const back = typedOf({ ...body, submittedByName: 'Ann', splits: null } as Expense);
    expect(back).toMatchObject({ payer: 'self', notes: 'Two boxes' });
    const other = typedOf({ ...body, submittedByName: 'Bo', splits: null } as Expense);
    expect(other).toMatchObject({ payer: 'nobody', notes });
  });

  test('has the payment of the church on the day of the receipt, unless another day was chosen', () => {
    const church = { payer: 'church', paidFrom: 2, reference: ' 1001 ' } as const;
    expect(bodyOf(typed(church), 'Ann')).toMatchObject({
      memberId: null,
      settled: { accountId: 2, date: '2026-11-22', method: 'Card', reference: '1001' },
    });
    expect(bodyOf(typed({ ...church, paidOn: '2026-11-23' }), 'Ann').settled?.date).toBe('2026-11-23');
  });

  test('has parts instead of a category', () => {
    const body = bodyOf(typed({ parts: [part(10), part(2.5)] }), 'Ann');
    expect(body.splits?.map(({ amount }) => amount)).toEqual([10, 2.5]);
    expect(body).not.toHaveProperty('subCategoryId');
  });

  test('names a vendor of the list by its id only', () => {
    expect(bodyOf(typed({ vendor: 'Costco', vendorId: 5 }), 'Ann')).not.toHaveProperty('vendor');
    expect(bodyOf(typed({ vendor: 'Costco' }), 'Ann')).toMatchObject({ vendor: 'Costco' });
  });
});

describe('what is missing', () => {
  test.each<[string, Partial<Typed>, string[]]>([
    ['nothing', {}, []],
    ['the amount', { amount: null }, ['amount']],
    [
      'everything that was not typed',
      { amount: null, description: ' ', subCategoryId: null, ministryId: null },
      ['amount', 'description', 'subCategoryId', 'ministryId'],
    ],
    ['the account of the church', { payer: 'church' }, ['settled.accountId']],
    ['a part that adds up', { parts: [part(10)] }, ['parts']],
    ['nothing if the parts add up', { parts: [part(10), part(2.5)], subCategoryId: null }, []],
  ])('is %s', (_name, changes, missing) => {
    expect(missingIn(typed(changes))).toEqual(missing);
  });

  test('is counted exactly', () => {
    expect(restOf(typed({ parts: [part(10), part(2.49)] }))).toBe(1);
    expect(restOf(typed({ parts: [part(20)] }))).toBe(-750);
  });
});

describe('a vendor of the list is asked for', () => {
  const boxes = new Map([
    [3, null],
    [5, 'NEC1' as const],
  ]);
  const waiting = (changes: Partial<Typed> = {}) => isOn1099(typed({ payer: 'nobody', ...changes }), boxes);

  test('only in a category with a box of Form 1099, or in a part with one', () => {
    expect(waiting({ subCategoryId: 5 })).toBe(true);
    expect(waiting()).toBe(false);
    expect(waiting({ subCategoryId: null })).toBe(false);
    expect(waiting({ subCategoryId: null, parts: [part(1), { ...part(2), subCategoryId: 5 }] })).toBe(true);
    expect(waiting({ subCategoryId: null, parts: [part(1), { ...part(2), form1099: 'MISC1' }] })).toBe(true);
    expect(waiting({ subCategoryId: null, parts: [part(1), part(2)] })).toBe(false);
  });

  test('neither for what is paid back, nor for payments by card or PayPal', () => {
    expect(waiting({ subCategoryId: 5, payer: 'self' })).toBe(false);
    expect(waiting({ subCategoryId: 5, payer: 'church', method: 'Card' })).toBe(false);
    expect(waiting({ subCategoryId: 5, payer: 'church', method: 'PayPal' })).toBe(false);
    expect(waiting({ subCategoryId: 5, payer: 'church', method: 'Check' })).toBe(true);
  });
});
