/** Rules as they are typed: from a line, the actions of a direction, and what is sent. */
import { expect, test } from 'vitest';
import type { Rule } from '../../../src/console/bank/rules/queries.ts';
import { actionsFor, bodyOf, lastingPart, typedOf } from '../../../src/console/bank/rules/rule.ts';
import type { Minor } from '../../../src/lib/money.ts';

test('begins with the part of the text that returns every month', () => {
  expect(lastingPart('ZOOM.US 888-799-9666')).toBe('ZOOM.US');
  expect(lastingPart('11/05 ACH DEBIT SO CAL EDISON 88.12')).toBe('ACH DEBIT SO CAL EDISON');
  expect(lastingPart('MONTHLY SERVICE FEE')).toBe('MONTHLY SERVICE FEE');
  expect(lastingPart(' 1042 ')).toBe('1042');
});

test('begins with the direction of the line', () => {
  expect(typedOf(undefined, { description: 'FEE', amount: -5 })).toMatchObject({ direction: 'Out', type: 'Expense' });
  expect(typedOf(undefined, { description: 'INTEREST', amount: 5 })).toMatchObject({
    direction: 'In',
    type: 'OtherIncome',
  });
});

test('offers no expense for money that came, and no income for money that left', () => {
  expect(actionsFor('In')).toEqual(['OtherIncome', 'Transfer', 'Match', 'Ignore']);
  expect(actionsFor('Out')).toEqual(['Expense', 'Transfer', 'Match', 'Ignore']);
});

test('sends only the fields of the action', () => {
  const typed = { ...typedOf(undefined), contains: ' ZOOM ', subCategoryId: 3, ministryId: 4, otherAccountId: 5 };
  expect(bodyOf({ ...typed, type: 'Transfer' }).action).toEqual({ type: 'Transfer', otherAccountId: 5 });
  expect(bodyOf({ ...typed, amountTo: 1050 as Minor })).toMatchObject({
    contains: 'ZOOM',
    amountFrom: null,
    amountTo: 10.5,
    action: { type: 'Expense', subCategoryId: 3, ministryId: 4, vendor: null },
  });
});

test('keeps the position and the functional class of a changed rule', () => {
  const action = { type: 'Expense', functionalClass: 'Program', subCategoryId: 1, ministryId: 1 };
  const rule = { contains: 'FEE', direction: 'Out', position: 7, isActive: true, action } as unknown as Rule;
  expect(bodyOf(typedOf(rule), rule)).toMatchObject({ position: 7, action: { functionalClass: 'Program' } });
});
