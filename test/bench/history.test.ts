/** Tests for the rule of `history.js`, which decides whether a ratio of the benchmark is worse than those of earlier releases. */
import { expect, test } from 'vitest';

type Result = { ratio: number; usual?: number; atLeast?: number; atMost?: number; isMet: boolean };
type History = { noise: Record<string, number>; releases: Record<string, number | string | null>[] };

const FILE = new URL('history.js', import.meta.url).href;
const { judge, readHistory } = (await import(FILE)) as {
  judge: (row: string, runs: readonly { ratio: number }[], history: History) => Result;
  readHistory: () => History;
};

const noise = { list: 0.05, memory: 0.02 };
const released = (...lists: number[]): History => ({ noise, releases: lists.map((list) => ({ list })) });

function judged(ratios: readonly number[], history = released(0.6, 0.6, 0.6), row = 'list'): Result {
  return judge(
    row,
    ratios.map((ratio) => ({ ratio })),
    history,
  );
}

test('a row fails if two runs are worse, and one bad run does not count', () => {
  expect(judged([0.4, 0.3])).toMatchObject({ ratio: 0.4, isMet: false });
  expect(judged([0.4, 0.6])).toMatchObject({ ratio: 0.6, isMet: true });
  expect(judged([0.6, 0.4])).toMatchObject({ ratio: 0.6, isMet: true });
});

test('the only run decides, so that a bad one is noticed and repeated', () => {
  expect(judged([0.6])).toMatchObject({ ratio: 0.6, isMet: true });
  expect(judged([0.4])).toMatchObject({ ratio: 0.4, isMet: false });
});

test('of three runs, the middle one decides', () => {
  expect(judged([0.4, 0.6, 0.5])).toMatchObject({ ratio: 0.5, isMet: false });
  expect(judged([0.7, 0.4, 0.6])).toMatchObject({ ratio: 0.6, isMet: true });
});

test('a row may be worse by three times its noise', () => {
  expect(judged([0.511, 0.511])).toMatchObject({ usual: 0.6, atLeast: expect.closeTo(0.51), isMet: true });
  expect(judged([0.509, 0.509]).isMet).toBe(false);
});

test('a row may improve by any amount', () => {
  expect(judged([6, 6]).isMet).toBe(true);
});

test('more memory is worse, and less is better', () => {
  const history = { noise, releases: [{ memory: 2 }] };
  expect(judged([2.13, 2.14], history, 'memory')).toMatchObject({ ratio: 2.13, usual: 2, isMet: false });
  expect(judged([2.14, 2.11], history, 'memory')).toMatchObject({ atMost: expect.closeTo(2.12), isMet: true });
  expect(judged([0.2, 0.2], history, 'memory').isMet).toBe(true);
});

test('a ratio is compared with the median of the last five releases, so that one odd release changes nothing', () => {
  expect(judged([0.6], released(9, 9, 9, 9, 0.6, 0.6, 0.6, 0.6, 9)).usual).toBe(0.6);
});

test('a few releases are enough, and without any there is no limit', () => {
  expect(judged([0.6], released(0.6)).usual).toBe(0.6);
  expect(judged([0.6], released(0.5, 0.7)).usual).toBeCloseTo(0.6);
  expect(judged([0.01, 0.01], released())).toEqual({ ratio: 0.01, isMet: true });
});

test('the history has the noise of each row, and its five ratios for each release', () => {
  const { noise, releases } = readHistory();
  const rows = ['list', 'record', 'search', 'giving', 'memory'];
  expect(Object.keys(noise)).toEqual(rows);
  // With three times this noise, a row that falls by a third is still noticed.
  expect(Math.max(...Object.values(noise))).toBeLessThan(1 / 9);
  for (const release of releases) {
    expect(Object.keys(release)).toEqual(['version', 'date', 'commit', 'node', ...rows]);
    for (const row of rows) expect(release[row]).toBeGreaterThan(0);
  }
});
