import * as z from 'zod';
import { date, id, money } from '../../../lib/wire.ts';
import { GivingImport } from '../givings/schema.ts';

const counted = (what: string) => z.object({ count: z.int(), total: money }).describe(what);

const PayoutPlan = z.object({
  create: z.int().describe('How many rows are new.'),
  skip: z.int().describe('How many rows were imported before.'),
  leaveOut: z
    .array(
      z.object({
        reason: z.enum(['other_currency', 'pending', 'failed']),
        count: z.int(),
        total: money.describe('The sum of their amounts as the file has them, in whatever currency.'),
        lines: z.array(z.int()),
      }),
    )
    .describe('The rows that are not read, by the reason.'),
  withoutGiver: GivingImport.shape.withoutGiver,
  total: money.describe('The sum of the gifts.'),
  refunds: counted('Reversals of gifts that were refunded or taken back.'),
  regained: counted('Gifts that came back, such as after a dispute that was won.'),
  fees: counted('The fees, one expense for each day.'),
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
        line: z.int().nullable(),
        charge: z.string().nullable().describe("The service's id of the payment to which the row belongs."),
        amount: money,
      }),
    )
    .describe(
      'Money that nothing books, such as a refund of a gift that is not in the books. It stays in the account of the service.',
    ),
  moved: z
    .array(z.object({ line: z.int(), day: date, date: date.describe('The first open day, on which it is booked.') }))
    .describe('Rows of finalized months. A gift keeps its own day for the statement of its giver.'),
});

/** The result of an import of payouts. With `dryRun`, this is what the import would do. */
export const PayoutImport = z.object({
  dryRun: z.boolean(),
  importId: id.nullable().describe('The id with which the import can be undone.'),
  program: z.string().nullable().describe('The program that wrote the file, if it is recognized.'),
  rows: z.int(),
  plan: PayoutPlan,
  duplicates: GivingImport.shape.duplicates,
  warnings: GivingImport.shape.warnings,
  membersCreated: GivingImport.shape.membersCreated,
  ignoredColumns: z.array(z.string()),
  encoding: z.string().nullable().describe('The text encoding of the file; null for a workbook.'),
});
export type PayoutImport = z.output<typeof PayoutImport>;
