/** The columns of a CSV file: what is guessed, what is missing, the preview and what is sent. */
import { expect, test } from 'vitest';
import {
  askedColumns,
  badRowsIn,
  chosenOf,
  type Guess,
  guessIn,
  mappingOf,
  missingIn,
  previewOf,
  withHeader,
} from '../../../src/console/bank/imports/mapping.ts';

const guess: Guess = {
  columns: ['Posted', 'Text', 'Out', 'In', 'Kind'],
  sample: [
    ['03/05/2026', 'FEE', '5.00', '', 'debit'],
    ['03/06/2026', 'GIFT', '0.00', '1,200.00', 'credit'],
  ],
  mapping: { date: 'Posted', description: 'Text', debit: 'Out', credit: 'In', kind: 'Kind' },
  missing: ['dateFormat'],
  doubt: '03/05/2026',
};
const chosen = chosenOf(guess);

test('begins with the guess, and asks only for what the file does not show', () => {
  expect(chosen).toMatchObject({ date: 'Posted', debit: 'Out', isInTwoColumns: true, dateFormat: '' });
  expect(askedColumns(chosen)).toEqual(['date', 'description', 'debit', 'credit', 'checkNumber', 'balance']);
  expect(missingIn(chosen)).toEqual(['dateFormat']);
  expect(missingIn({ ...chosen, isInTwoColumns: false, dateFormat: 'mdy' })).toEqual(['amount']);
});

test('previews rows with the sign that their amounts will have', () => {
  expect(previewOf(guess, chosen).map(({ amount }) => amount)).toEqual(['-5.00', '1,200.00']);
  const single = { ...chosen, isInTwoColumns: false, amount: 'Out' };
  expect(previewOf(guess, single).map(({ amount }) => amount)).toEqual(['5.00', '0.00']);
  expect(previewOf(guess, { ...single, isReversed: true })[0]).toMatchObject({ amount: '-5.00', description: 'FEE' });
});

test('sends the chosen columns, and keeps the guess for the others', () => {
  expect(mappingOf(guess, { ...chosen, dateFormat: 'mdy' })).toEqual({
    ...guess.mapping,
    amount: null,
    checkNumber: null,
    balance: null,
    dateFormat: 'mdy',
    reversed: false,
  });
  const single = { ...chosen, isInTwoColumns: false, amount: 'In', isReversed: true, dateFormat: 'mdy' };
  expect(mappingOf(guess, single)).toMatchObject({ amount: 'In', debit: null, credit: null, reversed: true });
});

test('finds the guess and the bad rows in a refusal', () => {
  const problem = { code: 'file_refused', detail: '' } as unknown as Parameters<typeof guessIn>[0];
  expect(guessIn(problem)).toBeUndefined();
  expect(badRowsIn({ 'lines.3.amount': 'is no amount', 'lines.4': 'is cut off', mapping: 'is wrong' })).toEqual({
    rows: [
      { line: 3, field: 'amount', message: 'is no amount' },
      { line: 4, field: undefined, message: 'is cut off' },
    ],
    others: ['is wrong'],
  });
  expect(guessIn({ ...problem, guess } as typeof problem)).toBe(guess);
});

test('a header that the service does not know gives the columns their names, and is no row of the preview', () => {
  const columns = ['#1', '#2', '#3'];
  const sample = [
    ['When', 'Text', 'Worth'],
    ['03/05/2026', 'FEE', '-5.00'],
  ];
  const unknown: Guess = { columns, sample, mapping: { description: '#1' }, missing: [], doubt: null };
  const named = withHeader(unknown);
  expect(named).toMatchObject({ columns: ['When', 'Text', 'Worth'], mapping: {} });
  expect(named.sample).toEqual(sample.slice(1));
  const twice = { ...unknown, sample: [['When', 'Text', 'Text'], ...sample.slice(1)] };
  expect(withHeader(twice).columns).toEqual(['When', '#2', '#3']);
  const bare = { ...unknown, sample: sample.slice(1) };
  expect(withHeader(bare)).toBe(bare);
  expect(withHeader(guess)).toBe(guess);
});
