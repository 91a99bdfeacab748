import * as z from 'zod';
import { FunctionalClass } from '../../../books/functional-classes.ts';
import { pageOf, pageQuery, searchIn } from '../../../lib/page.ts';
import {
  audited,
  date,
  days,
  filter,
  id,
  idText,
  instant,
  money,
  optional,
  positiveMoney,
  text,
} from '../../../lib/wire.ts';
import { checkLines, WITH_LINES } from '../checked-lines.ts';
import { lineFaults } from './line-rules.ts';

/** How many lines an entry can have. More would delay other requests. */
const MOST_LINES = 5_000;
/** A list shows the lines of entries with at most this many lines. */
export const LINES_LISTED = 20;
/** The longest memo. The reason of a reversal becomes its memo. */
const LONGEST_MEMO = 500;

const SAYS = {
  date: 'The day of the entry.',
  memo: 'What the entry is for.',
  yearEnd: 'Whether this is a year-end entry, which belongs to the last day of a fiscal year.',
  accountId: 'The account that the line debits or credits.',
  subCategoryId: 'The expense subcategory that the line debits or credits.',
  incomeCategoryId: 'The category of other income that the line debits or credits.',
  netAssets: 'Whether the line changes the net assets of its fund directly.',
  fundId: 'The fund of the line. With an `accountId`, the fund that holds the account.',
  ministryId: 'The ministry of an expense.',
  functionalClass: 'The functional class of an expense.',
  debit: 'The amount that the line debits.',
  credit: 'The amount that the line credits.',
};

export const JournalEntryStatus = z.enum(['PendingApproval', 'Posted']).meta({
  id: 'JournalEntryStatus',
  description:
    'A `Posted` entry affects balances and reports. A `PendingApproval` entry waits for the approval of another person.',
});

/** A line as it is sent. `lineFaults` checks which fields are sent together. */
export const NewJournalLine = z
  .strictObject({
    accountId: optional(id).describe(SAYS.accountId),
    subCategoryId: optional(id).describe(SAYS.subCategoryId),
    incomeCategoryId: optional(id).describe(SAYS.incomeCategoryId),
    netAssets: z.boolean().nullable().default(false).describe(SAYS.netAssets),
    fundId: optional(id).describe(
      `${SAYS.fundId} If it is left out, the line belongs to the General fund. A line with an \`accountId\` may name a fund only if the account is no money, such as an Investment or a FixedAsset.`,
    ),
    ministryId: optional(id).describe(`${SAYS.ministryId} Only for a line with a \`subCategoryId\`.`),
    functionalClass: optional(FunctionalClass).describe(
      `${SAYS.functionalClass} Only for a line with a \`subCategoryId\`. If it is left out, the line has the default class of its ministry, or \`ManagementAndGeneral\` if it has no ministry.`,
    ),
    debit: optional(positiveMoney).describe(`${SAYS.debit} Send either this or \`credit\`.`),
    credit: optional(positiveMoney).describe(SAYS.credit),
  })
  .meta({
    id: 'NewJournalLine',
    description:
      'A line of an adjusting entry, as you send it. It has exactly one of `accountId`, `subCategoryId`, `incomeCategoryId` and `netAssets: true`.',
  });
export type NewJournalLine = z.output<typeof NewJournalLine>;

export const NewJournalEntry = z
  .strictObject({
    date: date.describe(
      `${SAYS.date} It must not be later than the last day of this month or, for a year-end entry, of this fiscal year.`,
    ),
    memo: text(LONGEST_MEMO).describe(SAYS.memo),
    yearEnd: z
      .boolean()
      .default(false)
      .describe(`${SAYS.yearEnd} Its \`date\` must be that day, and the fiscal year must not be closed.`),
    lines: z
      .array(NewJournalLine)
      .min(1)
      .max(MOST_LINES)
      .describe('The lines. Their debits and their credits add up to the same amount.'),
  })
  .superRefine(checkLines(lineFaults), WITH_LINES)
  .meta({ id: 'NewJournalEntry', description: 'An adjusting entry, as you send it.' });
export type NewJournalEntry = z.output<typeof NewJournalEntry>;

export const JournalLine = z
  .object({
    accountId: id.nullable().describe(`${SAYS.accountId} Null for any other line.`),
    subCategoryId: id.nullable().describe(`${SAYS.subCategoryId} Null for any other line.`),
    incomeCategoryId: id.nullable().describe(`${SAYS.incomeCategoryId} Null for any other line.`),
    netAssets: z.boolean().describe(SAYS.netAssets),
    name: z
      .string()
      .nullable()
      .describe('The name of the account, the subcategory or the category of other income; null for net assets.'),
    fundId: id.nullable().describe(`${SAYS.fundId} Null for a line with an \`accountId\` that names none.`),
    fundName: z.string().nullable().describe('The name of that fund.'),
    ministryId: id.nullable().describe(`${SAYS.ministryId} Null if the line names none.`),
    ministryName: z.string().nullable().describe('The name of that ministry.'),
    functionalClass: FunctionalClass.nullable().describe(
      `${SAYS.functionalClass} Null if the default of the ministry applies, or if the line is not an expense.`,
    ),
    debit: money.nullable().describe(`${SAYS.debit} Null for a credit.`),
    credit: money.nullable().describe(`${SAYS.credit} Null for a debit.`),
  })
  .meta({ id: 'JournalLine', description: 'A line of an adjusting entry.' });
export type JournalLine = z.output<typeof JournalLine>;

export const JournalEntry = z
  .object({
    id,
    date: date.describe(SAYS.date),
    memo: z.string().describe(`${SAYS.memo} In a reversal, this is the reason.`),
    yearEnd: z.boolean().describe(SAYS.yearEnd),
    status: JournalEntryStatus.describe('Whether the entry is posted or waits for approval.'),
    shownOn: date.describe(
      'The day on which monthly statements show the entry. All other reports use `date`. The two days differ only for a year-end entry whose month was finalized.',
    ),
    amount: money.describe('The sum of the debits, which is also the sum of the credits.'),
    lineCount: z.int().describe('How many lines the entry has.'),
    lines: z.array(JournalLine).describe('The lines, in the order in which they were entered.'),
    approvedBy: id.nullable().describe('The user who approved the entry; null if nobody did.'),
    approvedAt: instant.nullable().describe('When the entry was approved; null if nobody approved it.'),
    rejectedReason: z
      .string()
      .nullable()
      .describe('Why somebody rejected the entry; null if nobody did, or if it was changed since.'),
    reversalOf: id.nullable().describe('The entry that this one reverses; null if this is not a reversal.'),
    reversedBy: id.nullable().describe('The entry that reverses this one; null if it is not reversed.'),
    ...audited,
  })
  .meta({ id: 'JournalEntry', description: 'An adjusting entry, such as depreciation.' });
export type JournalEntry = z.output<typeof JournalEntry>;

/** An entry in a list. */
export const ListedJournalEntry = JournalEntry.extend({
  lines: z
    .array(JournalLine)
    .nullable()
    .describe(`The lines; null if the entry has more than ${LINES_LISTED}. Read the entry itself for all of them.`),
}).meta({ id: 'ListedJournalEntry', description: 'An adjusting entry in a list.' });
export type ListedJournalEntry = z.output<typeof ListedJournalEntry>;

export const JournalEntryReversal = z
  .strictObject({
    date: date.describe(
      'The day of the reversal. The reversal of a year-end entry on the same day is a year-end entry as well.',
    ),
    reason: text(LONGEST_MEMO).describe('The reason. It becomes the memo of the reversal.'),
  })
  .meta({ id: 'JournalEntryReversal', description: 'When and why an adjusting entry is reversed.' });
export type JournalEntryReversal = z.output<typeof JournalEntryReversal>;

export const JournalEntryPage = pageOf(ListedJournalEntry);
export const JournalEntryQuery = pageQuery({
  sort: ['date', 'amount', 'createdAt', 'modifiedAt', 'id'],
  by: '-date',
  filters: {
    search: searchIn('the memo'),
    status: filter(JournalEntryStatus, 'Only entries with this status.'),
    ...days,
  },
});
export type JournalEntryQuery = z.output<typeof JournalEntryQuery>;
export const JournalEntryPath = z.strictObject({ id: idText });
