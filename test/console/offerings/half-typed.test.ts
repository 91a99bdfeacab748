import { expect, test } from 'vitest';
import { NEW } from '../../../src/console/offerings/entry/drafts.ts';
import { halfTypedRows, isBegun } from '../../../src/console/offerings/entry/half-typed.ts';
import { bodyOf, type Draft, draftOf, emptyDraft } from '../../../src/console/offerings/entry/row.ts';
import type { Row } from '../../../src/console/offerings/entry/rows.ts';

const ANN = { kind: 'member', id: 7 } as const;
const empty = emptyDraft('Cash', 1);
const whole: Draft = { ...empty, who: ANN, amount: '50' };
const row = (key: string): Row => ({
  key,
  number: 1,
  isMine: true,
  body: bodyOf(whole),
  memberName: null,
  enteredByName: 'Ann',
  gift: undefined,
  entry: undefined,
  status: 'saved',
  refusal: null,
});

test('a new gift counts as begun after any input, such as a half-typed giver or a date of the gift', () => {
  expect(isBegun({ draft: empty, typed: ' ' })).toBe(false);
  expect(isBegun({ draft: empty, typed: 'Zed' })).toBe(true);
  expect(isBegun({ draft: { ...empty, amount: '5' }, typed: '' })).toBe(true);
  expect(isBegun({ draft: { ...empty, extras: { ...empty.extras, giftDate: '2026-11-20' } }, typed: '' })).toBe(true);
});

test('a row with an unfinished correction counts as half typed, but a row that was only opened does not', () => {
  const rows = [row('looked at'), row('corrected'), row('untouched')];
  const drafts = {
    'looked at': { draft: draftOf(bodyOf(whole)), typed: '' },
    corrected: { draft: { ...draftOf(bodyOf(whole)), amount: '51' }, typed: '' },
    [NEW]: { draft: { ...empty, amount: '75' }, typed: '' },
  };
  expect(halfTypedRows(drafts, rows)).toEqual(['corrected', NEW]);
  expect(halfTypedRows({ [NEW]: { draft: empty, typed: '' } }, rows)).toEqual([]);
});
