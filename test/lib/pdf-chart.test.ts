import { expect, test } from 'vitest';
import { scaleOf } from '../../src/lib/pdf-chart.ts';

test.each([
  [[], [0, 100]],
  [
    [0, 0],
    [0, 100],
  ],
  [[101], [0, 100, 200]],
  [[40_000], [0, 10_000, 20_000, 30_000, 40_000]],
  [[40_001], [0, 20_000, 40_000, 60_000]],
  [
    [-5000, 12_000],
    [-5000, 0, 5000, 10_000, 15_000],
  ],
  [[-300], [-300, -200, -100, 0]],
  [[999_999_999_999], [0, 500_000_000_000, 1_000_000_000_000]],
])('the axis for %j has lines at %j', (values, ticks) => {
  expect(scaleOf(values).ticks).toEqual(ticks);
});

test('the axis covers every amount, with at most six lines, one of them at zero', () => {
  for (let n = 1; n < 400; n += 1) {
    const values = [Math.round(1.13 ** (n % 60) * n), -Math.round(1.21 ** (n % 45))];
    const { ticks, lowest, highest } = scaleOf(values);
    expect(ticks).toContain(0);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect([ticks[0], ticks.at(-1)]).toEqual([lowest, highest]);
    expect(lowest).toBeLessThanOrEqual(Math.min(...values));
    expect(highest).toBeGreaterThanOrEqual(Math.max(...values));
  }
});
