import { describe, expect, test } from 'vitest';
import { closedBy, firstOpenDate } from '../../src/books/period-rules.ts';

describe('an entry in the books', () => {
  const march = { year: 2026, month: 3, carriedFrom: null };

  test('affects the finalized month that contains its date, and no earlier month', () => {
    expect(closedBy({ date: '2026-03-31', moves: 'balance' }, [march])).toBe(march);
    expect(closedBy({ date: '2026-04-01', moves: 'balance' }, [march])).toBeUndefined();
  });

  test('affects a later finalized month whose opening balance is carried over from the entry’s date or earlier', () => {
    const carried = { ...march, carriedFrom: '2026-02-01' };
    expect(closedBy({ date: '2026-02-28', moves: 'balance' }, [carried])).toBe(carried);
    expect(closedBy({ date: '2026-02-01', moves: 'balance' }, [carried])).toBe(carried);
    expect(closedBy({ date: '2026-01-31', moves: 'balance' }, [carried])).toBeUndefined();
    expect(closedBy({ date: '2026-02-28', moves: 'balance' }, [march])).toBeUndefined();
  });

  test('affects only its own month if it is an attendance count', () => {
    const carried = { ...march, carriedFrom: '2026-02-01' };
    expect(closedBy({ date: '2026-03-01', moves: 'attendance' }, [carried])).toBe(carried);
    expect(closedBy({ date: '2026-02-28', moves: 'attendance' }, [carried])).toBeUndefined();
  });

  test('affects every later finalized month if it changes a restricted fund', () => {
    expect(closedBy({ date: '2024-05-05', moves: 'fund' }, [march])).toBe(march);
  });

  test('is possible from the day after the last finalized month that it would affect', () => {
    const april = { year: 2026, month: 4, carriedFrom: null };
    expect(firstOpenDate({ date: '2026-03-15', moves: 'balance' }, [march, april])).toBe('2026-05-01');
    expect(firstOpenDate({ date: '2026-02-15', moves: 'balance' }, [march, april])).toBe('2026-02-15');
    expect(firstOpenDate({ date: '2026-02-15', moves: 'fund' }, [march, april])).toBe('2026-05-01');
  });
});
