/**
 * Checks the counts of an offering: which counters are named, which fields are sent, and that typed counts are not lost
 * before they are saved.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pairOfCounters, withCounter } from '../../../src/console/offerings/entry/counters.ts';
import { type CountTexts, mergedCounts, textsOf } from '../../../src/console/offerings/entry/count-texts.ts';
import { createCountsKeeper } from '../../../src/console/offerings/entry/counts-keeper.ts';
import type { Offering } from '../../../src/console/offerings/queries.ts';

const offering = (countedBy: string[]) =>
  ({
    sundayAttendanceCount: 80,
    controlTotal: null,
    countedCash: 5,
    countedChecks: null,
    countedBy,
    notes: 'Rain.',
  }) as unknown as Offering;

describe('the counters', () => {
  test('include the user’s name in addition to the others, and a changed name replaces only the user’s earlier name', () => {
    expect(withCounter(['Ann'], 'Bob', 'Bob')).toEqual(['Ann', 'Bob']);
    expect(withCounter(['Ann', 'Bob'], 'Bob', ' Bobby ')).toEqual(['Ann', 'Bobby']);
    expect(withCounter(['Ann', 'Bob'], 'Bob', '')).toEqual(['Ann']);
    expect(withCounter(['Ann'], 'Bob', 'Ann')).toEqual(['Ann']);
  });

  test('show the user’s name if it is stored or if no counter is stored yet, and otherwise leave the box empty', () => {
    expect(textsOf(offering([]), 'Ann').countedBy).toBe('Ann');
    expect(textsOf(offering(['Ann']), 'Bob').countedBy).toBe('');
    expect(textsOf(offering(['Ann', 'Bob']), 'Bob').countedBy).toBe('Bob');
  });

  test('include the user who saves the first count, but later users only if they enter their names', () => {
    expect(mergedCounts(offering([]), { controlTotal: '70' }, 'Ann').countedBy).toEqual(['Ann']);
    expect(mergedCounts(offering(['Ann']), { controlTotal: '70' }, 'Bob').countedBy).toEqual(['Ann']);
    expect(mergedCounts(offering(['Ann']), { countedBy: 'Bob' }, 'Bob').countedBy).toEqual(['Ann', 'Bob']);
  });

  test('are shown as two names when the offering is submitted, even if the submitting user did not count it', () => {
    expect(pairOfCounters([], 'Ann')).toEqual({ first: 'Ann', second: '' });
    expect(pairOfCounters(['Ann', 'Bob'], 'Bob')).toEqual({ first: 'Bob', second: 'Ann' });
    expect(pairOfCounters(['Ann', 'Bob'], 'Tom')).toEqual({ first: 'Ann', second: 'Bob' });
  });
});

test('the sent counts differ from the stored counts only in the fields that the user changed', () => {
  expect(mergedCounts(offering(['Ann']), { controlTotal: '12+8.50' }, 'Ann')).toEqual({
    sundayAttendanceCount: 80,
    controlTotal: 20.5,
    countedCash: 5,
    countedChecks: null,
    countedBy: ['Ann'],
    notes: 'Rain.',
  });
  expect(mergedCounts(offering(['Ann']), { attendance: ' ', countedCash: '' }, 'Ann')).toMatchObject({
    sundayAttendanceCount: null,
    countedCash: null,
  });
});

describe('the component that sends counts', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const failing = (times: number, wait: number | undefined) => {
    const sent: Partial<CountTexts>[] = [];
    const keeper = createCountsKeeper({
      send: async (changed) => {
        sent.push(changed);
        if (sent.length <= times) throw new Error('refused');
      },
      waitAfter: () => wait,
    });
    return { keeper, sent };
  };

  test('sends a count again some time after a failed attempt', async () => {
    const { keeper, sent } = failing(1, 5000);
    keeper.type('countedCash', '50');
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual([{ countedCash: '50' }]);
    expect(keeper.now().error).toBeInstanceOf(Error);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toEqual([{ countedCash: '50' }, { countedCash: '50' }]);
    expect(keeper.now()).toEqual({ typed: {}, error: undefined });
  });

  test('does not lose counts that wait for a sign-in, and sends them on request', async () => {
    const { keeper, sent } = failing(1, undefined);
    keeper.type('attendance', '81');
    await keeper.flush();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    expect(keeper.now().typed).toEqual({ attendance: '81' });
    await keeper.flush();
    expect(keeper.now().typed).toEqual({});
  });

  test('leaves an unreadable count in its box, and sends the other counts', async () => {
    const { keeper, sent } = failing(0, undefined);
    keeper.type('countedCash', 'abc');
    keeper.type('countedChecks', '20');
    await keeper.flush();
    expect(sent).toEqual([{ countedChecks: '20' }]);
    expect(keeper.now().typed).toEqual({ countedCash: 'abc' });
  });

  test('sends a newer value of a field after the earlier value has been sent', async () => {
    let arrive = () => {};
    const sent: Partial<CountTexts>[] = [];
    const keeper = createCountsKeeper({
      send: (changed) => {
        sent.push(changed);
        return new Promise((resolve) => (arrive = resolve));
      },
      waitAfter: () => undefined,
    });
    keeper.type('attendance', '8');
    const first = keeper.flush();
    keeper.type('attendance', '81');
    const second = keeper.flush();
    arrive();
    await first;
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    arrive();
    await second;
    expect(sent).toEqual([{ attendance: '8' }, { attendance: '81' }]);
    expect(keeper.now().typed).toEqual({});
  });
});
