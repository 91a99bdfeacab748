/**
 * The checklist that a person goes through before finalizing a month. Every room (a folder of `src/features`)
 * contributes its own entries.
 */
import * as z from 'zod';
import type { App } from '../app.ts';
import type { Point } from '../room-declarations.ts';
import type { CalendarDate, Month } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';
import { date, id, money } from '../lib/wire.ts';
import type { Sum } from './sums.ts';

const CheckItem = z
  .object({
    type: z
      .enum([
        'OfferingSession',
        'Expense',
        'Giving',
        'Deposit',
        'Payment',
        'OtherIncome',
        'Transfer',
        'JournalEntry',
        'OutstandingItem',
        'Account',
        'Fund',
        'MonthlyStatement',
        'OpeningBalance',
      ])
      .nullable()
      .describe('The kind of the record; null if there is none, as for a Sunday without an offering session.'),
    id: id.nullable().describe('The id of the record; null for a month and for a date.'),
    date: date.nullable().describe('The date of the record, the first day of a month, or a day.'),
    amount: money.nullable().describe('The amount of the record or the balance of the fund.'),
    amountBefore: money.nullable().describe('The amount before it changed, such as a count before it was reopened.'),
    name: z.string().nullable().describe('The name of the account or the fund.'),
  })
  .meta({ id: 'ChecklistItem', description: 'A record, a month or a day that an entry of the checklist is about.' });
export type CheckItem = z.output<typeof CheckItem>;

/**
 * One result of the checklist. If its state is `open`, the problem must be settled before the month is finalized. If
 * its state is `look`, a person should check it, but the month can be finalized.
 */
export const Check = z
  .object({
    code: z.string().describe('What was checked. A stable code for programs.'),
    state: z
      .enum(['done', 'look', 'open'])
      .describe(
        '`open`: must be settled before the month is finalized. `look`: a person should check it, but the month can be finalized.',
      ),
    message: z.string().describe('A message for people, in English.'),
    count: z.int().nullable().describe('How many records it is about, where they are not listed; otherwise null.'),
    amount: money.nullable().describe('The sum of these records, or the balance that was checked; otherwise null.'),
    items: z.array(CheckItem).describe('What it is about.'),
  })
  .meta({ id: 'ChecklistCheck', description: 'An entry of the checklist of a month.' });
export type Check = z.output<typeof Check>;

/** What an entry of the checklist is about, besides its message. */
type Facts = { count?: number; amount?: Minor; items?: readonly Partial<CheckItem>[] };

const check =
  (state: Check['state']) =>
  (code: string, message: string, { count, amount, items = [] }: Facts = {}): Check => ({
    code,
    state,
    message,
    count: count ?? null,
    amount: amount ?? null,
    items: items.map(({ type, id, date, amount, amountBefore, name }) => ({
      type: type ?? null,
      id: id ?? null,
      date: date ?? null,
      amount: amount ?? null,
      amountBefore: amountBefore ?? null,
      name: name ?? null,
    })),
  });

export const done = check('done');
export const look = check('look');
export const open = check('open');

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
  /** The date in the time zone of the church. */
  today: CalendarDate;
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
