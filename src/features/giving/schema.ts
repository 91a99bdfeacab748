import * as z from 'zod';
import { pageOf, pageQuery, searchIn } from '../../lib/page.ts';
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
  text,
} from '../../lib/wire.ts';

export const Method = z
  .enum(['Cash', 'Check', 'Zelle', 'PayPal', 'Card', 'BankTransfer', 'Other'])
  .meta({ id: 'Method', description: 'How money changed hands.' });
export type Method = z.output<typeof Method>;

/** What a gift is, apart from the day and the session it was counted in. */
const gift = {
  categoryId: id,
  amount: positiveMoney,
  method: Method,
  memberId: optional(id),
  offeringNumber: line(20).meta({ description: "The giver's envelope number, instead of `memberId`." }),
  isAnonymous: z.boolean().default(false),
  checkNumber: line(50),
  zelleReference: line(100),
  payPalReference: line(100),
  note,
  giftDate: optional(date).meta({
    description: "The day for the giver's own statement; the giving's date if left out.",
  }),
  benefitAmount: optional(positiveMoney).meta({
    description:
      "The estimated value of what the giver received in return. The giver's statement prints it with `note` as its " +
      'description; without a note it says "goods or services".',
  }),
  nonCashDescription: line(500).meta({ description: 'A gift in kind, which is in no cash total.' }),
};

export const SessionGiving = z.strictObject(gift).meta({
  id: 'SessionGiving',
  description: 'A giving as it is entered with its offering session, whose date it has.',
});
export type SessionGiving = z.output<typeof SessionGiving>;

export const NewGiving = z.strictObject({ ...gift, date, sessionId: optional(id) }).meta({ id: 'NewGiving' });
export type NewGiving = z.output<typeof NewGiving>;

export const Giving = z
  .object({
    id,
    categoryId: id,
    categoryName: z.string(),
    amount: money.meta({ description: 'Negative in a reversal.' }),
    date,
    method: Method,
    memberId: id.nullable(),
    memberName: z.string().nullable(),
    isAnonymous: z.boolean(),
    checkNumber: z.string().nullable(),
    zelleReference: z.string().nullable(),
    payPalReference: z.string().nullable(),
    note: z.string().nullable(),
    sessionId: id.nullable(),
    giftDate: date,
    benefitAmount: money.nullable(),
    nonCashDescription: z.string().nullable(),
    reversalOf: id.nullable(),
    ...audited,
  })
  .meta({ id: 'Giving', description: 'One gift.' });
export type Giving = z.output<typeof Giving>;

/** A giving with what names its giver and its session in another church's records. */
export type ExportedGiving = Giving & {
  memberEmail: string | null;
  memberExternalId: string | null;
  offeringNumber: string | null;
  sessionDate: string | null;
};

/** Something accepted that somebody should look at. */
export const GivingWarning = z
  .object({
    code: z.enum(['likely_duplicate']),
    message: z.string(),
    givingId: id,
    duplicateOf: id.meta({ description: 'The earlier giving that it repeats.' }),
  })
  .meta({ id: 'GivingWarning' });
export type GivingWarning = z.output<typeof GivingWarning>;

export const EnteredGiving = Giving.extend({ warnings: z.array(GivingWarning).optional() }).meta({
  id: 'EnteredGiving',
});
export type EnteredGiving = z.output<typeof EnteredGiving>;

/** What an import did, or with `dryRun` would do. */
export const GivingImport = z.object({
  dryRun: z.boolean(),
  importId: id.nullable().meta({ description: 'The id under which it can be undone.' }),
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
      duplicateOf: z.int().nullable().meta({ description: 'The line that it repeats.' }),
    }),
  ),
  membersCreated: z.array(z.object({ line: z.int(), name: z.string(), memberId: id })),
  sessionsCreated: z.int(),
  sameFileAs: id.nullable().meta({ description: 'The import that read the same file before.' }),
  ignoredColumns: z.array(z.string()),
  encoding: z.string().nullable().meta({ description: 'Null for a workbook.' }),
});
export type GivingImport = z.output<typeof GivingImport>;

export const Reversal = z
  .strictObject({
    date: date.meta({ description: 'The day on which it counts, in an open month.' }),
    amount: optional(positiveMoney).meta({ description: 'Left out, all that is not yet reversed.' }),
    reason: text(500),
  })
  .meta({ id: 'Reversal' });
export type Reversal = z.output<typeof Reversal>;

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
    categoryId: filter(idText, 'Only those of this category.'),
    ...days,
    memberId: filter(idText, 'Only those of this giver.'),
    sessionId: filter(idText, 'Only those of this offering session.'),
    method: filter(Method, 'Only those given in this way.'),
    search: searchIn("the note, the references or the giver's names"),
  },
});
export type GivingQuery = z.output<typeof GivingQuery>;

export const GivingPath = z.strictObject({ id: idText });
