import { expect, test } from 'vitest';
import { type KnownLine, type ReadLine, sortLines } from '../../../../src/features/bank/lines/rules.ts';
import type { Minor } from '../../../../src/lib/money.ts';
import { turnsDuring } from '../../../support/turns.ts';

const LINES = 1000;
const line = { date: '2026-01-05', amount: -100 as Minor, checkNumber: null };
const known = Array.from({ length: LINES }, (_, id): KnownLine => ({
  ...line,
  id,
  bankId: `${id}`,
  description: `SHOP ${id} · Card purchase`,
  isSettled: false,
  isReconciled: false,
}));
const read = known.map(({ id }): ReadLine => ({
  ...line,
  bankId: null,
  description: `Shop ${id}`,
  parts: [`Shop ${id}`],
}));

test('lines that are known only by a part of their texts are compared in small steps', async () => {
  const turns = await turnsDuring(async () => {
    expect(await sortLines(read, known)).toEqual({ added: [], changed: [], skipped: LINES });
  });
  // Each is compared with up to fifty others, so there is a step for twenty of them.
  expect(turns).toBeGreaterThan(LINES / 20);
});

test('new lines are compared with those that are missing in small steps', async () => {
  const other = read.map((one) => ({ ...one, description: 'Place', parts: ['Place'] }));
  const turns = await turnsDuring(async () => {
    expect((await sortLines(other, known)).added).toHaveLength(LINES);
  });
  expect(turns).toBeGreaterThan((2 * LINES) / 20);
});
