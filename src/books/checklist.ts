/**
 * The checklist that a person goes through before finalizing a month. Every room (a folder of `src/features`)
 * contributes its own entries.
 */
import * as z from 'zod';
import type { App } from '../app.ts';
import type { Point } from '../room-declarations.ts';
import type { CalendarDate, Month } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';
import type { Sum } from './sums.ts';

/**
 * One result of the checklist. If its state is `open`, the problem must be settled before the month is finalized. If
 * its state is `look`, a person should check it, but the month can be finalized.
 */
export const Check = z.object({ code: z.string(), state: z.enum(['done', 'look', 'open']), message: z.string() });
export type Check = z.output<typeof Check>;

export const done = (code: string, message: string): Check => ({ code, state: 'done', message });
export const look = (code: string, message: string): Check => ({ code, state: 'look', message });
export const open = (code: string, message: string): Check => ({ code, state: 'open', message });

/**
 * Something in a month that must be settled before the month is finalized, such as a draft of an offering session.
 * `amount` is in minor units.
 */
export type OpenItem = {
  type: 'OfferingSession' | 'Expense' | 'MonthlyStatement' | 'OpeningBalance';
  id: number | null;
  date: CalendarDate;
  amount: Minor;
  /** The words by which a message names the item. */
  words: string;
};

/** A month to check, with the figures of its statement that the checks need. */
export type CheckedMonth = Month & {
  unpaid: Sum;
  /** The first day of the first saved month before this one; an empty string if there is none. */
  firstSavedDay: CalendarDate;
};

/** What a room contributes to the checklist of a month. */
export type ChecklistEntries = {
  /** Returns the items that are not settled. A month with such items can be finalized only with `force`. */
  openItems: (app: App, month: Month) => Promise<OpenItem[]>;
  /** Returns one result for each check of the room, in the order in which they are shown. */
  checks: (app: App, month: CheckedMonth) => Promise<Check[]>;
};

/** The point at which rooms declare their entries. The checklist shows the entries in the order of the rooms. */
export const CHECKLIST: Point<ChecklistEntries> = { name: 'checklist of a month' };

const SHOWN = 5;

/** Returns one text with the words of the first few items and the number of all other items. */
export const describe = (items: readonly OpenItem[]): string => shorten(items.map(({ words }) => words));

/** Returns one text with the first few words and the number of all others. */
export function shorten(words: readonly string[]): string {
  const shown = words.slice(0, SHOWN);
  return [...shown, ...(words.length > SHOWN ? [`${words.length - SHOWN} more`] : [])].join(', ');
}
