import * as z from 'zod';
import { id, money } from '../../../lib/wire.ts';
import { payoutParts, planParts } from '../../imports/schema.ts';
import { GivingImport } from '../givings/schema.ts';

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
  ...payoutParts,
});

const { program: _program, plan: _plan, ...otherParts } = planParts;

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
  ...otherParts,
});
export type PayoutImport = z.output<typeof PayoutImport>;
