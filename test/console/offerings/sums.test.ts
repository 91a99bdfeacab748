import { expect, test } from 'vitest';
import { bodyOf, emptyDraft } from '../../../src/console/offerings/entry/row.ts';
import { type Row, sumsOf } from '../../../src/console/offerings/entry/rows.ts';

const body = (amount: string) => bodyOf({ ...emptyDraft('Cash', 1), who: { kind: 'looseCash' }, amount });
const row = (key: string, amount: string, fields: Partial<Row> = {}): Row => ({
  key,
  number: 1,
  isMine: true,
  body: body(amount),
  memberName: null,
  enteredByName: 'Ann',
  gift: undefined,
  entry: undefined,
  status: 'saved',
  refusal: null,
  ...fields,
});

test('a refused new gift is in no sum, but a gift that waits is', () => {
  const { total, count, refused, byMethod } = sumsOf([
    row('a', '10'),
    row('b', '5', { status: 'waiting' }),
    row('c', '700', { status: 'refused' }),
  ]);
  expect({ total, count, refused }).toEqual({ total: 1500, count: 2, refused: 1 });
  expect(byMethod.get('Cash')).toBe(1500);
});

test('a gift whose correction was refused counts as it is in the books', () => {
  const gift = { ...body('10'), isAnonymous: false } as unknown as NonNullable<Row['gift']>;
  const { total, count, refused } = sumsOf([row('a', '99', { status: 'refused', gift })]);
  expect({ total, count, refused }).toEqual({ total: 1000, count: 1, refused: 1 });
});
