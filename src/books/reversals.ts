/**
 * A locked or closed row is never changed; a separate row with a negative amount reverses it. This file works out how
 * much of a row can still be reversed, and refuses a reversal dated before the row.
 */
import { AppError, badField } from '../errors.ts';
import type { CalendarDate } from '../lib/date.ts';
import { addMoney, formatMoney, type Minor } from '../lib/money.ts';

type Reversed = {
  /** The amount of the row to reverse. */
  original: Minor;
  /** The sum of its reversals so far, negative or zero. */
  reversed: Minor;
  /** How much of it to take back; null for all that is not yet reversed. */
  wanted: Minor | null;
};

/** What a reversal takes back, and whether nothing is left after it. Raises `already_reversed`, with what is `left`. */
export function amountToReverse({ original, reversed, wanted }: Reversed): { taken: Minor; isLast: boolean } {
  const left = addMoney(original, reversed);
  const taken = wanted ?? left;
  if (left > 0 && taken <= left) return { taken, isLast: taken === left };
  const rest = left === 0 ? 'is already reversed in full' : `has only ${formatMoney(left)} left to reverse`;
  throw new AppError('already_reversed', `The entry of ${formatMoney(original)} ${rest}.`, {
    extra: { left: formatMoney(left) },
  });
}

/** Raises `validation_failed` for a reversal that lies before what it reverses. */
export function refuseEarlier(date: CalendarDate, original: CalendarDate): void {
  if (date < original) {
    throw badField('date', 'before_original', `must not be before ${original}, the date of the entry that it reverses`);
  }
}
