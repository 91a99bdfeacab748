import * as z from 'zod';
import { pageOf, pageQuery } from '../../lib/page.ts';
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
  money,
  note,
  optional,
  text,
} from '../../lib/wire.ts';
import { Giving, GivingWarning, Method, SessionGiving } from '../giving/schema.ts';

export const SessionStatus = z.enum(['Draft', 'Submitted', 'Reconciled']).meta({ id: 'SessionStatus' });
export type SessionStatus = z.output<typeof SessionStatus>;

const MOST_PEOPLE = 1_000_000;
const MOST_GIVINGS = 1000;

const counts = {
  sundayAttendanceCount: optional(z.int().min(0).max(MOST_PEOPLE)),
  controlTotal: optional(countedMoney).meta({ description: 'What was counted in all; held against what was entered.' }),
  countedCash: optional(countedMoney),
  countedChecks: optional(countedMoney),
  countedBy: z.array(text(100)).max(20).default([]),
  notes: note,
};

export const SessionCounts = z.strictObject(counts).meta({ id: 'SessionCounts' });
export type SessionCounts = z.output<typeof SessionCounts>;

export const NewSession = z
  .strictObject({ date, ...counts, givings: z.array(SessionGiving).max(MOST_GIVINGS).default([]) })
  .meta({ id: 'NewSession' });
export type NewSession = z.output<typeof NewSession>;

const header = {
  id,
  date,
  status: SessionStatus,
  sundayAttendanceCount: z.int().nullable(),
  controlTotal: money.nullable(),
  countedCash: money.nullable(),
  countedChecks: money.nullable(),
  countedBy: z.array(z.string()),
  notes: z.string().nullable(),
  submittedAt: instant.nullable(),
  submittedBy: id.nullable(),
  reconciledAt: instant.nullable(),
  reconciledBy: id.nullable(),
  bankReference: z.string().nullable(),
  depositedOn: date.nullable(),
  ...audited,
};

export const SessionHeader = z.object(header);
export type SessionHeader = z.output<typeof SessionHeader>;

export const SessionItem = z
  .object({ ...header, totalAmount: money, givingCount: z.int() })
  .meta({ id: 'SessionItem', description: 'An offering session in a list.' });
export type SessionItem = z.output<typeof SessionItem>;

export const SessionPage = pageOf(SessionItem);

const Totals = z
  .object({
    totalAmount: money,
    givingCount: z.int(),
    byCategory: z.array(z.object({ categoryId: id, name: z.string(), amount: money, count: z.int() })),
    byMethod: z.array(z.object({ method: Method, amount: money, count: z.int() })),
  })
  .meta({ id: 'SessionTotals', description: 'Gifts in kind count, but add nothing to an amount.' });
export type Totals = z.output<typeof Totals>;

export const Session = z
  .object({ ...header, totals: Totals, givings: z.array(Giving) })
  .meta({ id: 'OfferingSession', description: 'The givings of one date, counted together.' });
export type Session = z.output<typeof Session>;

export const EnteredSession = Session.extend({ warnings: z.array(GivingWarning).optional() }).meta({
  id: 'EnteredSession',
});
export type EnteredSession = z.output<typeof EnteredSession>;

export const SubmittedSession = Session.extend({
  warnings: z.array(z.object({ code: z.enum(['single_counter']), message: z.string() })).optional(),
}).meta({ id: 'SubmittedSession' });
export type SubmittedSession = z.output<typeof SubmittedSession>;

export const SessionQuery = pageQuery({
  sort: ['date', 'status', 'sundayAttendanceCount', 'totalAmount', 'givingCount', 'createdAt', 'modifiedAt', 'id'],
  by: '-date',
  filters: { ...days, status: filter(SessionStatus, 'Only those in this state.') },
});
export type SessionQuery = z.output<typeof SessionQuery>;

export const Reconciliation = z
  .strictObject({
    bankReference: line(100),
    depositedOn: optional(date).meta({ description: 'The day the bank credited the deposit.' }),
  })
  .meta({ id: 'Reconciliation' });
export type Reconciliation = z.output<typeof Reconciliation>;

export const Reopening = z.strictObject({ reason: text(500) }).meta({ id: 'Reopening' });

export const SessionPath = z.strictObject({ id: idText });
