/** What each room contributes to the checklist that is gone through before a month is finalized. */
import * as z from 'zod';
import type { App } from '../app.ts';
import type { Point } from '../room-declarations.ts';
import type { CalendarDate, Month } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';
import type { Sum } from './sums.ts';

/** One thing to look at before a month is finalized: `open` is in the way, `look` is not. */
export const Check = z.object({ code: z.string(), state: z.enum(['done', 'look', 'open']), message: z.string() });
export type Check = z.output<typeof Check>;

export const done = (code: string, message: string): Check => ({ code, state: 'done', message });
export const look = (code: string, message: string): Check => ({ code, state: 'look', message });
export const open = (code: string, message: string): Check => ({ code, state: 'open', message });

/** Something in a month that is not settled; `amount` in minor units. */
export type OpenItem = {
  type: 'OfferingSession' | 'Expense' | 'MonthlyStatement' | 'OpeningBalance';
  id: number | null;
  date: CalendarDate;
  amount: Minor;
  /** What it is called in a sentence. */
  words: string;
};

/** A month to check, with the figures from its statement that the checks need. */
export type CheckedMonth = Month & {
  unpaid: Sum;
  /** The day on which the first saved month begins; empty when the month itself is the first. */
  firstSavedDay: CalendarDate;
};

/** What a room contributes to the checklist of a month. */
export type ChecklistEntries = {
  /** What is not settled: without force, a month with an open item is not finalized. */
  openItems: (app: App, month: Month) => Promise<OpenItem[]>;
  /** The checks in their order, one for each thing that was looked at. */
  checks: (app: App, month: CheckedMonth) => Promise<Check[]>;
};

/** Every room that keeps documents declares its entries here; they are shown in the order of the rooms. */
export const CHECKLIST: Point<ChecklistEntries> = { name: 'checklist of a month' };

const SHOWN = 5;

/** Open items in words, the first few of them. */
export function describe(items: readonly OpenItem[]): string {
  const shown = items.slice(0, SHOWN).map(({ words }) => words);
  return [...shown, ...(items.length > SHOWN ? [`${items.length - SHOWN} more`] : [])].join(', ');
}
