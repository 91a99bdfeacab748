/** Converts the counts between the texts in their boxes and the values that the service stores. */
import { toDecimal } from '../../../lib/money.ts';
import type { Offering, OfferingCounts } from '../queries.ts';
import { countedAmount } from '../../../lib/typed-amount.ts';
import { ownCounter, withCounter } from './counters.ts';
import type { Counted } from './totals.tsx';

export type CountTexts = {
  attendance: string;
  controlTotal: string;
  countedCash: string;
  countedChecks: string;
  countedBy: string;
};
export type CountName = keyof CountTexts;

/** Returns the saved counts as texts for their boxes. */
export function textsOf(offering: Offering, ownName: string): CountTexts {
  const text = (value: number | null) => (value === null ? '' : String(value));
  return {
    attendance: text(offering.sundayAttendanceCount),
    controlTotal: text(offering.controlTotal),
    countedCash: text(offering.countedCash),
    countedChecks: text(offering.countedChecks),
    countedBy: ownCounter(offering.countedBy, ownName),
  };
}

/** Returns the amounts in the boxes. An amount is null if its box is empty or unreadable. */
export function countedOf({ controlTotal, countedCash, countedChecks }: CountTexts): Counted {
  return {
    control: countedAmount(controlTotal),
    cash: countedAmount(countedCash),
    checks: countedAmount(countedChecks),
  };
}

/** True if the text of a box cannot be saved. An empty box can be saved. */
export function isBadCount(name: CountName, text: string): boolean {
  if (name === 'countedBy' || text.trim() === '') return false;
  return name === 'attendance' ? !/^\d{1,7}$/.test(text.normalize('NFKC').trim()) : countedAmount(text) === null;
}

/**
 * Returns the saved counts, with the values of the changed boxes in place of the saved values. If no counter is saved
 * and the box `Counted by` was not changed, `ownName` becomes the counter.
 */
export function mergedCounts(offering: Offering, changed: Partial<CountTexts>, ownName: string): OfferingCounts {
  const amount = (text: string | undefined, before: number | null) => {
    if (text === undefined) return before;
    const minor = countedAmount(text);
    return minor === null ? null : toDecimal(minor);
  };
  const people = (text: string | undefined, before: number | null) => {
    if (text === undefined) return before;
    return text.trim() === '' ? null : Number(text.normalize('NFKC'));
  };
  return {
    sundayAttendanceCount: people(changed.attendance, offering.sundayAttendanceCount),
    controlTotal: amount(changed.controlTotal, offering.controlTotal),
    countedCash: amount(changed.countedCash, offering.countedCash),
    countedChecks: amount(changed.countedChecks, offering.countedChecks),
    countedBy: countersAfter(offering.countedBy, changed.countedBy, ownName),
    notes: offering.notes,
  };
}

function countersAfter(counters: readonly string[], typed: string | undefined, ownName: string): string[] {
  if (typed !== undefined) return withCounter(counters, ownName, typed);
  return counters.length === 0 ? withCounter(counters, '', ownName) : [...counters];
}
