/** Form 1099: which forms must be filed or corrected after what was filed. */
import { expect, test } from 'vitest';
import type { Form1099Box } from '../../../src/books/form1099.ts';
import { type DueForm, filedForms, formsOf } from '../../../src/features/reports/form1099/form-rules.ts';
import type { Minor } from '../../../src/lib/money.ts';

const ANN = { name: 'Ann Wu', taxId: '••••6789', taxIdKey: 'a' };
const minor = (amount: number) => amount as Minor;
const row = (vendorId: number, box: Form1099Box, amount: number, more: object = {}) => ({
  vendorId,
  box,
  amountMinor: minor(amount),
  filedOn: '2027-01-20',
  ...ANN,
  ...more,
});
type Amounts = readonly (readonly [Form1099Box, number])[];
const due = (vendorId: number, form: string, amounts: Amounts, more: Partial<DueForm> = {}): DueForm => ({
  form,
  vendorId,
  vendorIds: [vendorId],
  on: ANN,
  amounts: new Map(amounts.map(([box, amount]) => [box, minor(amount)])),
  ...more,
});
const same = (vendorId: number) => vendorId;
const needs = (...given: Parameters<typeof formsOf>) =>
  formsOf(...given).map(({ form, vendorId, need, boxes }) => [
    form,
    vendorId,
    need,
    ...boxes.map(({ box, filed, now }) => [box, filed, now]),
  ]);

test('a form that was filed as it is now needs nothing, and a new one must be filed', () => {
  const filed = filedForms([row(1, 'NEC1', 70_000)]);
  const now = [due(1, '1099-NEC', [['NEC1', 70_000]]), due(1, '1099-MISC', [['MISC1', 60_000]])];
  expect(needs(filed, now, same)).toEqual([
    ['1099-NEC', 1, 'None', ['NEC1', 70_000, 70_000]],
    ['1099-MISC', 1, 'File', ['MISC1', null, 60_000]],
  ]);
});

test('a cent more, another box of the same form, and a form that is due no longer need the right amounts', () => {
  const filed = filedForms([row(1, 'NEC1', 70_000), row(2, 'MISC1', 60_000), row(3, 'NEC1', 90_000)]);
  const now = [
    due(1, '1099-NEC', [['NEC1', 70_001]]),
    due(2, '1099-MISC', [
      ['MISC1', 60_000],
      ['MISC10', 80_000],
    ]),
  ];
  expect(needs(filed, now, same)).toEqual([
    ['1099-NEC', 1, 'CorrectAmounts', ['NEC1', 70_000, 70_001]],
    ['1099-MISC', 2, 'CorrectAmounts', ['MISC1', 60_000, 60_000], ['MISC10', 0, 80_000]],
    ['1099-NEC', 3, 'CorrectAmounts', ['NEC1', 90_000, 0]],
  ]);
});

test.each([
  ['another name', { ...ANN, name: 'Ann Lee' }, 'CorrectRecipient'],
  ['a missing tax id', { ...ANN, taxId: null, taxIdKey: null }, 'CorrectRecipient'],
  ['another tax id with the same mask', { ...ANN, taxIdKey: 'b' }, 'CorrectRecipient'],
  ['a name in other letters', { ...ANN, name: 'ANN  WU' }, 'None'],
])('%s is noticed on a filed form, if it matters', (_, on, need) => {
  const now = [due(1, '1099-NEC', [['NEC1', 70_000]], { on })];
  expect(needs(filedForms([row(1, 'NEC1', 70_000)]), now, same)).toEqual([['1099-NEC', 1, need, expect.anything()]]);
});

test('a form of the wrong recipient that is due no longer is only corrected to 0, with the recipient as filed', () => {
  expect(formsOf(filedForms([row(1, 'NEC1', 70_000)]), [], same)).toMatchObject([{ need: 'CorrectAmounts', on: ANN }]);
});

test('the last filing counts', () => {
  const filed = filedForms([row(1, 'NEC1', 70_000), row(1, 'NEC1', 0, { filedOn: '2027-03-01', name: 'Ann Lee' })]);
  expect(needs(filed, [], same)).toEqual([['1099-NEC', 1, 'None', ['NEC1', 0, 0]]]);
  expect(filed).toMatchObject([{ filedOn: '2027-03-01', on: { name: 'Ann Lee' } }]);
});

test('if two filed forms are of one recipient, one has all and the other is corrected to 0', () => {
  const filed = filedForms([row(1, 'NEC1', 70_000), row(2, 'NEC1', 80_000)]);
  const now = [due(2, '1099-NEC', [['NEC1', 150_000]], { vendorIds: [1, 2] })];
  expect(needs(filed, now, () => 2)).toEqual([
    ['1099-NEC', 2, 'CorrectAmounts', ['NEC1', 80_000, 150_000]],
    ['1099-NEC', 1, 'CorrectAmounts', ['NEC1', 70_000, 0]],
  ]);
});

test('a form stays the same one if the details of another vendor of the recipient are used today', () => {
  const now = [due(2, '1099-NEC', [['NEC1', 70_000]], { vendorIds: [1, 2] })];
  expect(needs(filedForms([row(1, 'NEC1', 70_000)]), now, () => 2)).toEqual([
    ['1099-NEC', 1, 'None', ['NEC1', 70_000, 70_000]],
  ]);
});
