/** Working off bank lines: keys, the active line, what is taken out of the list, and sums. */
import { expect, test } from 'vitest';
import type { Line, LinePage, Suggestion } from '../../../src/console/bank/lines/queries.ts';
import {
  actionOf,
  canMake,
  differenceOf,
  exactOnes,
  movedTo,
  nextAfter,
  withoutSettled,
} from '../../../src/console/bank/lines/work.ts';
import { detailOf } from '../../../src/console/bank/names.ts';
import { nextStepOf } from '../../../src/console/bank/next-step.ts';

const key = (key: string, held: object = {}) =>
  actionOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });
const suggestion = (lines: number[], id: number): Suggestion => ({
  lines,
  documents: [
    {
      type: 'Payment',
      id,
      date: '2026-03-01',
      amount: -5,
      reference: null,
      party: null,
      payee: null,
      description: 'Check',
    },
  ],
  reasons: ['amount'],
});
const line = (id: number, suggestions: Suggestion[] = []) => ({ id, amount: -5, suggestions }) as unknown as Line;
const lines = [line(1), line(2), line(3)];

test('reads keys, also capital letters, and leaves the shortcuts of the browser alone', () => {
  expect(key('ArrowDown')).toEqual({ act: 'move', by: 1 });
  expect(key('M')).toEqual({ act: 'task', task: 'match' });
  expect(key('z', { ctrlKey: true })).toEqual({ act: 'undo' });
  expect(key('z', { metaKey: true })).toEqual({ act: 'undo' });
  expect(key('e', { ctrlKey: true })).toBeUndefined();
  expect(key('z')).toBeUndefined();
  expect(key('Tab')).toBeUndefined();
});

test('makes an expense only of money that left, and income only of money that came', () => {
  expect(canMake('expense', { amount: -1 })).toBe(true);
  expect(canMake('expense', { amount: 1 })).toBe(false);
  expect(canMake('income', { amount: -1 })).toBe(false);
  expect(canMake('transfer', { amount: 1 })).toBe(true);
});

test('moves between the first and the last line', () => {
  expect(movedTo(lines, 1, -1)?.id).toBe(1);
  expect(movedTo(lines, 1, 1)?.id).toBe(2);
  expect(movedTo(lines, 2, 10)?.id).toBe(3);
  expect(movedTo(lines, undefined, 1)?.id).toBe(2);
  expect(movedTo([], 1, 1)).toBeUndefined();
});

test('goes on with the next line that stays, and after the last one with the line before', () => {
  expect(nextAfter(lines, [1], 1)?.id).toBe(2);
  expect(nextAfter(lines, [2, 3], 2)?.id).toBe(1);
  expect(nextAfter(lines, [1, 2, 3], 1)).toBeUndefined();
});

test('takes settled lines out of a page, with the suggestions that name them or their documents', () => {
  const items = [line(1), line(2, [suggestion([2], 7), suggestion([2], 8)]), line(3, [suggestion([3, 1], 9)])];
  const page = withoutSettled({ items, totalCount: 10 } as unknown as LinePage, [1], [{ type: 'Payment', id: 7 }]);
  expect(page.totalCount).toBe(9);
  expect(page.items.map(({ id, suggestions }) => [id, suggestions.length])).toEqual([
    [2, 1],
    [3, 0],
  ]);
});

test('compares the sums to the cent', () => {
  expect(differenceOf([{ amount: 0.3 }], [{ amount: 0.1 }, { amount: 0.2 }])).toBe(0);
  expect(differenceOf([{ amount: -5 }], [])).toBe(-500);
});

test('names the type of a document once', () => {
  expect(detailOf({ type: 'Deposit', description: 'Deposit: March 1', reference: null })).toBe('March 1');
  expect(detailOf({ type: 'Transfer', description: 'Transfer', reference: null })).toBe('');
  expect(detailOf({ type: 'Payment', description: 'Check 7', reference: '7' })).toBe('Check 7');
  expect(detailOf({ type: 'OutstandingItem', description: 'From before the books', reference: '12' })).toBe('12');
});

test('says what to do next with an account, and sends nobody to what they may not do', () => {
  const me: Parameters<typeof nextStepOf>[2] = { id: 5, permissions: ['statements.manage'] };
  const account = { openLines: 0, lastReconciliation: null, toReview: [], draftId: null } as unknown as Parameters<
    typeof nextStepOf
  >[0];
  const next = (changes: object) => nextStepOf({ ...account, ...changes }, '2026-11-18', me);
  const last = { id: 2, endDate: '2026-10-31', endBalance: 1, finishedBy: 4, reviewedAt: null };
  const older = { ...last, id: 1, endDate: '2026-09-30' };
  const reviewed = { lastReconciliation: { ...last, reviewedAt: '2026-11-02T10:00:00.000Z' } };
  const waiting = { lastReconciliation: last, toReview: [older, last] };
  expect(next({ ...waiting, openLines: 3 })).toEqual({ step: 'lines', count: 3 });
  expect(next({ draftId: 7 })).toEqual({ step: 'draft', id: 7 });
  expect(next({})).toEqual({ step: 'reconcile', date: '2026-10-31' });
  expect(next({ lastReconciliation: older })).toEqual({ step: 'reconcile', date: '2026-10-31' });
  expect(next(waiting)).toEqual({ step: 'review', id: 1, date: '2026-09-30' });
  expect(next(reviewed)).toEqual({ step: 'done' });
  for (const finishedBy of [5, null])
    expect(next({ lastReconciliation: last, toReview: [{ ...last, finishedBy }] })).toEqual({ step: 'others' });
  me.permissions = ['expenses.approve'];
  expect(next({ ...waiting, openLines: 3 })).toEqual({ step: 'review', id: 1, date: '2026-09-30' });
  me.permissions = ['reports.read'];
  for (const changes of [waiting, { openLines: 3 }, { draftId: 7 }, {}])
    expect(next(changes)).toEqual({ step: 'others' });
  expect(next(reviewed)).toEqual({ step: 'done' });
});

test('matches at once only lines whose single suggestion is one document of the same amount within days', () => {
  const exact = (id: number, changes: Partial<Suggestion> = {}) => ({
    ...suggestion([id], id),
    reasons: ['amount', 'date'] as Suggestion['reasons'],
    ...changes,
  });
  const open = (id: number, ...suggestions: Suggestion[]) => ({ ...line(id, suggestions), status: 'Open' }) as Line;
  const found = (...lines: Line[]) => exactOnes(lines).map(({ line: { id } }) => id);
  expect(found(open(1, exact(1)), open(2, exact(2)))).toEqual([1, 2]);
  expect(found(open(1, exact(1), exact(9)), open(2), open(3, exact(3, { reasons: ['amount'] })))).toEqual([]);
  expect(found(open(1, exact(1, { reasons: ['sum', 'date'] })), open(2, exact(2, { lines: [2, 3] })))).toEqual([]);
  const [document] = exact(7).documents;
  if (!document) throw new Error('The suggestion has no document.');
  expect(found(open(1, exact(1, { documents: [document, document] })))).toEqual([]);
  expect(found(open(1, exact(1, { documents: [document] })), open(2, exact(2, { documents: [document] })))).toEqual([]);
  expect(found({ ...open(1, exact(1)), status: 'Matched' })).toEqual([]);
});
