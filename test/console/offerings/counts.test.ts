/** What the team counted: who is named, what is sent, and that nothing typed is given up before it is saved. */
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
  test('one’s own name is put beside the others, and typing it anew replaces that one alone', () => {
    expect(withCounter(['Ann'], 'Bob', 'Bob')).toEqual(['Ann', 'Bob']);
    expect(withCounter(['Ann', 'Bob'], 'Bob', ' Bobby ')).toEqual(['Ann', 'Bobby']);
    expect(withCounter(['Ann', 'Bob'], 'Bob', '')).toEqual(['Ann']);
    expect(withCounter(['Ann'], 'Bob', 'Ann')).toEqual(['Ann']);
  });

  test('the box of a second laptop is empty until its own name is typed, and shows no other name', () => {
    expect(textsOf(offering([]), 'Ann').countedBy).toBe('Ann');
    expect(textsOf(offering(['Ann']), 'Bob').countedBy).toBe('');
    expect(textsOf(offering(['Ann', 'Bob']), 'Bob').countedBy).toBe('Bob');
  });

  test('whoever saves a count as the first is named, and nobody is named by saving a later one', () => {
    expect(mergedCounts(offering([]), { controlTotal: '70' }, 'Ann').countedBy).toEqual(['Ann']);
    expect(mergedCounts(offering(['Ann']), { controlTotal: '70' }, 'Bob').countedBy).toEqual(['Ann']);
    expect(mergedCounts(offering(['Ann']), { countedBy: 'Bob' }, 'Bob').countedBy).toEqual(['Ann', 'Bob']);
  });

  test('at the end the other counter is asked for, whoever submits', () => {
    expect(pairOfCounters([], 'Ann')).toEqual({ first: 'Ann', second: '' });
    expect(pairOfCounters(['Ann', 'Bob'], 'Bob')).toEqual({ first: 'Bob', second: 'Ann' });
    expect(pairOfCounters(['Ann', 'Bob'], 'Tom')).toEqual({ first: 'Ann', second: 'Bob' });
  });
});

test('only the boxes that were changed here differ from what the service has', () => {
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

describe('the keeper of counts', () => {
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

  test('what failed and may pass is sent again by itself, with what was typed meanwhile', async () => {
    const { keeper, sent } = failing(1, 5000);
    keeper.type('countedCash', '50');
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual([{ countedCash: '50' }]);
    expect(keeper.now().error).toBeInstanceOf(Error);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toEqual([{ countedCash: '50' }, { countedCash: '50' }]);
    expect(keeper.now()).toEqual({ typed: {}, error: undefined });
  });

  test('what waits for a sign-in is kept, and sent when it is asked for', async () => {
    const { keeper, sent } = failing(1, undefined);
    keeper.type('attendance', '81');
    await keeper.flush();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    expect(keeper.now().typed).toEqual({ attendance: '81' });
    await keeper.flush();
    expect(keeper.now().typed).toEqual({});
  });

  test('a count that cannot be read is not sent and stays, and the others are sent', async () => {
    const { keeper, sent } = failing(0, undefined);
    keeper.type('countedCash', 'abc');
    keeper.type('countedChecks', '20');
    await keeper.flush();
    expect(sent).toEqual([{ countedChecks: '20' }]);
    expect(keeper.now().typed).toEqual({ countedCash: 'abc' });
  });

  test('what is typed while the same box is on its way is sent after it', async () => {
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
