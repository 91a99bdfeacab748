import { execFileSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { CompiledQuery } from 'kysely';
import { expect, test, vi } from 'vitest';
import { type App, inSnapshot, inTransaction } from '../../src/app.ts';
import { Memory } from '../../src/db/answer-cache.ts';
import { MealQuery } from '../../src/features/people/meals/schema.ts';
import { listMeals } from '../../src/features/people/meals/service.ts';
import { decode } from '../../src/validate.ts';
import { testApp } from '../support/app.ts';

/** The number of lists read at once. It exceeds the number of connections, so that each connection caches a total. */
const AT_ONCE = 7;

const meals = (query: Record<string, string> = {}) => decode(MealQuery, { pageSize: '1', ...query });

/** Reads the list many times at once, so that different connections are used. Returns the distinct totals. */
async function totals(app: App, query?: Record<string, string>): Promise<number[]> {
  const pages = Array.from({ length: AT_ONCE }, () => listMeals(app, meals(query)));
  return [...new Set((await Promise.all(pages)).map(({ totalCount }) => totalCount))];
}

const insert = (date: string) =>
  `insert into mealAttendances (date, adultCount, youthCount, childCount, createdAt, modifiedAt) values ('${date}', 1, 2, 3, 'x', 'x')`;
const run = (app: App, statement: string) =>
  inTransaction(app, ({ db }) => db.executeQuery(CompiledQuery.raw(statement)));

function runElsewhere(app: App, statement: string): void {
  const script =
    "import Sqlite from 'better-sqlite3'; const db = new Sqlite(process.argv[1]); db.exec(process.argv[2]); db.close();";
  execFileSync(process.execPath, ['--input-type=module', '-e', script, app.paths.database, statement]);
}

test('the total of a list follows every insert and delete of the same process, even with a filter', async () => {
  const app = await testApp();
  expect(await totals(app)).toEqual([0]);
  await run(app, insert('2026-01-04'));
  await run(app, insert('2026-02-01'));
  expect(await totals(app)).toEqual([2]);
  expect(await totals(app, { from: '2026-02-01' })).toEqual([1]);
  await run(app, "delete from mealAttendances where date = '2026-02-01'");
  expect(await totals(app)).toEqual([1]);
  expect(await totals(app, { from: '2026-02-01' })).toEqual([0]);
  expect(await totals(app, { from: '2026-01-01' })).toEqual([1]);
});

test('the total of a list follows the writes of another process', async () => {
  const app = await testApp();
  await run(app, insert('2026-01-04'));
  expect(await totals(app)).toEqual([1]);
  runElsewhere(app, insert('2026-01-11'));
  expect(await totals(app)).toEqual([2]);
  runElsewhere(app, 'delete from mealAttendances');
  expect(await totals(app)).toEqual([0]);
});

test('the total of a list ignores a transaction that is open or was rolled back', async () => {
  const app = await testApp();
  await run(app, insert('2026-01-04'));
  expect(await totals(app)).toEqual([1]);
  const failing = inTransaction(app, async (inner) => {
    await inner.db.executeQuery(CompiledQuery.raw(insert('2026-01-11')));
    expect(await totals(app)).toEqual([1]);
    // The transaction itself counts its own row, but this total is not cached.
    expect((await listMeals(inner, meals())).totalCount).toBe(2);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await totals(app)).toEqual([1]);
});

test('in a snapshot from before a commit, the total of a list agrees with its page', async () => {
  const app = await testApp();
  await run(app, insert('2026-01-04'));
  const gate = new EventEmitter();
  const [begun, over] = [once(gate, 'begun'), once(gate, 'over')];
  const read = (app: App) => listMeals(app, decode(MealQuery, {}));
  const old = inSnapshot(app, async (snapshot) => {
    const before = await read(snapshot);
    gate.emit('begun');
    await over;
    return [before, await read(snapshot)];
  });
  await begun;
  await run(app, insert('2026-01-11'));
  expect(await totals(app)).toEqual([2]);
  gate.emit('over');
  for (const { totalCount, items } of await old) expect([totalCount, items.length]).toEqual([1, 1]);
  expect(await totals(app)).toEqual([2]);
});

test('a list that is read again is not counted again until the next commit', async () => {
  const app = await testApp();
  const recall = vi.spyOn(Memory.prototype, 'recall');
  for (let n = 0; n < 3; n++) await listMeals(app, meals());
  const [first, ...repeated] = recall.mock.results.map(({ value }) => value as unknown);
  expect(repeated.map((rows) => rows === first)).toEqual([true, true]);
  await run(app, insert('2026-01-04'));
  await listMeals(app, meals());
  expect(recall.mock.results.at(-1)?.value).not.toBe(first);
  vi.restoreAllMocks();
});

test('the cache keeps only the 500 most recently used results, all of the same database version', () => {
  const memory = new Memory();
  const ask = (version: number, value: number) =>
    memory.recall(version, { sql: 'x', values: [value] }, () => [{ version }]);
  expect(ask(1, 0)).toEqual([{ version: 1 }]);
  expect(ask(2, 0)).toEqual([{ version: 2 }]);
  expect(ask(1, 0)).toEqual([{ version: 1 }]);
  const first = ask(1, 0);
  for (let value = 1; value < 500; value++) ask(1, value);
  expect(ask(1, 0)).toBe(first);
  const second = ask(1, 1);
  for (let value = 500; value < 999; value++) ask(1, value);
  expect(ask(1, 1)).toBe(second);
  expect(ask(1, 0)).not.toBe(first);
});

test('a full cache drops the least recently used result, and never stores a result that is too large', () => {
  const memory = new Memory();
  const ask = (name: string, rows: number) =>
    memory.recall(1, { sql: name, values: [] }, () => Array.from({ length: rows }, () => ({})));
  const [first, second] = [ask('first', 30_000), ask('second', 20_000)];
  expect(ask('first', 0)).toBe(first);
  ask('third', 1);
  expect(ask('first', 0)).toBe(first);
  expect(ask('second', 0)).not.toBe(second);
  const large = ask('large', 50_001);
  expect(ask('large', 0)).not.toBe(large);
});
