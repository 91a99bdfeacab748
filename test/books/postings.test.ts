/**
 * Checks that accounts and funds have the same totals, and that the balances that finalized months store are correct.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../src/app.ts';
import { type Balances, balancesAt, forgetBalancesFrom, storeBalances } from '../../src/books/balances.ts';
import { sumFundPostings } from '../../src/books/posted-sums.ts';
import { fundByCategory } from '../../src/features/giving/categories/service.ts';
import { LAST_DAY } from '../../src/lib/date.ts';
import { addMoney, type Minor } from '../../src/lib/money.ts';
import { demoApp } from '../support/demo.ts';

let demo: Awaited<ReturnType<typeof demoApp>>;

beforeAll(async () => {
  demo = await demoApp();
});

afterAll(() => demo.close());

const balances = async (day: string): Promise<Balances> =>
  balancesAt(demo.app.db, day, { fundOf: await fundByCategory(demo.app) });
const total = (sums: ReadonlyMap<number, Minor>) => addMoney(...sums.values());

describe('the ledger of a demo church', () => {
  test('has the same total in its accounts as in its funds, at the end of every month', async () => {
    const { last } = await demo.app.db
      .selectFrom('givings')
      .select((eb) => eb.fn.max('date').as('last'))
      .executeTakeFirstOrThrow();
    const year = Number(last.slice(0, 4));
    const ends = Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}-28`);
    for (const day of [...ends, LAST_DAY]) {
      const { accounts, funds } = await balances(day);
      expect([day, total(accounts)]).toEqual([day, total(funds)]);
    }
    expect(total((await balances(LAST_DAY)).accounts)).not.toBe(0);
  });

  test('has the same balances whether or not a month has stored its balances', async () => {
    const before = await balances(LAST_DAY);
    const middle = await balances('2026-06-30');
    expect(middle).not.toEqual(before);
    await inTransaction(demo.app, ({ db }) => storeBalances(db, '2026-06-30', middle));
    expect(await balances(LAST_DAY)).toEqual(before);
    expect(await balances('2026-06-30')).toEqual(middle);
  });

  test('uses the stored balances of a month until they are removed', async () => {
    const before = await balances(LAST_DAY);
    const wrong = { accounts: new Map([[2, 1 as Minor]]), funds: new Map([[1, 1 as Minor]]) };
    await inTransaction(demo.app, ({ db }) => storeBalances(db, '2026-06-30', wrong));
    expect(await balances(LAST_DAY)).not.toEqual(before);
    await inTransaction(demo.app, ({ db }) => forgetBalancesFrom(db, '2026-06-30'));
    expect(await balances(LAST_DAY)).toEqual(before);
  });

  test('has the same sum for a range as for the two parts of the range together', async () => {
    const sum = async (from: string, to: string) =>
      total(new Map((await sumFundPostings(demo.app.db, { from, to })).map(({ amount }, index) => [index, amount])));
    const [first, second] = [await sum('1900-01-01', '2026-05-17'), await sum('2026-05-18', LAST_DAY)];
    expect(addMoney(first, second)).toBe(await sum('1900-01-01', LAST_DAY));
    expect(first).not.toBe(0);
    expect(second).not.toBe(0);
  });
});
