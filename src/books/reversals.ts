/**
 * A locked or closed row is never changed. Instead, a separate row with a negative amount reverses it. This file
 * calculates how much of a row can still be reversed, and refuses a reversal dated before the row, or before the deposit
 * that brought the money to the account that it now leaves.
 */
import { AppError, badField } from '../errors.ts';
import type { CalendarDate } from '../lib/date.ts';
import { addMoney, formatMoney, type Minor, toDecimal } from '../lib/money.ts';

type Reversed = {
  /** The amount of the row that is to be reversed. */
  original: Minor;
  /** The sum of the reversals of the row so far, negative or zero. */
  reversed: Minor;
  /** The amount to reverse, or null for everything that has not been reversed yet. */
  wanted: Minor | null;
};

/**
 * Returns the amount that a reversal cancels, and whether nothing is left to reverse after it. Throws
 * `already_reversed` if nothing, or less than the wanted amount, is left. The error gives the remaining amount as
 * `left`.
 */
export function amountToReverse({ original, reversed, wanted }: Reversed): { taken: Minor; isLast: boolean } {
  const left = addMoney(original, reversed);
  const taken = wanted ?? left;
  if (left > 0 && taken <= left) return { taken, isLast: taken === left };
  const rest = left === 0 ? 'is already reversed in full' : `has only ${formatMoney(left)} left to reverse`;
  throw new AppError('already_reversed', `The entry of ${formatMoney(original)} ${rest}.`, {
    extra: { left: toDecimal(left) },
  });
}

/** Throws `validation_failed` if a reversal is dated before the row that it reverses. */
export function refuseEarlier(date: CalendarDate, original: CalendarDate): void {
  if (date < original) {
    throw badField('date', 'before_original', `must not be before ${original}, the date of the entry to be reversed`);
  }
}

/**
 * Throws `validation_failed` if a reversal takes money out of the account of its deposit on a day before the deposit,
 * because the money was not there yet.
 */
export function refuseBeforeDeposit(date: CalendarDate, deposited: CalendarDate): void {
  if (date < deposited) {
    throw badField('date', 'before_deposit', `must not be before ${deposited}, the day of the deposit of this money`);
  }
}
