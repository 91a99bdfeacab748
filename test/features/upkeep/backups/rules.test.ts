import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../../src/app.ts';
import { readFigures } from '../../../../src/features/upkeep/backups/queries.ts';
import {
  ageOf,
  archiveName,
  expired,
  instantOfName,
  isDue,
  isEntryName,
} from '../../../../src/features/upkeep/backups/rules.ts';
import { Figures } from '../../../../src/features/upkeep/backups/schema.ts';
import { withBooks } from './support.ts';

const CHICAGO = 'America/Chicago';
const at = (text: string) => new Date(text);
const DAY_MS = 86_400_000;

test('the time of a backup is read from its file name, and any other file name is ignored', () => {
  const when = at('2026-11-18T18:00:05.000Z');
  expect(archiveName(when, { isEncrypted: true, again: 1 })).toBe('vestry-20261118-180005-2.tar.gz.age');
  expect(instantOfName('vestry-20261118-180005-2.tar.gz.age')).toEqual(when);
  for (const other of ['vestry-20261318-180005.tar.gz', 'vestry-20261118-180005.zip', 'xvestry-20261118-180005.tar.gz'])
    expect(instantOfName(other)).toBeUndefined();
});

test.each([
  ['no backup yet', [], '2026-11-18T18:00:00Z', true],
  ['a backup made after the quiet hour', ['2026-11-18T09:00:00Z'], '2026-11-19T08:59:00Z', false],
  ['the next quiet hour', ['2026-11-18T09:00:00Z'], '2026-11-19T09:00:00Z', true],
  ['a computer that is off at night', ['2026-11-17T15:00:00Z'], '2026-11-18T14:00:00Z', true],
  ['a computer that was off for weeks', ['2026-10-01T09:00:00Z'], '2026-11-18T02:00:00Z', true],
  ['a clock that was set back', ['2027-03-01T09:00:00Z'], '2026-11-18T18:00:00Z', true],
  // At 08:00 UTC, it is 03:00 in Chicago. The hour from two to three is skipped that night.
  ['the night in which the clock goes forward', ['2026-03-08T07:59:00Z'], '2026-03-08T08:00:00Z', true],
  ['the day after the clock goes forward', ['2026-03-08T08:30:00Z'], '2026-03-09T07:59:00Z', false],
  ['the night in which the clock goes back', ['2026-11-01T08:00:00Z'], '2026-11-01T09:10:00Z', true],
])('isDue decides correctly for %s', (_name, made, now, expected) => {
  expect(isDue(made.map(at), at(now), CHICAGO)).toBe(expected);
});

const daily = (count: number, last: string) =>
  Array.from({ length: count }, (_, index) => ({ at: new Date(at(last).getTime() - index * DAY_MS) }));
const keptOf = (list: { at: Date }[], now: string) => {
  const gone = new Set(expired(list, at(now), CHICAGO));
  return list.filter((one) => !gone.has(one)).map((one) => one.at.toISOString().slice(0, 10));
};

test('two years of daily backups are thinned to seven daily, four weekly and twelve monthly backups', () => {
  expect(keptOf(daily(730, '2026-11-18T09:00:00Z'), '2026-11-18T18:00:00Z')).toEqual(
    [
      '2026-11-18 2026-11-17 2026-11-16 2026-11-15 2026-11-14 2026-11-13 2026-11-12',
      '2026-11-08 2026-11-01 2026-10-31 2026-09-30 2026-08-31 2026-07-31 2026-06-30 2026-05-31',
      '2026-04-30 2026-03-31 2026-02-28 2026-01-31 2025-12-31',
    ].flatMap((line) => line.split(' ')),
  );
});

test.each([
  ['seven daily backups', 7, 7],
  ['one backup', 1, 1],
  ['no backups', 0, 0],
])('nothing is removed from %s', (_name, count, kept) => {
  expect(keptOf(daily(count, '2026-11-18T09:00:00Z'), '2026-11-18T18:00:00Z')).toHaveLength(kept);
});

test('only the last backup of a day is kept, and old backups with long gaps between them are all kept', () => {
  const list = ['2026-11-18T09:00Z', '2026-11-18T15:00Z', '2019-01-01T09:00Z', '2020-01-01T09:00Z'].map((text) => ({
    at: at(text),
  }));
  expect(expired(list, at('2026-11-18T18:00:00Z'), CHICAGO)).toEqual([list[0]]);
});

test('setting the clock far ahead or back does not remove a backup that was kept before', () => {
  const list = daily(10, '2026-11-18T09:00:00Z');
  const kept = keptOf(list, '2026-11-18T18:00:00Z');
  expect(keptOf(list, '2038-01-19T03:14:00Z')).toEqual(kept);
  expect(keptOf(list, '2020-01-01T00:00:00Z')).toHaveLength(10);
});

test('the age of the newest backup determines the status of the backups', () => {
  const now = at('2026-11-18T18:00:00Z');
  expect(ageOf(undefined, now)).toBe('none');
  expect(ageOf(at('2026-11-17T09:00:00Z'), now)).toBe('ok');
  expect(ageOf(at('2026-11-16T09:00:00Z'), now)).toBe('stale');
});

test.each([
  ['vestry.db', true],
  [`receipts/2026/11/${'a'.repeat(32)}.pdf`, true],
  [`receipts/${'a'.repeat(32)}.pdf`, false],
  [`receipts/../2026/11/${'a'.repeat(32)}.pdf`, false],
  [`/receipts/2026/11/${'a'.repeat(32)}.pdf`, false],
  [`receipts\\2026\\11\\${'a'.repeat(32)}.pdf`, false],
  ['C:vestry.db', false],
  ['vestry.db\0', false],
  ['./vestry.db', false],
  ['VESTRY.DB', false],
  ['vestry.pid', false],
])('isEntryName(%j) is %s', (name, expected) => {
  expect(isEntryName(name)).toBe(expected);
});

test.each([
  [9_007_199_254_740_991n, 9_007_199_254_740_991],
  [4_000_000_000_000_000_001n, '12000000000000000003'],
])('the figures of the books are exact for gifts of %s cents', async (cents, givingsMinor) => {
  const { app } = await withBooks(0);
  await inTransaction(app, async ({ db }) => {
    await sql`update givings set "amountMinor" = ${sql.raw(String(cents))}`.execute(db);
    if (typeof givingsMinor === 'number') await sql`delete from givings where id > 1`.execute(db);
  });
  const figures = await readFigures(app.db);
  expect(figures).toMatchObject({ givingsMinor });
  expect(Figures.parse(figures)).toEqual(figures);
});
