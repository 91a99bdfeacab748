import { Method } from '../../../books/payment-methods.ts';
import { Reversal } from '../../../books/reversal-schema.ts';
import { ReversalKind } from './reversal-kinds.ts';
import * as z from 'zod';
import { formerMatches, planParts } from '../../imports/schema.ts';
import { pageOf, pageQuery, searchIn } from '../../../lib/page.ts';
import {
  audited,
  date,
  days,
  filter,
  id,
  idText,
  line,
  money,
  note,
  optional,
  positiveMoney,
} from '../../../lib/wire.ts';
import { GivingPart, newParts, refuse, reversedParts, withReversedParts, withRightParts } from './part-schema.ts';
import { GivingSource, NonCashKind, withRightSource } from './source-schema.ts';

/** The descriptions of a giving's fields, for requests and responses. */
const SAYS = {
  categoryId: 'The giving category: what the gift is for.',
  parts: 'The parts of a gift that is split over several categories',
  date: 'The day on which the gift was counted. Monthly statements and reports use this day.',
  method: 'The payment method.',
  isAnonymous: 'Whether the giver wants to stay anonymous. If so, no giver is stored.',
  checkNumber: 'The number on the check.',
  zelleReference: 'The Zelle confirmation number.',
  payPalReference: 'The PayPal transaction id.',
  note: "Remarks. If there is a `benefitAmount`, the giver's statement prints the remarks to describe that benefit.",
  sessionId: 'The offering session in which the gift was counted; null for a giving that was entered by itself.',
  nonCashKind: 'Whether a gift in kind is stock, a vehicle or other goods',
  source: 'Where the gift came from.',
  companyName: 'The name on the check of a company, to which the statement for the gift is addressed.',
  entryKey:
    'A UUID that the client creates for the gift. A gift with a key is stored only once, however often it is sent.',
};

/** The fields of a gift, without the date and session in which it was counted. */
const gift = {
  categoryId: optional(id).describe(`${SAYS.categoryId} Leave it out when you send \`parts\`.`),
  parts: newParts.describe(
    `${SAYS.parts}. Send them instead of \`categoryId\`. Their amounts must add up to \`amount\`.`,
  ),
  amount: positiveMoney.describe(
    "The amount in the church's currency. For a gift in kind, this is an estimate that no total includes.",
  ),
  method: Method.describe(SAYS.method),
  memberId: optional(id).describe('The member who gave. Leave it out if the giver is unknown.'),
  offeringNumber: line(20).describe("The giver's envelope number, which you can send instead of `memberId`."),
  isAnonymous: z.boolean().default(false).describe(SAYS.isAnonymous),
  checkNumber: line(50).describe(SAYS.checkNumber),
  zelleReference: line(100).describe(SAYS.zelleReference),
  payPalReference: line(100).describe(SAYS.payPalReference),
  note: note.describe(SAYS.note),
  giftDate: optional(date).describe(
    "The day on which the gift counts in the giver's contribution statement, which is not after `date`. If it is left out, `date` is used.",
  ),
  benefitAmount: optional(positiveMoney).describe(
    "The estimated value of what the giver received in return. The giver's contribution statement prints this value. " +
      'Its description is `note`, or "goods or services" if there is no note.',
  ),
  nonCashDescription: line(500).describe(
    'What was given, if this is a gift in kind. Leave it out for a gift of money. No total includes a gift in kind.',
  ),
  nonCashKind: optional(NonCashKind).describe(`${SAYS.nonCashKind}. Only with \`nonCashDescription\`.`),
  source: GivingSource.default('Personal').describe(SAYS.source),
  companyName: line(200).describe(
    `${SAYS.companyName} Required with the source Business, and only then. Not stored if the gift is anonymous. ` +
      'A gift of a company that has had no name since earlier versions may stay without one.',
  ),
  entryKey: optional(z.uuid().toLowerCase()).describe(SAYS.entryKey),
};

export const SessionGiving = withRightSource(withRightParts(z.strictObject(gift))).meta({
  id: 'SessionGiving',
  description: 'A giving that is sent with its offering session. It has the date of the session.',
});
export type SessionGiving = z.output<typeof SessionGiving>;

/** The fields of a giving in a request, without the rules that involve several fields. */
export const GivingFields = z.strictObject({
  ...gift,
  date: date.describe(
    `${SAYS.date} It must not be later than tomorrow. With \`sessionId\`, it must be the date of the session.`,
  ),
  sessionId: optional(id).describe(SAYS.sessionId),
});

export const NewGiving = withRightSource(withRightParts(GivingFields)).meta({
  id: 'NewGiving',
  description: 'A giving, as you send it.',
});
export type NewGiving = z.output<typeof NewGiving>;

export const Giving = z
  .object({
    id,
    categoryId: id.nullable().describe(`${SAYS.categoryId} Null when there are \`parts\`.`),
    categoryName: z.string().nullable().describe('The name of the category; null when there are `parts`.'),
    parts: z.array(GivingPart).nullable().describe(`${SAYS.parts}; null for any other gift.`),
    amount: money.describe("The amount in the church's currency; negative in a reversal."),
    date: date.describe(SAYS.date),
    method: Method.describe(SAYS.method),
    memberId: id
      .nullable()
      .describe(
        'The member who gave. Null if no giver is named, if the gift is anonymous, or if the member was purged.',
      ),
    memberName: z
      .string()
      .nullable()
      .describe("The giver's name, even if the member was deleted; null if there is no `memberId`."),
    isAnonymous: z.boolean().describe(SAYS.isAnonymous),
    checkNumber: z.string().nullable().describe(SAYS.checkNumber),
    zelleReference: z.string().nullable().describe(SAYS.zelleReference),
    payPalReference: z.string().nullable().describe(SAYS.payPalReference),
    note: z.string().nullable().describe(SAYS.note),
    sessionId: id.nullable().describe(SAYS.sessionId),
    accountId: id.describe('The account that received the money.'),
    giftDate: date.describe("The day on which the gift counts in the giver's contribution statement."),
    benefitAmount: money.nullable().describe('The estimated value of what the giver received in return.'),
    nonCashDescription: z
      .string()
      .nullable()
      .describe('What was given, if this is a gift in kind; null for a gift of money.'),
    nonCashKind: NonCashKind.nullable().describe(`${SAYS.nonCashKind}; null if this was not entered.`),
    source: GivingSource.describe(SAYS.source),
    companyName: z
      .string()
      .nullable()
      .describe(`${SAYS.companyName} Null for any other gift, and for gifts of companies from earlier versions.`),
    reversalOf: id.nullable().describe('The giving that this one reverses; null if this is not a reversal.'),
    reversalKind: ReversalKind.nullable().describe('Why the giving was reversed; null if this is not a reversal.'),
    entryKey: z.string().nullable().describe(SAYS.entryKey),
    enteredBy: id.nullable().describe('The user who entered the giving; null if a command or an import entered it.'),
    enteredByName: z.string().nullable().describe('The name of the user who entered the giving.'),
    ...audited,
  })
  .meta({ id: 'Giving', description: 'One gift.' });
export type Giving = z.output<typeof Giving>;

/**
 * A giving in an export. It has additional fields that identify the giver and the session, because another church has
 * different ids for them.
 */
export type ExportedGiving = Giving & {
  memberEmail: string | null;
  memberExternalId: string | null;
  offeringNumber: string | null;
  sessionDate: string | null;
};

/** A warning about a request that was accepted. */
export const GivingWarning = z
  .object({
    code: z
      .enum([
        'likely_duplicate',
        'note_may_name_giver',
        'disclosure_due',
        'gift_date_far',
        'daf_benefit',
        'giver_deceased',
      ])
      .describe('A stable code for programs.'),
    message: z.string().describe('A message for people.'),
    givingId: id.describe('The giving that was entered or changed.'),
    duplicateOf: id
      .nullable()
      .describe('The earlier giving that this one seems to repeat; null for any other warning.'),
  })
  .meta({
    id: 'GivingWarning',
    description: 'A warning: the request was accepted, but somebody should check what the message says.',
  });
export type GivingWarning = z.output<typeof GivingWarning>;

export const givingWarnings = z
  .array(GivingWarning)
  .optional()
  .describe('Present only when there is something to check.');

export const EnteredGiving = Giving.extend({ warnings: givingWarnings }).meta({
  id: 'EnteredGiving',
  description: 'A giving that was just entered.',
});
export type EnteredGiving = z.output<typeof EnteredGiving>;

const LeftOut = z.object({
  line: z.int(),
  reason: z.enum(['pledge', 'failed', 'refunded', 'other_currency']).describe('Why the row is not a gift.'),
  date: date.nullable(),
  amount: money.nullable(),
});
/** A row of another program that is not a gift. */
export type LeftOut = z.output<typeof LeftOut>;

/** The result of an import. With `dryRun`, this is what the import would do. */
export const GivingImport = z.object({
  dryRun: z.boolean(),
  importId: id.nullable().describe('The id with which the import can be undone.'),
  rows: z.int(),
  created: z.int(),
  totalAmount: money,
  skipped: z.int(),
  duplicates: z.array(
    z.object({
      line: z.int(),
      date,
      amount: money,
      givingId: id.nullable(),
      duplicateOf: z.int().nullable().describe('The earlier line of the file that this line repeats.'),
    }),
  ),
  warnings: z
    .array(z.object({ line: z.int(), code: GivingWarning.shape.code, message: z.string() }))
    .describe('What somebody should check about the gifts of these lines.'),
  formerMatches,
  membersCreated: z.array(z.object({ line: z.int(), name: z.string(), memberId: id })),
  sessionsCreated: z.int(),
  leftOut: z
    .array(LeftOut)
    .describe(
      'The rows that are no gifts to enter: pledges, failed payments, refunded donations and amounts in another currency.',
    ),
  sameFileAs: id.nullable().describe('The id of an earlier import of the same file.'),
  withoutGiver: z
    .object({ count: z.int(), total: money, lines: z.array(z.int()) })
    .describe('The gifts for which nobody is named, with their lines.'),
  ignoredColumns: z.array(z.string()),
  encoding: z.string().nullable().describe('The text encoding of the file; null for a workbook.'),
  ...planParts,
});
export type GivingImport = z.output<typeof GivingImport>;

const accountOfCorrection = refuse(
  'accountId',
  'not_for_correction',
  'must be left out, because a Correction posts to the account of the original giving; send kind Returned or Refund instead',
);

export const GivingReversal = withReversedParts(
  z.strictObject({
    ...Reversal.shape,
    kind: ReversalKind.default('Correction').describe('Why the giving is reversed.'),
    accountId: optional(id).describe(
      'The account that the money leaves. If left out, it is the account in which the money now is. A Correction must not have this field.',
    ),
    parts: reversedParts.describe(
      'For a gift that is split over several categories: how much of each part to reverse. Required unless everything that is left of the gift is reversed.',
    ),
  }),
)
  .refine(({ kind, accountId }) => kind !== 'Correction' || accountId == null, accountOfCorrection)
  .meta({ id: 'GivingReversal', description: 'How much of a giving is reversed, when and why.' });
export type GivingReversal = z.output<typeof GivingReversal>;

export const GivingPage = pageOf(Giving);

export const GivingQuery = pageQuery({
  sort: [
    'date',
    'amount',
    'method',
    'categoryName',
    'memberName',
    'sessionId',
    'giftDate',
    'createdAt',
    'modifiedAt',
    'id',
  ],
  by: '-date',
  filters: {
    categoryId: filter(idText, 'Only givings to this category, in whole or in part.'),
    ...days,
    memberId: filter(idText, 'Only givings of this member.'),
    sessionId: filter(idText, 'Only givings in this offering session.'),
    method: filter(Method, 'Only givings with this payment method.'),
    search: searchIn("the note, the references, the company's name or the giver's names"),
  },
});
export type GivingQuery = z.output<typeof GivingQuery>;

export const GivingPath = z.strictObject({ id: idText });
