/** The requests and responses of an import of people, whose rows a person corrects before anything is added. */
import * as z from 'zod';
import { DATE_ORDERS } from '../../../lib/import-dates.ts';
import { id, idText, optional, text } from '../../../lib/wire.ts';
import { MEMBER_IMPORT_FIELDS } from './columns.ts';
import { ImportRecord } from '../../imports/schema.ts';
import { importCounts } from '../members/schema.ts';

/** The largest number of rows in one request. Its body then stays below the limit for all bodies. */
export const MOST_ROWS = 2000;
export const MOST_COLUMNS = 100;
/** As long as the longest field, the notes. */
export const LONGEST_CELL = 4000;

const Field = z.enum(MEMBER_IMPORT_FIELDS.map(({ name }) => name)).meta({
  id: 'MemberImportField',
  description: 'A field of a person that a column of a file can fill.',
});

const DateOrder = z
  .enum(DATE_ORDERS)
  .meta({ id: 'DateOrder', description: 'The order of month, day and year in the dates of a file.' });

const Cells = z.array(z.string().max(LONGEST_CELL)).max(MOST_COLUMNS);
const line = z.int().min(1).describe('The line of the file, or the row of the sheet, in which the row begins.');

const Column = z
  .strictObject({
    header: z.string().max(LONGEST_CELL).describe('The header of the column in the file.'),
    field: optional(Field).describe('The field that the column fills. Null if it is not read.'),
  })
  .meta({ id: 'MemberColumn', description: 'A column of a file, and what it means.' });

export const MemberSheet = z
  .object({
    fileName: z.string().describe('The name of the file.'),
    fileHash: z.string().describe('The SHA-256 of the file, by which a repeated import is recognized.'),
    encoding: z.string().nullable().describe('The encoding that was recognized. Null for a workbook.'),
    columns: z.array(Column).describe('The columns, each with the field that its header seems to name.'),
    dates: DateOrder.nullable().describe('The order of the dates, if the file shows it.'),
    unclearDates: z.string().nullable().describe('A date whose order the file does not show.'),
    rows: z
      .array(z.object({ line, cells: z.array(z.string()).describe('The cells in the order of the columns.') }))
      .describe('The rows below the header.'),
  })
  .meta({ id: 'MemberSheet', description: 'The content of a file of people. Nothing was imported.' });
export type MemberSheet = z.output<typeof MemberSheet>;

const Row = z.strictObject({
  line,
  cells: Cells.describe('The cells in the order of the columns, corrected where necessary.'),
  memberId: optional(id).describe('The member who is the person in this row. The row then adds nobody.'),
  isNew: z.boolean().default(false).describe('The person in this row is none of the people with a similar name.'),
});

export const NewMemberImport = z
  .strictObject({
    fileName: text(255).describe('The name of the file.'),
    fileHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('The SHA-256 of the file.'),
    columns: z.array(Column).min(1).max(MOST_COLUMNS).describe('The columns, as a person has mapped them.'),
    dates: optional(DateOrder).describe('Needed only if the dates do not show their order.'),
    rows: z.array(Row).min(1).max(MOST_ROWS).describe('The rows to import. A row that is left out is not imported.'),
    mayRepeat: z
      .boolean()
      .default(false)
      .describe('Import the file although it was imported before. Nobody who is there is added again.'),
  })
  .meta({ id: 'NewMemberImport', description: 'The rows of a file of people, with their corrections.' });
export type NewMemberImport = z.output<typeof NewMemberImport>;

const ImportDoubt = z
  .enum(['Similar', 'Nickname', 'Several'])
  .describe('It resembles somebody, it looks like a nickname, or it names a couple, a family or an estate.');
export type ImportDoubt = z.output<typeof ImportDoubt>;

const Similar = z.object({
  memberId: id.nullable().describe('The member. Null if it is the person in another row.'),
  line: z.int().nullable().describe('The line of the other row.'),
  name: z.string(),
});

export const MemberImportCheck = z
  .object({
    ...importCounts,
    importedBefore: id.nullable().describe('An earlier import of the same file that was not undone.'),
    faults: z
      .array(
        z.object({
          line,
          field: Field.nullable().describe('Null if the whole row is at fault.'),
          code: z.string().describe('A stable code for programs.'),
          message: z.string().describe('A message for people.'),
        }),
      )
      .describe('The cells to correct. The import is refused as long as there is one.'),
    undecided: z
      .array(
        z.object({
          line,
          name: z.string(),
          people: z.array(Similar).describe('Whom the row resembles.'),
          reason: ImportDoubt,
        }),
      )
      .describe('The rows that may be no new person. Each needs `memberId` or `isNew`, or must be left out.'),
  })
  .meta({ id: 'MemberImportCheck', description: 'What an import of people would do. Nothing was imported.' });
export type MemberImportCheck = z.output<typeof MemberImportCheck>;

export const MemberImportResult = z
  .object({
    importId: id.nullable().describe('The id with which the import can be undone. Null if it added nobody.'),
    ...importCounts,
  })
  .meta({ id: 'MemberImportResult', description: 'What an import of people added.' });
export type MemberImportResult = z.output<typeof MemberImportResult>;

export const MemberImportRecord = ImportRecord.extend({
  changed: z
    .int()
    .describe('How many of its people were changed after the import and are not deleted. An undo deletes them, too.'),
}).meta({ id: 'MemberImportRecord', description: 'An import of people.' });
export type MemberImportRecord = z.output<typeof MemberImportRecord>;

export const MemberImportPath = z.strictObject({ id: idText });
