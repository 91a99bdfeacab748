import { Method } from '../../../books/payment-methods.ts';
import { Reversal } from '../../../books/reversal-schema.ts';
import * as z from 'zod';
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
import { GivingPart, newParts, reversedParts, withReversedParts, withRightParts } from './part-schema.ts';

/** The meaning of a giving's fields, in requests and answers. */
const SAYS = {
  categoryId: 'What it is for: a giving category.',
  parts: 'The parts of a gift over several categories, such as one cheque',
  date: 'The day on which it counts in statements and reports: the day it was counted.',
  method: 'How it was given.',
  isAnonymous: 'Whether the giver wants to stay anonymous. Then no name is kept.',
  checkNumber: 'The number on the check.',
  zelleReference: 'The confirmation number of Zelle.',
  payPalReference: 'The transaction id of PayPal.',
  note: "Remarks; the giver's statement prints them beside a `benefitAmount`.",
  sessionId: 'The offering session it was counted in; null for one entered by itself.',
  entryKey: 'A UUID made by whoever enters the gift. A gift with a key is stored once, however often it is sent.',
};

/** The fields of a gift, without the date and session in which it was counted. */
const gift = {
  categoryId: optional(id).describe(`${SAYS.categoryId} Leave it out when you send \`parts\`.`),
  parts: newParts.describe(`${SAYS.parts}. Send them instead of \`categoryId\`; their amounts add up to \`amount\`.`),
  amount: positiveMoney.describe(
    "In the church's currency. For a gift in kind it is an estimate, which no total includes.",
  ),
  method: Method.describe(SAYS.method),
  memberId: optional(id).describe('The giver. Leave it out when nobody knows who gave.'),
  offeringNumber: line(20).describe("The giver's envelope number, instead of `memberId`."),
  isAnonymous: z.boolean().default(false).describe(SAYS.isAnonymous),
  checkNumber: line(50).describe(SAYS.checkNumber),
  zelleReference: line(100).describe(SAYS.zelleReference),
  payPalReference: line(100).describe(SAYS.payPalReference),
  note: note.describe(SAYS.note),
  giftDate: optional(date).describe(
    "The day that counts for the giver's own statement; the giving's date if left out.",
  ),
  benefitAmount: optional(positiveMoney).describe(
    "The estimated value of what the giver received in return. The giver's statement prints it with `note` as its " +
      'description; without a note it says "goods or services".',
  ),
  nonCashDescription: line(500).describe('A gift in kind. No cash total includes it.'),
  entryKey: optional(z.uuid().toLowerCase()).describe(SAYS.entryKey),
};

export const SessionGiving = withRightParts(z.strictObject(gift)).meta({
  id: 'SessionGiving',
  description: 'A giving that is sent with its offering session. It has the date of the session.',
});
export type SessionGiving = z.output<typeof SessionGiving>;

/** The fields of a giving as it is sent, without the rules across fields. */
export const GivingFields = z.strictObject({
  ...gift,
  date: date.describe(`${SAYS.date} Not later than tomorrow. With \`sessionId\`, it is the date of the session.`),
  sessionId: optional(id).describe(SAYS.sessionId),
});

export const NewGiving = withRightParts(GivingFields).meta({
  id: 'NewGiving',
  description: 'A giving, as you send it.',
});
export type NewGiving = z.output<typeof NewGiving>;

export const Giving = z
  .object({
    id,
    categoryId: id.nullable().describe(`${SAYS.categoryId} Null when there are \`parts\`.`),
    categoryName: z.string().nullable().describe('The name of the category; null where there are `parts`.'),
    parts: z.array(GivingPart).nullable().describe(`${SAYS.parts}; null for any other.`),
    amount: money.describe('Negative in a reversal.'),
    date: date.describe(SAYS.date),
    method: Method.describe(SAYS.method),
    memberId: id
      .nullable()
      .describe('The giver. Null when none is named, for an anonymous gift, and after the member was purged.'),
    memberName: z.string().nullable().describe("The giver's name, also of a deleted member; null without `memberId`."),
    isAnonymous: z.boolean().describe(SAYS.isAnonymous),
    checkNumber: z.string().nullable().describe(SAYS.checkNumber),
    zelleReference: z.string().nullable().describe(SAYS.zelleReference),
    payPalReference: z.string().nullable().describe(SAYS.payPalReference),
    note: z.string().nullable().describe(SAYS.note),
    sessionId: id.nullable().describe(SAYS.sessionId),
    giftDate: date.describe("The day that counts for the giver's own statement."),
    benefitAmount: money.nullable().describe('The estimated value of what the giver received in return.'),
    nonCashDescription: z.string().nullable().describe('What a gift in kind is; null for money.'),
    reversalOf: id.nullable().describe('The giving that this one reverses; null for any other.'),
    entryKey: z.string().nullable().describe(SAYS.entryKey),
    enteredBy: id.nullable().describe('The user who entered it; null when it was a command or an import.'),
    enteredByName: z.string().nullable().describe('The name of that user.'),
    ...audited,
  })
  .meta({ id: 'Giving', description: 'One gift.' });
export type Giving = z.output<typeof Giving>;

/** A giving with the identifiers of its giver and session in another church's records. */
export type ExportedGiving = Giving & {
  memberEmail: string | null;
  memberExternalId: string | null;
  offeringNumber: string | null;
  sessionDate: string | null;
};

/** A warning about something that was accepted. */
export const GivingWarning = z
  .object({
    code: z.enum(['likely_duplicate', 'note_may_name_giver']).describe('A stable code for programs.'),
    message: z.string().describe('A message for people.'),
    givingId: id.describe('The giving that was entered or changed.'),
    duplicateOf: id.nullable().describe('The earlier giving that this one seems to repeat; null with another code.'),
  })
  .meta({ id: 'GivingWarning', description: 'The request was accepted, but somebody should check this.' });
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

/** The result of an import, or with `dryRun` its expected result. */
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
      duplicateOf: z.int().nullable().describe('The earlier line that it repeats.'),
    }),
  ),
  membersCreated: z.array(z.object({ line: z.int(), name: z.string(), memberId: id })),
  sessionsCreated: z.int(),
  sameFileAs: id.nullable().describe('The import that read the same file before.'),
  ignoredColumns: z.array(z.string()),
  encoding: z.string().nullable().describe('Null for a workbook.'),
});
export type GivingImport = z.output<typeof GivingImport>;

export const GivingReversal = withReversedParts(
  z.strictObject({
    ...Reversal.shape,
    parts: reversedParts.describe(
      'For a gift over several categories: how much of each part is reversed. Required unless all that is left is reversed.',
    ),
  }),
).meta({ id: 'GivingReversal', description: 'How much of a giving is reversed, when and why.' });
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
    categoryId: filter(idText, 'Only those of this category, also with a part of the gift.'),
    ...days,
    memberId: filter(idText, 'Only those of this giver.'),
    sessionId: filter(idText, 'Only those of this offering session.'),
    method: filter(Method, 'Only those given in this way.'),
    search: searchIn("the note, the references or the giver's names"),
  },
});
export type GivingQuery = z.output<typeof GivingQuery>;

export const GivingPath = z.strictObject({ id: idText });
