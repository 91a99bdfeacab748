/** A report as it is laid out for people: its columns, rows and notes in a language. */
import * as z from 'zod';
import { Locale } from '../../../lib/wire.ts';
import { FORMATS } from './file.ts';
import { SOURCES } from './report.ts';

export const ReportTable = z
  .object({
    title: z.string().describe('The kind of report.'),
    about: z.array(z.string()).describe('What is said below the title: the period, and how gifts and expenses count.'),
    columns: z
      .array(
        z.object({
          title: z.string().describe('The heading of the column.'),
          kind: z.enum(['text', 'date', 'amount', 'count']).describe('What the cells of the column contain.'),
        }),
      )
      .describe('The columns, from left to right.'),
    rows: z
      .array(
        z.object({
          kind: z
            .enum(['heading', 'line', 'subtotal', 'total', 'gap'])
            .describe('A heading has only its text. A gap is an empty row between two parts.'),
          indent: z.int().describe('How far the first cell is indented, from 0.'),
          values: z
            .array(z.union([z.string(), z.number()]).nullable())
            .describe('A value for each column; null for an empty cell.'),
          source: z
            .object({
              type: z.enum(SOURCES).describe('The kind of the account, fund, category, vendor, line or document.'),
              id: z.union([z.int(), z.string()]).describe('Its id, or the code of a line of Form 990.'),
            })
            .nullable()
            .describe('What the row is about, so that a program can list what is behind the figure; null for others.'),
        }),
      )
      .describe('The rows, from top to bottom.'),
    notes: z.array(z.string()).describe('Sentences below the table.'),
  })
  .meta({ id: 'ReportTable', description: 'A report laid out for people, in English or Traditional Chinese.' });
export type ReportTable = z.output<typeof ReportTable>;

/** The parameters of a laid-out report besides those of its figures. */
export const layout = {
  format: z
    .enum(['json', ...FORMATS])
    .default('json')
    .describe('The table as JSON, or a file: a PDF, a workbook, or CSV.'),
  locale: Locale.optional().describe("The language. If it is left out, the church's language is used."),
};
