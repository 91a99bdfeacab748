import { expect, test } from 'vitest';
import { wordOf } from '../../../src/lib/checklist-words.ts';
import { isBehind, runningCheck, sorted, wayOf, wayOfItem } from '../../../src/console/month-end/checks.ts';
import type { Check } from '../../../src/console/month-end/queries.ts';

const item = { type: null, id: null, date: null, amount: null, amountBefore: null, name: null };
const check = (fields: Partial<Check>): Check => ({
  code: 'period',
  state: 'open',
  message: '',
  count: null,
  amount: null,
  items: [],
  ...fields,
});

test('each item leads to the screen where it is settled, and what has no screen leads nowhere', () => {
  expect(wayOfItem({ ...item, type: 'OfferingSession', id: 7 }, '2026-03')?.href).toBe('/offerings/7');
  expect(wayOfItem({ ...item, type: 'Expense', id: 8 }, '2026-03')?.href).toBe('/expenses/8');
  expect(wayOfItem({ ...item, type: 'MonthlyStatement', date: '2026-02-01' }, '2026-03')?.href).toBe(
    '/month-end/2026-02',
  );
  expect(wayOfItem({ ...item, type: 'Fund', id: 3 }, '2026-02')?.href).toBe(
    '/reports/general-ledger?fundId=3&to=2026-02-28',
  );
  expect(wayOfItem({ ...item, type: 'Transfer', id: 3 }, '2026-02')?.href).toBe('/bank/transfers');
  expect(wayOfItem({ ...item, type: 'JournalEntry', id: 3 }, '2026-02')).toBeUndefined();
  expect(wayOfItem({ ...item, date: '2026-02-01' }, '2026-02')).toBeUndefined();
});

test('a check that is in order leads nowhere, except to what happened', () => {
  expect(wayOf({ code: 'unpaid', state: 'look' }, '2026-03')).toMatchObject({
    room: 'expenses',
    needs: 'finance.manage',
  });
  expect(wayOf({ code: 'unpaid', state: 'done' }, '2026-03')).toBeUndefined();
  expect(wayOf({ code: 'period', state: 'open' }, '2026-03')).toBeUndefined();
  expect(wayOf({ code: 'events', state: 'done' }, '2026-03')?.href).toBe('/reports/events/2026-03');
});

test('an opening balance from a draft and one that differs have different sentences', () => {
  const open = { code: 'opening', state: 'open' } as const;
  expect(wordOf(check({ ...open, items: [{ ...item, date: '2026-02-01' }] }))).toBe('openingDraft_open');
  expect(wordOf(check({ ...open, items: [{ ...item, amount: 5 }] }))).toBe('openingDiffers_open');
  expect(wordOf(check({ code: 'sundays', state: 'look' }))).toBe('sundays_look');
});

test('the checks are sorted by state, and a finalized later month is noticed', () => {
  const checks = [check({ code: 'order' }), check({ code: 'funds', state: 'done' })];
  expect(sorted({ checks })).toMatchObject({ open: [{ code: 'order' }], look: [], done: [{ code: 'funds' }] });
  expect(isBehind({ checks })).toBe(true);
  expect(isBehind({ checks: checks.slice(1) })).toBe(false);
});

test('while the month runs, its end and what belongs to its last day are nothing to settle', () => {
  const period = check({ items: [{ ...item, date: '2026-11-30' }] });
  const checks = [period, check({ code: 'reconciliation', state: 'look' }), check({ code: 'funds', state: 'look' })];
  expect(runningCheck({ checks })).toBe(period);
  expect(sorted({ checks })).toMatchObject({ open: [], look: [{ code: 'funds' }] });
  const over = [{ ...period, state: 'done' as const }, ...checks.slice(1)];
  expect(runningCheck({ checks: over })).toBeUndefined();
  expect(sorted({ checks: over }).look).toHaveLength(2);
});
