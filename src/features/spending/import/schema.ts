import * as z from 'zod';
import { planParts } from '../../imports/schema.ts';
import { date, id, money } from '../../../lib/wire.ts';

/** The result of an import of expenses. With `dryRun`, it is the result that the import would have. */
export const ExpenseImport = z.object({
  dryRun: z.boolean(),
  importId: id.nullable().describe('The id with which the import can be undone.'),
  rows: z.int(),
  created: z.int().describe('How many expenses were added, all of them as drafts.'),
  totalAmount: money,
  submittedBy: id.describe('The owner of the drafts.'),
  submittedByName: z.string(),
  skipped: z
    .int()
    .describe('How many rows were skipped, because their expenses exist already or because they are reversals.'),
  duplicates: z.array(
    z.object({
      line: z.int(),
      date,
      amount: money,
      expenseId: id.nullable(),
      duplicateOf: z.int().nullable().describe('The earlier line of the file that this line repeats, if any.'),
    }),
  ),
  reversals: z
    .array(z.object({ line: z.int(), amount: money, reversalOf: id }))
    .describe('The reversals in a file that Vestry exported. They are not imported.'),
  refunds: z
    .array(
      z.object({
        line: z.int(),
        amount: money,
        refundOf: z.int().describe('The line of the expense from which the refund is deducted.'),
        left: money.describe('What remains of that expense. If it is 0, the expense is not imported.'),
      }),
    )
    .describe('The rows with a negative amount.'),
  sameFileAs: id.nullable().describe('The id of an earlier import of the same file; null if there is none.'),
  ignoredColumns: z.array(z.string()),
  encoding: z.string().nullable().describe('Null for a workbook.'),
  ...planParts,
});
export type ExpenseImport = z.output<typeof ExpenseImport>;
