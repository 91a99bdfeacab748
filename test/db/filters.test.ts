import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { equals, isAmong, isListed, shapeOf } from '../../src/db/filters.ts';

const ofExpense = (id: number) => sql`select "paymentId" from "paymentItems" where "expenseId" = ${id}`;
const ofPayable = (id: number) => sql`select "paymentId" from "paymentItems" where "payableId" = ${id}`;
const shapes = (...filters: ReturnType<typeof equals>[]) => shapeOf(filters.flatMap((filter) => filter ?? []));

describe('the key for the SQL of filters', () => {
  test('stays the same if only the values differ', () => {
    expect(shapes(isAmong('payments.id', 1, ofExpense))).toBe(shapes(isAmong('payments.id', 2, ofExpense)));
    expect(shapes(isListed('payments.id', [1]))).toBe(shapes(isListed('payments.id', [2, 3])));
    expect(shapes(equals('payments.id', 1))).toBe(shapes(equals('payments.id', 2)));
  });

  test('differs if a different query selects the values of the same column', () => {
    const keys = [
      isAmong('payments.id', 1, ofExpense),
      isAmong('payments.id', 1, ofPayable),
      isListed('payments.id', [1]),
    ];
    expect(new Set(keys.map((filter) => shapes(filter))).size).toBe(3);
  });
});
