import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { inSnapshot, inTransaction } from '../../src/app.ts';
import { openRaw } from '../../src/db/connect.ts';
import { inSavepoint } from '../../src/db/savepoint.ts';
import { insertRows } from '../../src/db/insert.ts';
import { addDays } from '../../src/lib/date.ts';
import { testApp, type TestApp } from '../support/app.ts';

const HOLD_LOCK = `
  import Sqlite from 'better-sqlite3';
  const db = new Sqlite(process.argv[1]);
  db.exec('begin immediate');
  process.stdout.write('held');
  process.stdin.on('end', () => { db.exec('commit'); db.close(); }).resume();
`;

/** Starts a process that holds the database’s write lock until it is told to release it. Resolves once it has the lock. */
async function otherWriter(app: TestApp) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', HOLD_LOCK, app.paths.database]);
  await once(child.stdout, 'data');
  const ended = once(child, 'exit');
  return {
    release: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

const countRoles = (app: Pick<TestApp, 'db'>) =>
  app.db
    .selectFrom('roles')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();

const meal = (date: string) => ({
  date,
  adultCount: 1,
  youthCount: 0,
  childCount: 0,
  createdAt: 'x',
  modifiedAt: 'x',
  createdBy: null,
  modifiedBy: null,
});

const addMeal = (app: Pick<TestApp, 'db'>, date: string) =>
  app.db.insertInto('mealAttendances').values(meal(date)).execute();

test('reads finish at once while another process writes, and a waiting write succeeds afterwards', async () => {
  const app = await testApp();
  const writer = await otherWriter(app);
  const order: string[] = [];
  const write = inTransaction(app, (app) => addMeal(app, '2026-01-04')).then(() => order.push('write'));
  for (let read = 0; read < 5; read += 1) {
    await countRoles(app);
    await inSnapshot(app, countRoles);
  }
  order.push('reads');
  await writer.release();
  await write;
  expect(order).toEqual(['reads', 'write']);
});

test('a large transaction is on the disk when it ends, and its log is copied into the database in a later turn', async () => {
  const app = await testApp();
  const size = () => statSync(app.paths.database).size;
  const before = size();
  const rows = Array.from({ length: 3000 }, (_, day) => ({
    ...meal(addDays('2026-01-01', day)),
    createdAt: 'x'.repeat(2000),
  }));
  await inTransaction(app, (app) => insertRows(app.db, 'mealAttendances', rows));
  expect(size()).toBe(before);
  const { count } = await app.db
    .selectFrom('mealAttendances')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(3000);
  await expect.poll(size).toBeGreaterThan(before);
});

test('no connection copies the log by itself, or keeps temporary data in a file', async () => {
  const app = await testApp();
  const settings = async ({ db }: Pick<TestApp, 'db'>) => {
    const read = async (name: string) => {
      const { rows } = await sql<Record<string, number>>`pragma ${sql.raw(name)}`.execute(db);
      return Object.values(rows[0] ?? {});
    };
    return [...(await read('wal_autocheckpoint')), ...(await read('temp_store'))];
  };
  const raw = openRaw(app.paths.database);
  try {
    expect(raw.pragma('wal_autocheckpoint', { simple: true })).toBe(0);
    expect(raw.pragma('temp_store', { simple: true })).toBe(2);
  } finally {
    raw.close();
  }
  expect([await settings(app), await inTransaction(app, settings), await inSnapshot(app, settings)]).toEqual(
    Array.from({ length: 3 }, () => [0, 2]),
  );
});

test('a part of a transaction that cannot be undone takes the whole transaction with it', async () => {
  const app = await testApp();
  const work = inTransaction(app, async (app) => {
    await addMeal(app, '2026-01-04');
    const part = inSavepoint(app.db, async () => {
      await addMeal(app, '2026-01-11');
      // From here on, there is nothing to go back to.
      await sql`release savepoint part`.execute(app.db);
      throw new Error('no');
    });
    await part.catch(() => {});
    await addMeal(app, '2026-01-18');
  });
  await expect(work).rejects.toMatchObject({ code: 'unavailable' });
  expect(await app.db.selectFrom('mealAttendances').selectAll().execute()).toEqual([]);
});

test('a write outside a transaction is refused', async () => {
  const app = await testApp();
  await expect(addMeal(app, '2026-01-04')).rejects.toMatchObject({ code: 'unavailable' });
});

test('a failed transaction leaves nothing behind, and the next transaction works', async () => {
  const app = await testApp();
  const failing = inTransaction(app, async (app) => {
    await addMeal(app, '2026-01-04');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await app.db.selectFrom('mealAttendances').selectAll().execute()).toEqual([]);
  await inTransaction(app, (app) => addMeal(app, '2026-01-04'));
  expect(await app.db.selectFrom('mealAttendances').select('date').execute()).toEqual([{ date: '2026-01-04' }]);
});

test('an inner transaction is part of the outer transaction', async () => {
  const app = await testApp();
  const failing = inTransaction(app, async (app) => {
    await inTransaction(app, (app) => addMeal(app, '2026-01-04'));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await app.db.selectFrom('mealAttendances').selectAll().execute()).toEqual([]);
});

test('a snapshot does not see later commits and cannot write', async () => {
  const app = await testApp();
  await inSnapshot(app, async (snapshot) => {
    await countRoles(snapshot);
    await inTransaction(app, (app) => addMeal(app, '2026-01-04'));
    expect(await snapshot.db.selectFrom('mealAttendances').selectAll().execute()).toEqual([]);
    expect(() => inTransaction(snapshot, async () => {})).toThrow('cannot write');
  });
  expect(await app.db.selectFrom('mealAttendances').selectAll().execute()).toHaveLength(1);
});

test('28 simultaneous transactions all succeed', async () => {
  const app = await testApp();
  const dates = Array.from({ length: 28 }, (_, day) => `2026-02-${String(day + 1).padStart(2, '0')}`);
  await Promise.all(dates.map((date) => inTransaction(app, (app) => addMeal(app, date))));
  expect(await app.db.selectFrom('mealAttendances').selectAll().execute()).toHaveLength(28);
});

test.each([
  [
    'a giving of zero',
    `insert into givings (categoryId, amountMinor, date, method, isAnonymous, giftDate, accountId, createdAt, modifiedAt) values (1, 0, '2026-01-04', 'Cash', 0, '2026-01-04', 2, 'x', 'x')`,
  ],
  [
    'a negative giving that reverses nothing',
    `insert into givings (categoryId, amountMinor, date, method, isAnonymous, giftDate, accountId, createdAt, modifiedAt) values (1, -5, '2026-01-04', 'Cash', 0, '2026-01-04', 2, 'x', 'x')`,
  ],
  [
    'an amount that is not an integer',
    `insert into givings (categoryId, amountMinor, date, method, isAnonymous, giftDate, accountId, createdAt, modifiedAt) values (1, 1.5, '2026-01-04', 'Cash', 0, '2026-01-04', 2, 'x', 'x')`,
  ],
  [
    'an unknown method',
    `insert into givings (categoryId, amountMinor, date, method, isAnonymous, giftDate, accountId, createdAt, modifiedAt) values (1, 5, '2026-01-04', 'Gold', 0, '2026-01-04', 2, 'x', 'x')`,
  ],
  [
    'a giving without an account',
    `insert into givings (categoryId, amountMinor, date, method, isAnonymous, giftDate, createdAt, modifiedAt) values (1, 5, '2026-01-04', 'Cash', 0, '2026-01-04', 'x', 'x')`,
  ],
  [
    'an unknown category',
    `insert into givings (categoryId, amountMinor, date, method, isAnonymous, giftDate, accountId, createdAt, modifiedAt) values (999, 5, '2026-01-04', 'Cash', 0, '2026-01-04', 2, 'x', 'x')`,
  ],
])('the database itself refuses %s', async (_name, statement) => {
  const app = await testApp();
  const { CompiledQuery } = await import('kysely');
  const attempt = inTransaction(app, ({ db }) => db.executeQuery(CompiledQuery.raw(statement)));
  await expect(attempt).rejects.toThrow(/constraint failed|cannot store|names something/);
  expect(await app.db.selectFrom('givings').selectAll().execute()).toEqual([]);
});

test('queued writes all give up at the same time, not one after another', async () => {
  const app = await testApp();
  const writer = await otherWriter(app);
  const refused: unknown[] = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  try {
    for (const date of ['2026-03-01', '2026-03-02', '2026-03-03'])
      inTransaction(app, (app) => addMeal(app, date)).catch(({ code }: { code: unknown }) => refused.push(code));
    await vi.advanceTimersByTimeAsync(4000);
    expect(refused).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(refused).toEqual(['unavailable', 'unavailable', 'unavailable']);
  } finally {
    vi.useRealTimers();
    await writer.release();
  }
});

test('a snapshot does not wait for a slower snapshot, and each snapshot shows the books as they were at its beginning', async () => {
  const app = await testApp();
  const gate = new EventEmitter();
  const [begun, over] = [once(gate, 'begun'), once(gate, 'over')];
  const long = inSnapshot(app, async ({ db }) => {
    const read = () => db.selectFrom('mealAttendances').selectAll().execute();
    const before = await read();
    gate.emit('begun');
    await over;
    return [before, await read()];
  });
  await begun;
  await inTransaction(app, (app) => addMeal(app, '2026-01-04'));
  const counts = Array.from({ length: 5 }, () =>
    inSnapshot(app, async ({ db }) => (await db.selectFrom('mealAttendances').selectAll().execute()).length),
  );
  expect(await Promise.all(counts)).toEqual([1, 1, 1, 1, 1]);
  gate.emit('over');
  expect(await long).toEqual([[], []]);
});

test('no connection maps the file, where a page that the disk does not return ends the process', async () => {
  const app = await testApp();
  const mapped = async ({ db }: Pick<TestApp, 'db'>) => (await sql`pragma mmap_size`.execute(db)).rows;
  const all = [await mapped(app), await inSnapshot(app, mapped), await inTransaction(app, mapped)];
  const raw = openRaw(app.paths.database);
  all.push(raw.pragma('mmap_size') as unknown[]);
  raw.close();
  expect(all).toEqual(Array.from({ length: 4 }, () => [{ mmap_size: 0 }]));
});
