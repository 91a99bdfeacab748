import { expect, test } from 'vitest';
import { doublesOf } from '../../../src/console/offerings/entry/doubles.ts';
import { bodyOf, type Draft, emptyDraft } from '../../../src/console/offerings/entry/row.ts';
import type { Row } from '../../../src/console/offerings/entry/rows.ts';
import type { Gift } from '../../../src/console/offerings/queries.ts';

const ANN = { kind: 'member', id: 7 } as const;
const row = (id: number | undefined, fields: Partial<Draft> = {}): Row => ({
  key: id === undefined ? 'waiting' : `k${id}`,
  number: id ?? 99,
  isMine: true,
  body: bodyOf({ ...emptyDraft('Check', 1), who: ANN, amount: '5', reference: '100', ...fields }),
  memberName: null,
  enteredByName: 'Ann',
  gift: id === undefined ? undefined : ({ id, reversalOf: null } as Gift),
  entry: undefined,
  status: 'saved',
  refusal: null,
});
const doubles = (...rows: Row[]) => Array.from(doublesOf(rows), ([key, first]) => `${key} of ${first.key}`);

test('a gift with the giver, amount, categories and reference of an earlier gift is a likely duplicate of that gift', () => {
  expect(doubles(row(2), row(1), row(undefined))).toEqual(['k2 of k1', 'waiting of k1']);
});

test.each<[string, Partial<Draft>]>([
  ['another amount', { amount: '5.01' }],
  ['another check', { reference: '101' }],
  ['another category', { categoryId: 2 }],
  ['another giver', { who: { kind: 'member', id: 8 } }],
])('a gift with %s is not a duplicate', (_name, fields) => {
  expect(doubles(row(1), row(2, fields))).toEqual([]);
});

test('equal gifts without a giver are not duplicates', () => {
  expect(doubles(row(1, { who: { kind: 'looseCash' } }), row(2, { who: { kind: 'looseCash' } }))).toEqual([]);
  expect(doubles(row(1, { who: { kind: 'anonymous' } }), row(2, { who: { kind: 'anonymous' } }))).toEqual([]);
});

test('a gift with the same parts in a different order is a likely duplicate', () => {
  const parts = [
    { categoryId: 1, amount: '2' },
    { categoryId: 2, amount: '3' },
  ];
  expect(doubles(row(1, { parts }), row(2, { parts: parts.toReversed() }))).toEqual(['k2 of k1']);
});

test('a refused gift or a reversal is not a duplicate', () => {
  const refused = { ...row(2), refusal: { status: 422 } } as Row;
  const reversal = { ...row(3), gift: { id: 3, reversalOf: 1 } } as Row;
  expect(doubles(row(1), refused, reversal)).toEqual([]);
});
