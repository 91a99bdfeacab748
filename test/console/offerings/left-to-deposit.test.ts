import { expect, test } from 'vitest';
import { leftToDeposit } from '../../../src/console/offerings/left-to-deposit.ts';
import { minorOf } from '../../../src/console/kit/money.ts';

const byMethod = new Map([
  ['Cash', minorOf(50)],
  ['Check', minorOf(200.5)],
  ['Zelle', minorOf(30)],
] as const);

test('without an earlier deposit, all cash and checks are left, and nothing else', () => {
  expect(leftToDeposit(7, byMethod, [])).toEqual({ cash: 5000, checks: 20050, before: 0 });
});

test('earlier deposits of the offering are subtracted by method, and those of other offerings are not', () => {
  const items = [
    { sessionId: 7, method: 'Cash', amount: 20 },
    { sessionId: 7, method: 'Check', amount: 100.25 },
    { sessionId: 7, method: 'Check', amount: 100.25 },
    { sessionId: 8, method: 'Cash', amount: 30 },
    { sessionId: null, method: null, amount: 12 },
  ] as const;
  expect(leftToDeposit(7, byMethod, items)).toEqual({ cash: 3000, checks: 0, before: 22050 });
});
