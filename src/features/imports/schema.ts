import * as z from 'zod';
import { DATE_ORDERS } from '../../lib/import-dates.ts';
import { date, filter, flagText, id, idText, instant, items, money } from '../../lib/wire.ts';

export const ImportKind = z.enum(['members', 'givings', 'expenses', 'payouts']);
export type ImportKind = z.output<typeof ImportKind>;

const kind = ImportKind.describe('What was imported.');

export const ImportRecord = z
  .object({
    id,
    kind,
    fileName: z.string().describe('The name of the file.'),
    fileHash: z.string().describe('The SHA-256 of the file, by which a repeated import is recognized.'),
    rows: z.int().describe('How many rows the file had.'),
    created: z.record(z.string(), z.int()).describe('The number of records that the import added, by kind.'),
    at: instant.describe('When the import was made.'),
    by: id.nullable().describe('The user who imported the file. Null for the command line.'),
    byName: z.string().describe('The name of the person who imported the file.'),
    undoneAt: instant.nullable().describe('When the import was undone. Null if it was not undone.'),
    undoneBy: id.nullable().describe('The user who undid the import.'),
  })
  .meta({ id: 'ImportRecord', description: 'An import of a file.' });
export type ImportRecord = z.output<typeof ImportRecord>;

export const ImportDetails = ImportRecord.extend({
  changed: z
    .int()
    .describe(
      'How many of its people were changed after the import and are not deleted. Taking it back deletes them, too.',
    ),
}).meta({ id: 'ImportDetails', description: 'An import, and what taking it back would delete besides.' });
export type ImportDetails = z.output<typeof ImportDetails>;

/** Which rows found a member by something that only a merged record had. */
export const formerMatches = z
  .array(
    z.object({
      line: z.int(),
      memberId: id,
      was: z.string().describe('The number, envelope, address or id of the record that was merged into the member.'),
    }),
  )
  .describe('The rows whose person was found by what only a record had that was merged into a member.');
export type FormerMatches = z.output<typeof formerMatches>;

const Kept = z.object({
  memberId: id.describe('The member.'),
  name: z.string(),
  reason: z.string().describe('Why the member was kept.'),
});

export const ImportUndo = z
  .object({
    id,
    kind,
    removed: z.record(z.string(), z.int()).describe('The number of records that were removed, by kind.'),
    kept: z
      .array(Kept)
      .describe(
        'The members that the import added but that were kept, because other records use them or somebody has changed them since.',
      ),
  })
  .meta({ id: 'ImportUndo', description: 'What the undo of an import removed and kept.' });
export type ImportUndo = z.output<typeof ImportUndo>;

export const ImportPath = z.strictObject({ import: idText });

export const ImportRecords = items(ImportRecord);
export type ImportRecords = z.output<typeof ImportRecords>;

/** What can be imported over HTTP. A budget has versions of its own, and no record of the import. */
export const PlannedKind = z.enum(['members', 'givings', 'expenses', 'budgets', 'payouts']);
export type PlannedKind = z.output<typeof PlannedKind>;

export const PlannedPath = z.strictObject({ import: PlannedKind.describe('What the file is a list of.') });
export const ImportQuery = z.strictObject({
  commit: filter(flagText, 'Whether the rows are stored. Otherwise nothing is stored.'),
});
export const ImportListQuery = z.strictObject({ kind: ImportKind.optional().describe('What was imported.') });

const line = z.int().min(1).describe('The line of the file, or the row of the sheet.');
const short = z.string().max(300);

/** What somebody said about a file: the fields of the form besides the file. */
export const ImportForm = z.strictObject({
  mapping: z
    .record(short, short.nullable())
    .default({})
    .describe(
      'The field that a column fills, by the header of the column or its number, such as `#3`. Null leaves it out.',
    ),
  ignore: z.array(short).default([]).describe('The columns that are left out.'),
  values: z
    .record(short, z.record(z.string().max(4000), z.string().max(4000)))
    .default({})
    .describe('By column: the texts of cells, and what is read instead.'),
  cells: z
    .array(
      z.strictObject({
        line,
        column: short.describe('The header of the column or its number.'),
        text: z.string().max(4000).describe('What is read instead.'),
      }),
    )
    .default([])
    .describe('Cells that are read as another text.'),
  leaveOut: z.array(line).default([]).describe('The lines that are left out.'),
  decisions: z
    .record(z.string().regex(/^[1-9]\d{0,8}$/), z.union([id, z.literal('new')]))
    .default({})
    .describe('By line: the id of the member who is the person in the row, or `new`.'),
  dates: z.enum(DATE_ORDERS).optional().describe('The order of day, month and year, if the file does not show it.'),
  noGivers: z.boolean().default(false).describe('The file names nobody; all gifts are imported without a giver.'),
  createMembers: z.boolean().default(false).describe('Add givers who are not members as new members.'),
  createSimilar: z.boolean().default(false).describe('Add people who only resemble a member, too.'),
  blankGivers: z.boolean().default(false).describe('Import rows without a giver below rows with one as they are.'),
  allowDuplicates: z.boolean().default(false).describe('Import the file although it was imported before.'),
  accountId: id.optional().describe('For payouts: the account in which the money lies until the service pays it out.'),
  bankAccountId: id.optional().describe('For payouts: the account that receives them; by default the default account.'),
  categoryId: id.optional().describe('For payouts: the giving category for what names no fund.'),
  category: short.optional().describe('The giving category for rows that name none.'),
  ministry: short.optional().describe('The ministry for expenses that name none.'),
  year: z.int().min(1900).max(2999).optional().describe('The fiscal year of a budget.'),
});
export type ImportForm = z.output<typeof ImportForm>;

const lines = z.array(z.int()).describe('The lines of the file.');

const ImportedColumn = z.object({
  header: z.string().describe('The header of the column, or its place if it has none.'),
  meaning: z.string().nullable().describe('The field that the column fills. Null if it is not read.'),
  ignored: z
    .boolean()
    .describe('True if somebody left the column out, or its program has it for nothing that is needed.'),
  examples: z.array(z.string()).describe('Up to three different cells.'),
});

const ImportQuestion = z.object({
  code: z.string().describe('A stable code for programs.'),
  lines,
  column: z.string().nullable().describe('The header of the column.'),
  cell: z.string().nullable().describe('The text of the cells.'),
  field: z.string().nullable().describe('The field that the question is about.'),
  message: z.string().nullable().describe('A message for people, if the question is about rows.'),
  choices: z
    .array(
      z.object({
        value: z.union([z.int(), z.string()]).describe('What to send: the id of a member, `new`, or a text.'),
        label: z.string().describe('What people read.'),
      }),
    )
    .describe('Possible answers.'),
  rows: z
    .array(z.object({ line, name: z.string() }))
    .describe('Other rows of the file that may be the same person. If one is, leave this row out.'),
});
export type ImportQuestion = z.output<typeof ImportQuestion>;

const counted = {
  count: z.int().describe('How many rows.'),
  total: money.nullable().describe('Their sum; null for a file without amounts.'),
  lines,
};

const summed = (what: string) =>
  z.object({ count: z.int().describe('How many.'), total: money.describe('Their sum.') }).describe(what);

/** What an import of people does besides adding them. */
export const peopleParts = {
  duplicates: z
    .array(
      z.object({
        line: z.int().describe('The line of the row.'),
        name: z.string(),
        memberId: id.nullable().describe('The member who is the person in the row.'),
        duplicateOf: z.int().nullable().describe('The line of an earlier row with the same person.'),
      }),
    )
    .describe('The rows of people who are there already.'),
  familiesCreated: z.int().describe('How many families are added.'),
  birthDatesLeftEmpty: z
    .array(
      z.object({ line: z.int().describe('The line of the row.'), cell: z.string().describe('The text of the cell.') }),
    )
    .describe('The dates of birth without a year, or that stand for no date. These people are added without one.'),
};

/** What an import of payouts does besides adding gifts. */
export const payoutParts = {
  refunds: summed('Reversals of gifts that were refunded or taken back.'),
  regained: summed('Gifts that came back, such as after a dispute that was won.'),
  fees: summed('The fees, one expense for each day.'),
  payouts: z
    .array(
      z.object({
        payout: z.string().nullable().describe("The service's id of the payout."),
        date: date.describe('The day of the transfer.'),
        amount: money.describe('What reached the bank. It is negative for what the service took from there.'),
      }),
    )
    .describe('The transfers between the service and the bank.'),
  openPoints: z
    .array(
      z.object({
        line: z.int().nullable().describe('The line of the file; null for a row of an earlier file.'),
        charge: z.string().nullable().describe("The service's id of the payment to which the row belongs."),
        amount: money.describe('The amount that nothing books.'),
      }),
    )
    .describe(
      'Money that nothing books, such as a refund of a gift that is not in the books. It stays in the account of the service.',
    ),
  moved: z
    .array(
      z.object({
        line,
        day: date.describe('The day of the row.'),
        date: date.describe('The first open day, on which it is booked.'),
      }),
    )
    .describe('Rows of finalized months. A gift keeps its own day for the statement of its giver.'),
};

/** What an import would do, or has done. */
export const ImportPlan = z
  .object({
    program: z.string().nullable().describe('The program that wrote the file, if it was recognized.'),
    encoding: z.string().nullable().describe('The encoding that was recognized. Null for a workbook.'),
    fields: z.array(z.string()).describe('The fields that a column can fill.'),
    columns: z.array(ImportedColumn).describe('The columns of the file, in order.'),
    rows: z.int().describe('How many rows the file has.'),
    questions: z.array(ImportQuestion).describe('What somebody must answer first.'),
    faults: z
      .array(
        ImportQuestion.omit({ field: true, choices: true, rows: true }).extend({
          message: z.string().describe('A message for people.'),
          name: z.string().nullable().describe('Whom the row names. Null for several rows.'),
        }),
      )
      .describe('The cells to correct. The import is refused as long as there is one.'),
    plan: z
      .object({
        create: z.int().describe('How many records are added.'),
        skip: z.int().describe('How many rows are skipped, because their records exist already.'),
        leaveOut: z
          .array(z.object({ reason: z.string().describe('A stable code, such as `pledge`.'), ...counted }))
          .describe('Rows that are no records to add, such as pledges, by reason.'),
        withoutGiver: z
          .object(counted)
          .nullable()
          .describe('The gifts for which nobody is named. Null for other files.'),
        total: money.nullable().describe('The sum of what is added; null for people.'),
        repeats: z
          .object(counted)
          .optional()
          .describe(
            'What is added, although the books or an earlier row have the same, such as an expense of that day.',
          ),
        ...z.object({ ...peopleParts, ...payoutParts }).partial().shape,
      })
      .describe('What becomes of the rows.'),
    items: z
      .array(
        z.object({
          line,
          name: z.string().nullable().describe('The person, as the books will name them.'),
          date: date.nullable().describe('The day; for people, the date of birth.'),
          purpose: z.string().nullable().describe('The categories; for people, the family.'),
          amount: money.nullable().describe('The amount; null for people.'),
          note: z.string().nullable().describe('What somebody should check.'),
        }),
      )
      .describe('What is added: everybody, or at most 500 rows of other files.'),
    importId: id.nullable().describe('The id with which the import can be taken back. Null if nothing was stored.'),
  })
  .meta({ id: 'ImportPlan', description: 'What the import of a file would do, or has done.' });
export type ImportPlan = z.output<typeof ImportPlan>;

/** The parts of a plan that --json adds to the result of a command. */
export const planParts = ImportPlan.omit({ encoding: true, rows: true, importId: true }).partial().shape;
