import * as z from 'zod';
import { Form1099Box } from '../../../books/form1099.ts';
import {
  auditedOnceSaved,
  balanceMoney,
  date,
  id,
  line,
  money,
  optional,
  positiveMoney,
  text,
  warnings,
} from '../../../lib/wire.ts';

/**
 * The largest number of accounts, of funds, of payables and of amounts in an opening, and of outstanding items of an
 * account.
 */
const MOST = 1000;

const SAYS = {
  date: 'The books begin at the start of this day.',
  balance: 'The balance at the start of that day; for a debt, what the church owes.',
  bankBalance:
    'The balance of the account according to the bank. `balance` is this amount plus the sum of the outstanding items. If there are outstanding items and this amount is left out, Vestry computes it from `balance`.',
  holder:
    'The fund that holds this part of an account that is no money, such as an Investment. Such an account may be listed once for each fund.',
  outstanding: 'Checks and deposits that the bank has not seen yet.',
  outstandingDate: 'The day of the check or deposit. It must be before the day on which the books begin.',
  outstandingReference: 'The number of the check, or another text that identifies the item.',
  outstandingAmount: 'The amount: negative for a check, positive for a deposit.',
  fundBalance: 'What the fund has, less what it owes.',
  vendor: 'The company or person to whom the church owes the bill.',
  vendorId:
    'A vendor of the list, so that Form 1099 includes what is paid. The payable stores the name that the vendor has on that day.',
  form1099: 'The box of Form 1099 for what is paid; null if it is not reported.',
  payableFund: 'The fund that owes the bill.',
  payables: 'Bills from before the books begin that are not paid yet. Pay them with `POST /api/payments`.',
  yearToDate:
    'Giving, other income and expenses of the part of the fiscal year before the books begin. They count only in annual reports, in place of the documents from that time.',
  categoryId: 'The giving category.',
  incomeCategoryId: 'The category of other income.',
  subCategoryId: 'The subcategory of expenses.',
  amountFund: 'The fund of the amount.',
  ministryId: 'The ministry of expenses.',
  amount: 'The amount. An expense is a positive amount.',
};

const list = <T extends z.ZodType>(item: T) => z.array(item).max(MOST).default([]);

const NewAccountBalance = z.strictObject({
  accountId: id.describe('The account.'),
  fundId: optional(id).describe(`${SAYS.holder} If it is left out, the General fund holds it.`),
  balance: balanceMoney.describe(SAYS.balance),
  bankBalance: optional(balanceMoney).describe(SAYS.bankBalance),
  outstanding: list(
    z.strictObject({
      date: date.describe(SAYS.outstandingDate),
      reference: line(100).describe(SAYS.outstandingReference),
      amount: balanceMoney
        .refine((amount) => amount !== 0, { error: 'must not be zero', params: { code: 'zero' } })
        .describe(SAYS.outstandingAmount),
    }),
  ).describe(SAYS.outstanding),
});

const NewAmount = z
  .strictObject({
    categoryId: optional(id).describe(SAYS.categoryId),
    incomeCategoryId: optional(id).describe(SAYS.incomeCategoryId),
    subCategoryId: optional(id).describe(SAYS.subCategoryId),
    fundId: optional(id).describe(
      `${SAYS.amountFund} If it is left out, giving belongs to the fund of its category, and any other amount to the General fund.`,
    ),
    ministryId: optional(id).describe(SAYS.ministryId),
    amount: balanceMoney.describe(SAYS.amount),
  })
  .refine(
    ({ categoryId, incomeCategoryId, subCategoryId }) =>
      [categoryId, incomeCategoryId, subCategoryId].filter((one) => one !== null).length === 1,
    { error: 'must name exactly one categoryId, incomeCategoryId or subCategoryId', params: { code: 'one_of' } },
  )
  .refine(({ subCategoryId, ministryId }) => subCategoryId !== null || ministryId === null, {
    path: ['ministryId'],
    error: 'is only for expenses',
    params: { code: 'no_expense' },
  });

export const NewOpening = z
  .strictObject({
    date: date.describe(`${SAYS.date} It must not be later than tomorrow in the time zone of the church.`),
    accounts: z
      .array(NewAccountBalance)
      .max(MOST)
      .describe('The balances of the accounts. An account that is left out has a balance of zero.'),
    funds: z
      .array(
        z.strictObject({
          fundId: id.describe('The fund.'),
          balance: balanceMoney.describe(SAYS.fundBalance),
        }),
      )
      .max(MOST)
      .describe(
        'The balances of the funds. The General fund has what remains after the other funds. You may leave the General fund out. If you send it, its balance must be that amount.',
      ),
    payables: list(
      z
        .strictObject({
          id: optional(id).describe('The id of a payable of the present opening, if this payable replaces it.'),
          vendor: optional(text(200)).describe(`${SAYS.vendor} Required, unless there is a \`vendorId\`.`),
          vendorId: optional(id).describe(SAYS.vendorId),
          fundId: optional(id).describe(`${SAYS.payableFund} If it is left out, the General fund owes the bill.`),
          form1099: optional(Form1099Box).describe(SAYS.form1099),
          amount: positiveMoney.describe('What the church owes.'),
        })
        .superRefine(({ vendor, vendorId, form1099 }, context) => {
          if (vendorId !== null) return;
          const refuse = (path: string, code: string, message: string) =>
            context.addIssue({ code: 'custom', path: [path], message, params: { code } });
          if (vendor === null) refuse('vendor', 'required', 'is required');
          if (form1099 !== null) refuse('form1099', 'needs_vendor', 'needs a vendorId');
        }),
    ).describe(SAYS.payables),
    yearToDate: list(NewAmount).describe(SAYS.yearToDate),
  })
  .meta({ id: 'NewOpening', description: 'The opening of the books, as you send it.' });
export type NewOpening = z.output<typeof NewOpening>;

const AccountBalance = z.object({
  accountId: id.describe('The account.'),
  accountName: z.string().describe('The name of the account.'),
  fundId: id.nullable().describe(`${SAYS.holder} Null for what the General fund holds.`),
  balance: money.describe(SAYS.balance),
  bankBalance: money
    .nullable()
    .describe(`${SAYS.bankBalance} Null if no amount was sent and there are no outstanding items.`),
  outstanding: z
    .array(
      z.object({
        id,
        date: date.describe(SAYS.outstandingDate),
        reference: z.string().nullable().describe(SAYS.outstandingReference),
        amount: money.describe(SAYS.outstandingAmount),
      }),
    )
    .describe(SAYS.outstanding),
});

export const Opening = z
  .object({
    date: date
      .nullable()
      .describe(`${SAYS.date} Null if no opening is saved. The books then begin with the first document.`),
    accounts: z.array(AccountBalance).describe('The balances of the accounts.'),
    funds: z
      .array(
        z.object({
          fundId: id.describe('The fund.'),
          fundName: z.string().describe('The name of the fund.'),
          balance: money.describe(SAYS.fundBalance),
        }),
      )
      .describe('The balances of the funds, including the General fund.'),
    payables: z
      .array(
        z.object({
          id,
          vendor: z.string().describe(SAYS.vendor),
          vendorId: id.nullable().describe(SAYS.vendorId),
          fundId: id.describe(SAYS.payableFund),
          form1099: Form1099Box.nullable().describe(SAYS.form1099),
          amount: money.describe('What the church owed when the books began.'),
          paid: money.describe('How much of this has been paid since then.'),
        }),
      )
      .describe(SAYS.payables),
    yearToDate: z
      .array(
        z.object({
          categoryId: id.nullable().describe(SAYS.categoryId),
          incomeCategoryId: id.nullable().describe(SAYS.incomeCategoryId),
          subCategoryId: id.nullable().describe(SAYS.subCategoryId),
          fundId: id.describe(SAYS.amountFund),
          ministryId: id.nullable().describe(SAYS.ministryId),
          amount: money.describe(SAYS.amount),
        }),
      )
      .describe(SAYS.yearToDate),
    unpaid: money.describe(
      'The unpaid part of expenses that were booked before the books began. It reduces the General fund.',
    ),
    paidEarly: money.describe(
      'The amount paid before the books began for expenses that were booked later. It increases the General fund.',
    ),
    isFromUpgrade: z
      .boolean()
      .describe(
        'Whether an upgrade of Vestry took the opening from the first monthly statement. Such an opening can be replaced once, even if months after it are finalized.',
      ),
    ...auditedOnceSaved,
  })
  .meta({ id: 'Opening', description: 'What the church had and owed when its books began.' });
export type Opening = z.output<typeof Opening>;

export const SavedOpening = Opening.extend({ warnings: warnings('fund_overdrawn') }).meta({
  id: 'SavedOpening',
  description: 'A saved opening of the books, with what should be checked.',
});
export type SavedOpening = z.output<typeof SavedOpening>;

/** There is one opening, so its path has no parameters. */
export const OpeningPath = z.strictObject({});
