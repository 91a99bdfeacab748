import { expect, test } from 'vitest';
import { NEW } from '../../../src/console/offerings/entry/drafts.ts';
import { withGone } from '../../../src/console/offerings/entry/gone-rows.ts';
import { refusedAs } from '../../../src/console/offerings/entry/refused.ts';
import { bodyOf, draftOf, emptyDraft } from '../../../src/console/offerings/entry/row.ts';
import type { Row } from '../../../src/console/offerings/entry/rows.ts';

const body = bodyOf({ ...emptyDraft('Cash', 1), who: { kind: 'looseCash' }, amount: '5' });
const row = (key: string): Row => ({
  key,
  number: 1,
  isMine: true,
  body,
  memberName: null,
  enteredByName: 'Ann',
  gift: { id: 9 } as Row['gift'],
  entry: undefined,
  status: 'saved',
  refusal: null,
});
const shown = (activeKey: string, drafts = {}) => {
  const seen = new Map<string, Row>();
  withGone([row('a'), row('b')], { activeKey, drafts, seen });
  return withGone([row('b')], { activeKey, drafts, seen }).map((one) => [one.key, one.number, refusedAs(one)]);
};

test('an open gift that another person deletes stays in the list, marked as deleted', () => {
  expect(shown('a')).toEqual([
    ['b', 1, undefined],
    ['a', 2, 'gone'],
  ]);
});

test('a gift with an unfinished correction that another person deletes stays in the list, marked as deleted', () => {
  const drafts = { a: { draft: { ...draftOf(body), amount: '6' }, typed: '' } };
  expect(shown(NEW, drafts).at(-1)).toEqual(['a', 2, 'gone']);
});

test('other gifts that another person deletes disappear at once', () => {
  expect(shown(NEW)).toEqual([['b', 1, undefined]]);
});
