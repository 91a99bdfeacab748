/** The ticks of a reconciliation, the difference that is left, and typed balances. */
import { expect, test } from 'vitest';
import { readBalance } from '../../../src/console/kit/typed-balance.ts';
import { differenceOf, rowsOf, tickedOf } from '../../../src/console/bank/reconciliations/ticks.ts';
import type { Reconciliation } from '../../../src/console/bank/reconciliations/queries.ts';

const document = (id: number, amount: number, date = '2026-02-24') => ({
  type: 'Payment' as const,
  id,
  date,
  amount,
  reference: null,
  party: null,
  payee: null,
  description: 'Check',
});
const reconciliation: Pick<Reconciliation, 'cleared' | 'outstanding' | 'startBalance' | 'endBalance'> = {
  startBalance: 100,
  endBalance: 89.7,
  cleared: [
    { ...document(1, -10), matchId: 5 },
    { ...document(2, -0.1), matchId: null },
  ],
  outstanding: [document(3, -0.2, '2026-02-20')],
};
const checking = { kind: 'Checking' as const };

test('lists all documents by date, with the ticks that are not saved yet', () => {
  const rows = rowsOf(
    reconciliation,
    new Map([
      ['Payment/2', false],
      ['Payment/3', true],
    ]),
  );
  expect(rows.map(({ id, isTicked }) => [id, isTicked])).toEqual([
    [3, true],
    [1, true],
    [2, false],
  ]);
});

test('keeps the tick of a matched document, which is not sent', () => {
  const rows = rowsOf(reconciliation, new Map([['Payment/1', false]]));
  expect(rows.find(({ id }) => id === 1)).toMatchObject({ isTicked: true, isMatched: true });
  expect(tickedOf(rows)).toEqual([{ type: 'Payment', id: 2 }]);
});

test('computes the difference to the cent, for a debt with the other sign', () => {
  expect(differenceOf(reconciliation, rowsOf(reconciliation, new Map()), checking)).toBe(-20);
  expect(differenceOf(reconciliation, rowsOf(reconciliation, new Map([['Payment/3', true]])), checking)).toBe(0);
  const card = { ...reconciliation, startBalance: 0, endBalance: 10.1 };
  expect(differenceOf(card, rowsOf(card, new Map()), { kind: 'CreditCard' })).toBe(0);
});

test('reads balances, also 0 and negative ones', () => {
  expect(['0', '-12.5', '1,200', '', 'many', '1.234'].map(readBalance)).toEqual([0, -1250, 120_000, null, null, null]);
});
