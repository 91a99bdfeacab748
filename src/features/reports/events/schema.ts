import * as z from 'zod';
import { EVENT_CODES, EVENT_KINDS } from '../../../lib/event-words.ts';
import { type Month, monthOf } from '../../../lib/date.ts';
import { filter, instant, Locale, money } from '../../../lib/wire.ts';

const month = z
  .string()
  .regex(/^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/, { error: 'must be a month as YYYY-MM' })
  .describe('The month, such as `2026-11`.');

export const EventCode = z.enum(EVENT_CODES).meta({
  id: 'EventCode',
  description: 'What happened, in short. A stable code for programs.',
});

export const MonthEvent = z
  .object({
    code: EventCode.describe('What happened, in short.'),
    kind: z.enum(EVENT_KINDS).describe('What exactly happened.'),
    at: instant.describe('When it was done.'),
    by: z.string().describe('The name of the user, command or service that did it, at that time.'),
    amount: money.nullable().describe('The amount that it is about; null if there is none.'),
    name: z
      .string()
      .nullable()
      .describe(
        'The name or number of what it is about. Null for a rule about money that arrives, without `giving.read`.',
      ),
    before: z
      .array(z.string())
      .readonly()
      .nullable()
      .describe('What was before. Null if there was nothing, and for givers without `giving.read`.'),
    after: z
      .array(z.string())
      .readonly()
      .nullable()
      .describe('What is now. Null if there is nothing, and for givers without `giving.read`.'),
    count: z.int().nullable().describe('How many gifts it is about, if there are several; otherwise null.'),
    reason: z.string().nullable().describe('The reason that was given. Null for gifts without `giving.read`.'),
    message: z.string().describe('A message for people, in English.'),
    link: z.string().nullable().describe('The address on the page where it is shown; null if there is none.'),
  })
  .meta({ id: 'MonthEvent', description: 'Something that was done in a month and that others should know of.' });
export type MonthEvent = z.output<typeof MonthEvent>;

export const MonthEvents = z
  .object({
    month,
    items: z.array(MonthEvent).describe('What happened, in the order in which it was done.'),
    looked: z
      .object({
        at: instant.describe('When.'),
        by: z.string().describe('The name of the user, at that time.'),
      })
      .nullable()
      .describe('Who last said that they have looked at the list; null if nobody has.'),
    isLooked: z.boolean().describe('Whether somebody has looked at everything that is in the list now.'),
    mayLook: z.boolean().describe('Whether you may say that you have looked: false if you did any of it.'),
    newItems: z.int().describe('How many entries nobody has looked at yet.'),
  })
  .meta({ id: 'MonthEvents', description: 'What happened in a month. Days are those of the church’s time zone.' });
export type MonthEvents = z.output<typeof MonthEvents>;

/** Returns the month that a text such as `2026-11` names. */
export const monthIn = (text: string): Month => monthOf(`${text}-01`);

export const EventsQuery = z.strictObject({
  month: filter(month, 'The month, such as `2026-11`. If it is left out, the current month.'),
});
export const EventsPath = z.strictObject({ month });
export const EventsPaperQuery = z.strictObject({
  locale: Locale.optional().describe("The language of the paper. If it is left out, the church's language is used."),
});
