import * as z from 'zod';
import { pageOf, pageQuery } from '../../../lib/page.ts';
import {
  audited,
  countedMoney,
  date,
  days,
  filter,
  id,
  idText,
  instant,
  line,
  Locale,
  money,
  note,
  optional,
  text,
  warnings,
} from '../../../lib/wire.ts';
import { Giving, givingWarnings, SessionGiving } from '../givings/schema.ts';
import { Method } from '../../../books/payment-methods.ts';

export const SessionStatus = z.enum(['Draft', 'Submitted', 'Reconciled']).meta({
  id: 'SessionStatus',
  description:
    'A `Draft` can be changed. A `Submitted` session is locked. A `Reconciled` session was deposited at the bank.',
});
export type SessionStatus = z.output<typeof SessionStatus>;

const MOST_PEOPLE = 1_000_000;
const MOST_GIVINGS = 1000;

/** The descriptions of a session's fields, for requests and responses. */
const SAYS = {
  sundayAttendanceCount: 'The number of people who attended; null if nobody counted them.',
  controlTotal:
    'The total that was counted; null if it was not recorded. Submitting compares this with the sum of the givings.',
  countedCash:
    'The cash that was counted; null if it was not recorded. Submitting compares this with the sum of the givings in cash.',
  countedChecks:
    'The sum of the checks that were counted; null if it was not recorded. Submitting compares this with the sum of the givings by check.',
  countedBy:
    'The names of the counters. There should be at least two. Reopening the session empties the list, because they count again.',
  bankReference: "The bank's reference for the deposit.",
  depositedOn: 'The day on which the bank credited the deposit.',
};

const counts = {
  sundayAttendanceCount: optional(z.int().min(0).max(MOST_PEOPLE)).describe(SAYS.sundayAttendanceCount),
  controlTotal: optional(countedMoney).describe(SAYS.controlTotal),
  countedCash: optional(countedMoney).describe(SAYS.countedCash),
  countedChecks: optional(countedMoney).describe(SAYS.countedChecks),
  countedBy: z.array(text(100)).max(20).default([]).describe(SAYS.countedBy),
  notes: note,
};

export const SessionCounts = z.strictObject(counts).meta({
  id: 'SessionCounts',
  description: 'The counts of a session. They can be changed while the session is a draft.',
});
export type SessionCounts = z.output<typeof SessionCounts>;

export const NewSession = z
  .strictObject({
    date: date.describe('The day of the offering. A day has at most one session. It must not be later than tomorrow.'),
    ...counts,
    givings: z
      .array(SessionGiving)
      .max(MOST_GIVINGS)
      .default([])
      .describe('The givings to enter together with the session.'),
  })
  .meta({ id: 'NewSession', description: 'An offering session, as you send it.' });
export type NewSession = z.output<typeof NewSession>;

export const OfferingCount = z
  .object({
    at: instant.describe('When the count was submitted.'),
    countedBy: z.array(z.string()).describe('The names of those who counted.'),
    countedCash: money.nullable().describe('The cash that was counted; null if it was not recorded.'),
    countedChecks: money.nullable().describe('The sum of the checks that were counted; null if it was not recorded.'),
    total: money
      .nullable()
      .describe(
        'The sum of the monetary givings at that time. Null for a count of an earlier version of Vestry that was reopened and had no `controlTotal`.',
      ),
    submittedBy: id.nullable().describe('The user who submitted the count; null for a command without `--as`.'),
    submittedByName: z.string().describe('The name of whoever submitted the count, at that time.'),
    reopenedAt: instant.nullable().describe('When the session was reopened after this count; null if it was not.'),
    reopenedBy: id.nullable().describe('The user who reopened the session; null for a command without `--as`.'),
    reopenedByName: z.string().nullable().describe('The name of whoever reopened the session, at that time.'),
    reason: z.string().nullable().describe('Why the session was reopened.'),
  })
  .meta({ id: 'OfferingCount', description: 'A count that was submitted. Reopening the session keeps it.' });
export type OfferingCount = z.output<typeof OfferingCount>;

const header = {
  id,
  date: date.describe('The day of the offering.'),
  status: SessionStatus.describe('The status of the session.'),
  sundayAttendanceCount: z.int().nullable().describe(SAYS.sundayAttendanceCount),
  controlTotal: money.nullable().describe(SAYS.controlTotal),
  countedCash: money.nullable().describe(SAYS.countedCash),
  countedChecks: money.nullable().describe(SAYS.countedChecks),
  countedBy: z.array(z.string()).describe(SAYS.countedBy),
  notes: z.string().nullable().describe('Remarks, on one or more lines.'),
  submittedAt: instant.nullable().describe('When the session was submitted; null for a draft.'),
  submittedBy: id.nullable().describe('The user who submitted the session; null for a draft.'),
  reconciledAt: instant.nullable().describe('When the session was reconciled; null before that.'),
  reconciledBy: id.nullable().describe('The user who reconciled the session; null before that.'),
  bankReference: z.string().nullable().describe(SAYS.bankReference),
  depositedOn: date.nullable().describe(SAYS.depositedOn),
  ...audited,
};

export const SessionHeader = z.object(header);
export type SessionHeader = z.output<typeof SessionHeader>;

const summed = {
  totalAmount: money.describe('The sum of the monetary givings.'),
  givingCount: z.int().describe('The number of givings.'),
};

export const SessionItem = z
  .object({ ...header, ...summed })
  .meta({ id: 'SessionItem', description: 'An offering session in a list.' });
export type SessionItem = z.output<typeof SessionItem>;

export const SessionPage = pageOf(SessionItem);

const IF_READABLE = 'Null if you may not read the session.';

const part = {
  amount: money.describe('The sum of the monetary givings in this group.'),
  count: z.int().describe('The number of givings in this group.'),
};

const Totals = z
  .object({
    ...summed,
    byCategory: z
      .array(z.object({ categoryId: id.describe('The giving category.'), name: z.string(), ...part }))
      .describe('The same sums by giving category.'),
    byMethod: z
      .array(z.object({ method: Method.describe('The payment method.'), ...part }))
      .describe('The same sums by payment method.'),
  })
  .meta({
    id: 'SessionTotals',
    description: 'The sums of a session. Gifts in kind are counted, but add nothing to an amount.',
  });
export type Totals = z.output<typeof Totals>;

export const Session = z
  .object({
    ...header,
    counts: z.array(OfferingCount).describe('Every count that was submitted, the current one last.'),
    totals: Totals.describe('The sums of the givings.'),
    givings: z.array(Giving).describe('The givings of the session.'),
  })
  .meta({ id: 'OfferingSession', description: 'The givings of one date, counted together.' });
export type Session = z.output<typeof Session>;

export const EnteredSession = Session.extend({ warnings: givingWarnings }).meta({
  id: 'EnteredSession',
  description: 'A session that was just entered.',
});
export type EnteredSession = z.output<typeof EnteredSession>;

export const SubmittedSession = Session.extend({
  warnings: warnings('single_counter'),
}).meta({ id: 'SubmittedSession', description: 'A session that was just submitted.' });
export type SubmittedSession = z.output<typeof SubmittedSession>;

export const SessionQuery = pageQuery({
  sort: ['date', 'status', 'sundayAttendanceCount', 'totalAmount', 'givingCount', 'createdAt', 'modifiedAt', 'id'],
  by: '-date',
  filters: { ...days, status: filter(SessionStatus, 'Only sessions with this status.') },
});
export type SessionQuery = z.output<typeof SessionQuery>;

export const OfferingDay = z
  .object({
    id,
    date: header.date,
    status: header.status,
    submittedAt: header.submittedAt,
    submittedByName: z.string().nullable().describe('The name of the user who submitted the session.'),
    reconciledAt: header.reconciledAt,
    mayRead: z.boolean().describe('Whether you may read the session.'),
    sundayAttendanceCount: z.int().nullable().describe(`${SAYS.sundayAttendanceCount} ${IF_READABLE}`),
    totalAmount: money.nullable().describe(`${summed.totalAmount.description} ${IF_READABLE}`),
    givingCount: z.int().nullable().describe(`${summed.givingCount.description} ${IF_READABLE}`),
  })
  .meta({ id: 'OfferingDay', description: 'A day that has an offering session.' });
export type OfferingDay = z.output<typeof OfferingDay>;

export const OfferingDayPage = pageOf(OfferingDay);

export const OfferingDayQuery = pageQuery({
  sort: ['date'],
  by: '-date',
  filters: { ...days, sessionId: filter(idText, 'Only the day of this offering session.') },
});
export type OfferingDayQuery = z.output<typeof OfferingDayQuery>;

export const Reconciliation = z
  .strictObject({
    bankReference: line(100).describe(SAYS.bankReference),
    depositedOn: optional(date).describe(`${SAYS.depositedOn} If it is left out, today is used.`),
    accountId: optional(id).describe(
      'The account that receives the cash and the checks that are not deposited yet. If it is left out, the default account is used.',
    ),
  })
  .meta({ id: 'Reconciliation', description: 'The details from the bank statement. Each of them may be left out.' });
export type Reconciliation = z.output<typeof Reconciliation>;

export const PaperQuery = z.strictObject({
  locale: Locale.optional().describe("The language of the paper. If it is left out, the church's language is used."),
});
export const SessionPath = z.strictObject({ id: idText });
