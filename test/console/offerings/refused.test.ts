import { expect, test } from 'vitest';
import type { Entry } from '../../../src/console/offerings/entry/entry.ts';
import { refusedAs } from '../../../src/console/offerings/entry/refused.ts';
import { rowsOf } from '../../../src/console/offerings/entry/rows.ts';
import type { Gift } from '../../../src/console/offerings/queries.ts';
import { bodyOf, emptyDraft } from '../../../src/console/offerings/entry/row.ts';

const body = bodyOf({ ...emptyDraft('Cash', 1), who: { kind: 'looseCash' }, amount: '5' });
const problem = (status: number) => ({ status }) as NonNullable<Entry['refusal']>;
const entry = (fields: Partial<Entry>): Entry => ({
  key: 'giving:9',
  tab: 'here',
  sessionId: 3,
  date: '2026-11-22',
  owner: { id: 1, name: 'Ann' },
  order: 1,
  deeds: [{ kind: 'change', body }],
  givingId: 9,
  seen: body,
  wasSent: true,
  refusal: problem(412),
  ...fields,
});
const gift = {
  ...body,
  id: 9,
  date: '2026-11-22',
  giftDate: '2026-11-22',
  createdBy: 1,
  entryKey: 'a',
} as unknown as Gift;
const refused = (fields: Partial<Entry>, gifts: readonly Gift[] = [gift]) =>
  rowsOf(gifts, [entry(fields)], 1).map(refusedAs);

test('a row shows whether its gift, its correction or its deletion was refused', () => {
  expect(refused({})).toEqual(['correction']);
  expect(refused({ deeds: [{ kind: 'delete' }] })).toEqual(['deletion']);
  expect(refused({ key: 'b', givingId: null, deeds: [{ kind: 'create', body }] }, [])).toEqual(['new']);
});

test('a row shows that its gift was deleted by another person, before and after the offering is read again', () => {
  expect(refused({ refusal: problem(404) })).toEqual(['gone']);
  expect(refused({ refusal: problem(404) }, [])).toEqual(['gone']);
});

test('a new gift whose entry key belongs to a deleted gift is treated as deleted and can be entered again', () => {
  const used = { ...problem(409), code: 'entry_deleted' } as Entry['refusal'];
  expect(refused({ key: 'b', givingId: null, deeds: [{ kind: 'create', body }], refusal: used }, [])).toEqual(['gone']);
});

test('a row that waits to be sent is not shown as refused', () => {
  expect(refused({ refusal: null })).toEqual([undefined]);
});
