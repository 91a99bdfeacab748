import * as z from 'zod';
import {
  balanceMoney,
  filter,
  flagText,
  id,
  instant,
  items,
  money,
  note,
  optional,
  text,
  wholeNumberText,
} from '../../lib/wire.ts';

export const StatementStatus = z.enum(['Draft', 'Finalized']).meta({ id: 'StatementStatus' });
export type StatementStatus = z.output<typeof StatementStatus>;

/** What is computed while the month is open and frozen when it is finalized. */
const figures = {
  openingBalance: money,
  totalGiving: money,
  totalExpenses: money,
  netChange: money,
  closingBalance: money,
  givingByCategory: z.array(z.object({ categoryId: id, name: z.string(), amount: money, count: z.int() })),
  expensesByGroup: z.array(
    z.object({
      groupId: id,
      name: z.string(),
      amount: money,
      count: z.int(),
      subCategories: z.array(z.object({ subCategoryId: id, name: z.string(), amount: money, count: z.int() })),
    }),
  ),
  funds: z
    .array(
      z.object({
        categoryId: id,
        name: z.string(),
        opening: money,
        giving: money,
        expenses: money,
        closing: money,
      }),
    )
    .meta({ description: 'The restricted giving categories.' }),
  unpaid: z
    .object({ amount: money, count: z.int() })
    .meta({ description: 'Approved and not paid at month end, as far as known when the month was finalized.' }),
  attendance: z.object({ sundays: z.int(), total: z.int(), average: z.int() }),
};

export const Figures = z.object(figures);
export type Figures = z.output<typeof Figures>;

export const Statement = z
  .object({
    year: z.int(),
    month: z.int(),
    status: StatementStatus,
    ...figures,
    notes: z.string().nullable(),
    finalizedAt: instant.nullable(),
    finalizedBy: id.nullable(),
    createdAt: instant.nullable(),
    modifiedAt: instant.nullable(),
    createdBy: id.nullable(),
    modifiedBy: id.nullable(),
  })
  .meta({
    id: 'MonthlyStatement',
    description: 'A month of giving and expenses. Gifts in kind count, but are no money.',
  });
export type Statement = z.output<typeof Statement>;

/** A statement without its parts. */
export const StatementItem = Statement.pick({
  year: true,
  month: true,
  status: true,
  openingBalance: true,
  totalGiving: true,
  totalExpenses: true,
  netChange: true,
  closingBalance: true,
  notes: true,
  finalizedAt: true,
  finalizedBy: true,
}).meta({ id: 'MonthlyStatementItem', description: 'A saved monthly statement in the list.' });
export type StatementItem = z.output<typeof StatementItem>;

export const StatementList = items(StatementItem);
export const StatementQuery = z.strictObject({
  year: filter(wholeNumberText(1900, 2999), 'Only those of this calendar year.'),
});
export type StatementQuery = z.output<typeof StatementQuery>;

export const StatementUpdate = z
  .strictObject({
    openingBalance: optional(balanceMoney).meta({ description: 'Left out, it is carried from earlier months.' }),
    notes: note,
  })
  .meta({ id: 'StatementUpdate' });
export type StatementUpdate = z.output<typeof StatementUpdate>;

export const Reopening = z.strictObject({ reason: text(500) }).meta({ id: 'Reopening' });

export const StatementPath = z.strictObject({
  year: wholeNumberText(1900, 2999).meta({ description: 'The calendar year.' }),
  month: wholeNumberText(1, 12).meta({ description: 'The month, from 1 to 12.' }),
});

export const FinalizeQuery = z.strictObject({
  force: flagText.prefault('false').meta({ description: 'Go ahead although items are open or the month is not over.' }),
});

/** One thing to look at before a month is finalized: `open` is in the way, `look` is not. */
export const Check = z.object({ code: z.string(), state: z.enum(['done', 'look', 'open']), message: z.string() });
export type Check = z.output<typeof Check>;

export const Checklist = z.object({
  year: z.int(),
  month: z.int(),
  status: StatementStatus,
  isReady: z.boolean(),
  checks: z.array(Check),
});
export type Checklist = z.output<typeof Checklist>;
