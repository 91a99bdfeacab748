import * as z from 'zod';
import {
  auditedOnceSaved,
  balanceMoney,
  filter,
  flagText,
  id,
  instant,
  items,
  money,
  note,
  optional,
  wholeNumberText,
} from '../../../lib/wire.ts';
import { FundClass } from '../../../books/fund-classes.ts';
import { Check } from '../../../books/checklist.ts';
import { layout } from '../formats/table-schema.ts';
import { Attendance } from '../../giving/summary/schema.ts';

export const StatementStatus = z.enum(['Draft', 'Finalized']).meta({
  id: 'StatementStatus',
  description: 'A Draft is computed each time that it is read. A Finalized statement is stored and does not change.',
});
export type StatementStatus = z.output<typeof StatementStatus>;

const part = {
  name: z.string(),
  amount: money.describe('The sum, after subtracting reversals.'),
  count: z.int().describe('The number of entries, including reversals.'),
};
const categoryId = id.describe('The giving category.');

const BY_FIRST_RULE = 'Null in a statement that was finalized by the first rule.';
const LATER = 'Null if the statement was finalized before Vestry had this figure.';

/** The figures that are computed for a draft, and stored when the month is finalized. */
const figures = {
  openingBalance: money.describe('The balance at the beginning of the month.'),
  totalGiving: money.describe('The giving in the month, less reversals, without giving to Custodial funds.'),
  totalExpenses: money.describe(
    'The sum of all approved and paid expenses that are booked in the month, without those of Custodial funds.',
  ),
  totalOtherIncome: money
    .nullable()
    .describe(`The other income of the month, without other income of Custodial funds. ${LATER}`),
  adjustments: money
    .nullable()
    .describe(
      `Other changes of net assets: adjusting entries to net assets, and year-end entries for an earlier month that was already finalized. ${LATER}`,
    ),
  netChange: money.describe('The giving and other income less the expenses, plus the adjustments.'),
  closingBalance: money.describe(
    'The balance at the end of the month: the opening balance plus the net change. If the church has entered the opening of its books, these are the net assets.',
  ),
  givingByCategory: z.array(z.object({ categoryId, ...part })).describe('The giving by category.'),
  expensesByGroup: z
    .array(
      z.object({
        groupId: id.describe('The group of expense categories.'),
        ...part,
        subCategories: z
          .array(z.object({ subCategoryId: id.describe('The subcategory.'), ...part }))
          .describe('The expenses of the group by subcategory.'),
      }),
    )
    .describe('The expenses by group of categories.'),
  funds: z
    .array(
      z.object({
        fundId: id
          .nullable()
          .describe('The id of the fund; null in a statement that was finalized before Vestry had funds.'),
        name: z.string(),
        class: FundClass.nullable().describe(
          'The class of the fund; null in a statement that was finalized before Vestry had funds.',
        ),
        opening: money.describe('The balance of the fund at the beginning of the month.'),
        giving: money.describe('The giving to the fund in the month.'),
        otherIncome: money.nullable().describe(`Other income of the fund in the month. ${LATER}`),
        expenses: money.describe('The expenses that the fund paid for in the month.'),
        transfers: money
          .nullable()
          .describe(
            `The money that the fund received from other funds, less the money that it gave to other funds. ${LATER}`,
          ),
        released: money
          .nullable()
          .describe(
            `What the fund paid for purchases that are in use, and for the principal of loans. Negative in the General fund, to which it passes. ${LATER}`,
          ),
        adjustments: money.nullable().describe(`The amount by which adjusting entries changed the fund. ${LATER}`),
        closing: money.describe('The balance of the fund at the end of the month.'),
      }),
    )
    .describe('All funds. The funds that are not Custodial add up to the totals of the statement.'),
  position: z
    .object({
      cash: money.describe('The money at the end of the month: in hand, not deposited yet, at banks and processors.'),
      owed: money.describe('The debts: accounts payable, credit cards and other debts, except loans.'),
      heldForOthers: money.describe('The balance of the Custodial funds, whose money belongs to others.'),
      restricted: money.describe('The balance of the Restricted and Endowment funds.'),
      designated: money.describe('The balance of the Designated funds.'),
      investments: money.nullable().describe(`What is at brokers, at its value in the books. ${BY_FIRST_RULE}`),
      heldInCash: z
        .object({
          custodial: money.describe('Of the Custodial funds.'),
          restricted: money.describe('Of the Restricted funds.'),
          endowment: money.describe('Of the Endowment funds.'),
          designated: money.describe('Of the Designated funds.'),
        })
        .nullable()
        .describe(
          'How much of the balances of the funds is cash: for each fund its balance, less what it holds in accounts that are no money, less what it lent to other funds, plus what it borrowed. A fund with less than zero counts as zero. ' +
            BY_FIRST_RULE,
        ),
      available: money.describe(
        'The amount that the church can spend: `cash`, less `owed`, less the four amounts of `heldInCash`. If it is negative, the General fund is using money that belongs to other funds or to others. In a statement by the first rule, it is `cash` less `owed`, `heldForOthers`, `restricted` and `designated`.',
      ),
      availableWithDesignated: money
        .nullable()
        .describe(
          `The amount that the church can spend if the board uses what it set aside: \`available\` plus \`heldInCash.designated\`. ${BY_FIRST_RULE}`,
        ),
      todaysRule: z
        .object({
          available: money.describe('The amount that the church can spend.'),
          availableWithDesignated: money.describe('The same, if the board uses what it set aside.'),
        })
        .nullable()
        .describe(
          'What a finalized statement would say today, if it was made by an earlier rule that gives another amount; otherwise null.',
        ),
    })
    .nullable()
    .describe(
      `How much of the cash at the end of the month is available; null for a month before the books begin. ${LATER}`,
    ),
  unpaid: z
    .object({
      amount: money.describe('The sum still to be paid.'),
      count: z.int().describe('The number of unpaid expenses.'),
    })
    .describe(
      'The expenses that were approved but not paid at the end of the month. A finalized statement has the figures that were known when the month was finalized.',
    ),
  attendance: Attendance.describe('The attendance at the offering sessions of the month.'),
};

export const Figures = z.object(figures);
export type Figures = z.output<typeof Figures>;

export const Statement = z
  .object({
    year: z.int().describe('The calendar year.'),
    month: z.int().describe('The month, from 1 to 12.'),
    status: StatementStatus.describe('Draft while the statement can still change, otherwise Finalized.'),
    ...figures,
    givenOpeningBalance: money
      .nullable()
      .describe('The opening balance that somebody entered; null if it is carried over from earlier months.'),
    notes: z.string().nullable().describe('Remarks, on one or more lines.'),
    finalizedAt: instant.nullable().describe('When the month was finalized; null in a draft.'),
    finalizedBy: id
      .nullable()
      .describe('The user who finalized the month; null in a draft, or if a command finalized it.'),
    finalizedByName: z.string().nullable().describe('The name of the user who finalized the month.'),
    ...auditedOnceSaved,
  })
  .meta({
    id: 'MonthlyStatement',
    description:
      'A month of giving, other income and expenses, unaudited. Gifts count when received, approved expenses on their `bookedOn`. Gifts in kind are included in the number of entries, but not in the amounts.',
  });
export type Statement = z.output<typeof Statement>;

/** The warning about an opening balance that differs from what the earlier saved months carry over. */
const OpeningWarning = z
  .object({
    code: z.enum(['opening_differs']).describe('A stable code for programs.'),
    message: z.string().describe('A message for people.'),
    carried: money.describe('The balance that the earlier months carry over into this month.'),
  })
  .meta({ id: 'OpeningWarning', description: 'The opening balance differs from what the earlier months carry over.' });

export const SavedStatement = Statement.extend({
  warnings: z.array(OpeningWarning).optional().describe('Present only when there is something to check.'),
}).meta({ id: 'SavedMonthlyStatement', description: 'A monthly statement that was just saved.' });
export type SavedStatement = z.output<typeof SavedStatement>;

/** A statement with only its totals. */
export const StatementItem = Statement.pick({
  year: true,
  month: true,
  status: true,
  openingBalance: true,
  totalGiving: true,
  totalExpenses: true,
  totalOtherIncome: true,
  adjustments: true,
  netChange: true,
  closingBalance: true,
  notes: true,
  finalizedAt: true,
  finalizedBy: true,
}).meta({ id: 'MonthlyStatementItem', description: 'A saved monthly statement in the list.' });
export type StatementItem = z.output<typeof StatementItem>;

export const StatementList = items(StatementItem);
export const StatementQuery = z.strictObject({
  year: filter(wholeNumberText(1900, 2999), 'Only statements of this calendar year.'),
});
export type StatementQuery = z.output<typeof StatementQuery>;

export const StatementUpdate = z
  .strictObject({
    openingBalance: optional(balanceMoney).describe(
      'The balance at the beginning of the month. If it is left out, the balance is carried over from earlier months.',
    ),
    notes: note,
  })
  .meta({ id: 'StatementUpdate', description: 'The fields of a statement that can be entered. The rest is computed.' });
export type StatementUpdate = z.output<typeof StatementUpdate>;

export const StatementPath = z.strictObject({
  year: wholeNumberText(1900, 2999).describe('The calendar year.'),
  month: wholeNumberText(1, 12).describe('The month, from 1 to 12.'),
});

export const StatementTableQuery = z.strictObject(layout);

export const FinalizeQuery = z.strictObject({
  force: flagText.prefault('false').describe('Finalize even if items are open or the month is not over.'),
});

export const Checklist = z
  .object({
    year: z.int().describe('The calendar year.'),
    month: z.int().describe('The month, from 1 to 12.'),
    status: StatementStatus.describe('Draft while the statement can still change, otherwise Finalized.'),
    isReady: z.boolean().describe('True if the month is a draft and nothing is open.'),
    checks: z.array(Check).describe('What was checked, in the order of the work.'),
  })
  .meta({
    id: 'MonthChecklist',
    description: 'What must be settled before a month is finalized, and what a person should check.',
  });
export type Checklist = z.output<typeof Checklist>;
