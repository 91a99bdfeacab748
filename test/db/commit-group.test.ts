import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTransaction } from '../../src/app.ts';
import { CommitGroup } from '../../src/db/commit-group.ts';
import { testApp, type TestApp } from '../support/app.ts';

/** Returns a group with a fake database. The fake records each statement and fails at the statement `fails`. */
function group({ fails = '', isInTransaction = (): boolean => true, undone = async () => {} } = {}) {
  const said: string[] = [];
  const run = (sql: string) => {
    said.push(sql);
    if (fails.split(', ').includes(sql)) throw new Error('disk full');
  };
  return { said, group: new CommitGroup({ run, isInTransaction, undone, giveUp: () => said.push('given up') }) };
}

test('a single transaction is committed after one turn of the event loop', async () => {
  const { said, group: one } = group();
  one.join();
  await one.leave();
  expect(said).toEqual(['savepoint member', 'release member', 'commit']);
  expect(one.isOpen).toBe(false);
});

test('transactions that follow each other are committed together', async () => {
  const { said, group: one } = group();
  const order: string[] = [];
  one.join();
  const first = one.leave().then(() => order.push('first'));
  one.join();
  const second = one.leave().then(() => order.push('second'));
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
  expect(said.filter((sql) => sql === 'commit')).toHaveLength(1);
});

test('a failed commit rejects all transactions of the group and leaves no transaction open', async () => {
  const { said, group: one } = group({ fails: 'commit' });
  one.join();
  const first = one.leave();
  one.join();
  const outcomes = await Promise.allSettled([first, one.leave()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(said.at(-1)).toBe('rollback');
  expect(one.isOpen).toBe(false);
});

test('nobody is told of a failed commit while it can come back after a crash', async () => {
  let end = () => {};
  const undone = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { group: one } = group({ fails: 'commit', undone: () => undone });
  one.join();
  const told: string[] = [];
  const first = one.leave().catch(() => told.push('refused'));
  await setImmediate();
  await setImmediate();
  expect(one.isOpen).toBe(false);
  expect(told).toEqual([]);
  end();
  await first;
  expect(told).toEqual(['refused']);
});

test('if the database rolls back on its own, all transactions of the group are rejected', async () => {
  let isInTransaction = true;
  const { group: one } = group({ isInTransaction: () => isInTransaction });
  one.join();
  const first = one.leave();
  one.join();
  isInTransaction = false;
  one.abandon();
  await expect(first).rejects.toMatchObject({ code: 'unavailable' });
  expect(one.isOpen).toBe(false);
});

test('a transaction that ends after the database rolled back on its own is refused', () => {
  let isInTransaction = true;
  const { said, group: one } = group({ isInTransaction: () => isInTransaction });
  one.join();
  isInTransaction = false;
  expect(() => one.leave()).toThrow(expect.objectContaining({ code: 'unavailable' }));
  one.abandon();
  expect(said).toEqual(['savepoint member']);
  // A savepoint outside a transaction would commit by itself.
  expect(() => one.join()).toThrow(expect.objectContaining({ code: 'unavailable' }));
  expect(one.isOpen).toBe(false);
});

test('if a transaction that was refused cannot be rolled back, nothing of its group is committed', async () => {
  const { said, group: one } = group({ fails: 'rollback to member, rollback' });
  one.join();
  const first = one.leave();
  one.join();
  one.abandon();
  await expect(first).rejects.toThrow('disk full');
  await setImmediate();
  expect(said).not.toContain('commit');
  expect(said.at(-1)).toBe('given up');
  expect(one.isOpen).toBe(false);
});

test('the group does not commit while one of its transactions is still running', async () => {
  const { said, group: one } = group();
  one.join();
  const first = one.leave();
  one.join();
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  expect(said).not.toContain('commit');
  await Promise.all([first, one.leave()]);
  expect(said.filter((sql) => sql === 'commit')).toHaveLength(1);
});

test('64 transactions are committed in two groups, because the size of a group is limited', async () => {
  const { said, group: one } = group();
  const all = Array.from({ length: 64 }, () => {
    one.join();
    return one.leave();
  });
  await Promise.all(all);
  expect(said.filter((sql) => sql === 'commit')).toHaveLength(2);
});

const addMeal = ({ db }: Pick<TestApp, 'db'>, date: string) =>
  db
    .insertInto('mealAttendances')
    .values({
      date,
      adultCount: 1,
      youthCount: 0,
      childCount: 0,
      createdAt: 'x',
      modifiedAt: 'x',
      createdBy: null,
      modifiedBy: null,
    })
    .execute();

test('a failed transaction rolls back only its own work', async () => {
  const app = await testApp();
  const dates = Array.from({ length: 27 }, (_, day) => `2026-02-${String(day + 1).padStart(2, '0')}`);
  const outcomes = await Promise.allSettled(
    dates.map((date, index) =>
      inTransaction(app, async (app) => {
        await addMeal(app, date);
        if (index % 3 === 0) throw new Error('no');
      }),
    ),
  );
  const kept = dates.filter((_, index) => index % 3 !== 0);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(kept.length);
  const rows = await app.db.selectFrom('mealAttendances').select('date').orderBy('date').execute();
  expect(rows.map(({ date }) => date)).toEqual(kept);
});

test('the rows of a transaction can be read as soon as it is complete', async () => {
  const app = await testApp();
  const read = async (date: string) =>
    (await app.db.selectFrom('mealAttendances').select('date').where('date', '=', date).execute()).length;
  const dates = Array.from({ length: 20 }, (_, day) => `2026-03-${String(day + 1).padStart(2, '0')}`);
  const seen = await Promise.all(
    dates.map(async (date) => {
      await inTransaction(app, (app) => addMeal(app, date));
      return read(date);
    }),
  );
  expect(seen).toEqual(dates.map(() => 1));
});
