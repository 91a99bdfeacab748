import * as z from 'zod';
import { expect, test } from 'vitest';
import { changesBetween, changesOfNew } from '../../../src/features/audit/rules.ts';

const SILENT = ['enteredBy', 'enteredByName', 'createdAt', 'modifiedAt', 'createdBy', 'modifiedBy'];
const schema = z.object(Object.fromEntries(['amount', 'memo', ...SILENT].map((field) => [field, z.any()])));
const state = (value: unknown) => Object.fromEntries(['amount', ...SILENT].map((field) => [field, value]));

test('changes leave out who made a change and when, because the entry itself shows this', () => {
  expect(changesBetween(schema, state(1), { ...state(2), memo: null })).toEqual({ amount: [1, 2] });
  expect(changesOfNew(schema, state(2))).toEqual({ amount: [null, 2] });
});

test('changes contain every field that differs, and all fields of a resource that was created or deleted', () => {
  const before = { amount: 1, memo: 'Rent' };
  expect(changesBetween(schema, before, { amount: 1, memo: 'Rents' })).toEqual({ memo: ['Rent', 'Rents'] });
  expect(changesBetween(schema, before, { ...before })).toEqual({});
  expect(changesBetween(schema, null, before)).toEqual({ amount: [null, 1], memo: [null, 'Rent'] });
  expect(changesBetween(schema, before, null)).toEqual({ amount: [1, null], memo: ['Rent', null] });
});
