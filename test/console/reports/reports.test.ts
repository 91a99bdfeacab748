import { expect, test } from 'vitest';
import { askedOf, daysOf, parametersOf, sourceOf } from '../../../src/console/reports/reports.ts';
import { factsOf } from '../../../src/console/reports/documents.ts';
import type { Documents } from '../../../src/console/reports/queries.ts';

const year = (from: number, month = '01', end = `${from}-12-31`) => ({
  year: from,
  from: `${from}-${month}-01`,
  to: end,
  status: 'Open' as const,
  closedAt: null,
  closedBy: null,
});
const usual = { today: '2026-11-18', years: [year(2026), year(2025)] };
const address =
  (values: Record<string, string> = {}) =>
  (name: string) =>
    values[name] ?? '';

test('a report without parameters is that of the current fiscal year, or of today', () => {
  expect(parametersOf('income-statement', address(), usual)).toEqual({ year: '2026' });
  expect(parametersOf('balance-sheet', address(), usual)).toEqual({ at: '2026-11-18' });
  expect(parametersOf('payment-register', address(), usual)).toEqual({ from: '2026-01-01', to: '2026-11-18' });
  expect(parametersOf('1099', address(), usual)).toEqual({ year: '2026' });
});

test('a report takes from the address what it has a control for, and nothing else', () => {
  const given = address({
    from: '2026-01-01',
    to: '2026-03-31',
    basis: 'paid',
    columns: 'fund',
    fundId: '3',
    at: '2020-01-01',
  });
  expect(parametersOf('income-statement', given, usual)).toEqual({
    from: '2026-01-01',
    to: '2026-03-31',
    basis: 'paid',
    columns: 'fund',
  });
  expect(parametersOf('payables', given, usual)).toEqual({ at: '2020-01-01' });
});

test('a running fiscal year ends today, and beside a budget with the last month that is over', () => {
  const asked = (parameters: Record<string, string>, today = '2026-11-18') =>
    askedOf('income-statement', parameters, { ...usual, today });
  expect(asked({ year: '2026', compare: 'prior' })).toEqual({
    from: '2026-01-01',
    to: '2026-11-18',
    compare: 'prior',
  });
  const toBudget = { year: '2026', compare: 'prior,budget' };
  expect(asked(toBudget)['to']).toBe('2026-10-31');
  expect(asked(toBudget, '2026-11-30')['to']).toBe('2026-11-30');
  expect(asked(toBudget, '2026-01-20')['to']).toBe('2026-01-20');
});

test('a year that is over, dates of one’s own, and a report of a whole year are asked for as they are', () => {
  const same = (name: 'income-statement' | 'budget', parameters: Record<string, string>, today = '2026-11-18') =>
    expect(askedOf(name, parameters, { ...usual, today })).toEqual(parameters);
  same('income-statement', { year: '2025', compare: 'prior' });
  same('income-statement', { year: '2026' }, '2026-12-31');
  same('income-statement', { from: '2026-01-01', to: '2026-12-31', compare: 'prior' });
  same('budget', { year: '2026' });
});

test('behind a balance are all documents up to its day, and behind income those since the fiscal year began', () => {
  expect(daysOf({ at: '2026-03-31' }, usual, 'Account')).toEqual({ to: '2026-03-31' });
  expect(daysOf({ at: '2026-03-31' }, usual, 'SubCategory')).toEqual({ from: '2026-01-01', to: '2026-03-31' });
  expect(daysOf({ year: '2025' }, usual, 'Fund')).toEqual({ from: '2025-01-01', to: '2025-12-31' });
  expect(daysOf({ year: '2026', through: '2026-02' }, usual, 'SubCategory').to).toBe('2026-02-28');
});

test('a figure leads to its ledger, an entry of the ledger to its document, and the opening nowhere', () => {
  const days = { from: '2026-01-01', to: '2026-12-31' };
  expect(sourceOf({ type: 'SubCategory', id: 6 }, days)?.href).toBe(
    '/reports/general-ledger?subCategoryId=6&from=2026-01-01&to=2026-12-31',
  );
  expect(sourceOf({ type: 'Account', id: 2 }, { to: '2026-01-31' })?.href).toBe(
    '/reports/general-ledger?accountId=2&to=2026-01-31',
  );
  expect(sourceOf({ type: 'Expense', id: 8 }, {})).toEqual({ room: 'expenses', href: '/expenses/8' });
  expect(sourceOf({ type: 'Payment', id: 8 }, {})?.href).toBe('/reports/documents/Payment/8');
  expect(sourceOf({ type: 'Opening', id: 1 }, {})).toBeUndefined();
  expect(sourceOf(null, {})).toBeUndefined();
});

test('a payment leads to the expenses that it paid, and a gift to its offering', () => {
  const payment = {
    id: 1,
    date: '2026-03-04',
    accountId: 2,
    accountName: 'Checking',
    method: 'Check',
    reference: '1021',
    amount: 90,
    voidedOn: null,
    voidReason: null,
    items: [
      { expenseId: 4, payableId: null, vendor: 'Printer', amount: 50 },
      { expenseId: null, payableId: 1, vendor: null, amount: 40 },
    ],
  } as unknown as Documents['Payment'];
  expect(factsOf('Payment', payment)).toEqual({
    date: '2026-03-04',
    amount: 90,
    facts: [
      ['account', 'Checking'],
      ['method', 'Check'],
      ['reference', '1021'],
    ],
    parts: [
      { name: 'Printer', amount: 50, source: { type: 'Expense', id: 4 } },
      { name: null, amount: 40, source: null },
    ],
  });
  const gift = { date: '2026-03-01', amount: 20, categoryName: 'Tithe', method: 'Cash', sessionId: 7 };
  const { parts } = factsOf('Giving', gift as unknown as Documents['Giving']);
  expect(parts).toEqual([{ name: null, amount: 20, source: { type: 'OfferingSession', id: 7 } }]);
});
