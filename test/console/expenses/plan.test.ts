import { describe, expect, test } from 'vitest';
import { nextCheck, plannedFor, references } from '../../../src/console/expenses/to-pay/plan.ts';
import { minorOf } from '../../../src/console/kit/money.ts';

const due = (payee: string, amount: number) => ({
  key: `${payee} ${amount}`,
  expenseId: 1,
  payableId: null,
  payee,
  description: '',
  note: null,
  since: '2026-11-01',
  amount: minorOf(amount),
});

test('eight things to pay become one payment for each payee, with the exact sum', () => {
  const dues = [
    ['A', 0.1],
    ['B', 5],
    ['A', 0.2],
    ['C', 1],
    ['B', 7.35],
    ['A', 1],
    ['C', 2],
    ['B', 1],
  ] as const;
  const planned = plannedFor(dues.map(([payee, amount]) => due(payee, amount)));
  expect(planned.map(({ payee, amount, dues: own }) => [payee, amount, own.length])).toEqual([
    ['A', 130, 3],
    ['B', 1335, 3],
    ['C', 300, 2],
  ]);
});

describe('the next check number', () => {
  test('follows the highest number of a check, and ignores other payments', () => {
    const check = (reference: string | null) => ({ method: 'Check', reference });
    const payments = [check('1041'), check('998'), check(null), check('lost'), { method: 'Zelle', reference: '88121' }];
    expect(nextCheck(payments)).toBe(1042);
    expect(nextCheck([check(null)])).toBeUndefined();
  });

  test('counts up from payee to payee, and skips a number that was typed', () => {
    expect(references(['A', 'B', 'C'], {}, 1042)).toEqual({ A: '1042', B: '1043', C: '1044' });
    expect(references(['A', 'B', 'C'], { A: '1043' }, 1042)).toEqual({ A: '1043', B: '1042', C: '1044' });
    expect(references(['A', 'B'], { B: '' }, undefined)).toEqual({ A: '', B: '' });
  });
});
