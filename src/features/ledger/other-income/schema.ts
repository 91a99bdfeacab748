import * as z from 'zod';
import { pageOf, pageQuery, searchIn } from '../../../lib/page.ts';
import { audited, date, days, filter, id, idText, line, money, optional, positiveMoney } from '../../../lib/wire.ts';

const SAYS = {
  date: 'The day on which the income was received.',
  incomeCategoryId: 'The category of the income.',
  accountId: 'The account that received the money.',
  fundId: 'The fund to which the income belongs.',
  payer: 'Who paid.',
  reference: 'A number or text that identifies the payment, such as a check number.',
  memo: 'Remarks on one line.',
};

const LONGEST_MEMO = 500;

export const NewOtherIncome = z
  .strictObject({
    date: date.describe(`${SAYS.date} It must not be later than tomorrow in the time zone of the church.`),
    amount: positiveMoney.describe('The amount.'),
    incomeCategoryId: id.describe(SAYS.incomeCategoryId),
    accountId: id.describe(
      `${SAYS.accountId} For money that is not at the bank yet, this is an Undeposited account. A deposit later moves the money to the bank.`,
    ),
    fundId: optional(id).describe(`${SAYS.fundId} The default is the General fund.`),
    payer: line().describe(SAYS.payer),
    reference: line().describe(SAYS.reference),
    memo: line(LONGEST_MEMO).describe(SAYS.memo),
  })
  .meta({ id: 'NewOtherIncome', description: 'Income that is not giving, as you send it.' });
export type NewOtherIncome = z.output<typeof NewOtherIncome>;

export const OtherIncome = z
  .object({
    id,
    date: date.describe(SAYS.date),
    amount: money.describe('The amount. It is negative in a reversal.'),
    incomeCategoryId: id.describe(SAYS.incomeCategoryId),
    incomeCategoryName: z.string().describe('The name of the income category.'),
    accountId: id.describe(SAYS.accountId),
    accountName: z.string().describe('The name of the account.'),
    fundId: id.describe(SAYS.fundId),
    fundName: z.string().describe('The name of the fund.'),
    payer: z.string().nullable().describe(SAYS.payer),
    reference: z.string().nullable().describe(SAYS.reference),
    memo: z.string().nullable().describe(`${SAYS.memo} In a reversal, the reason.`),
    reversalOf: id
      .nullable()
      .describe('The other income that this entry reverses; null if this entry is not a reversal.'),
    ...audited,
  })
  .meta({ id: 'OtherIncome', description: 'Income that is not giving, such as interest or rent.' });
export type OtherIncome = z.output<typeof OtherIncome>;

export const OtherIncomePage = pageOf(OtherIncome);
export const OtherIncomeQuery = pageQuery({
  sort: ['date', 'amount', 'createdAt', 'modifiedAt', 'id'],
  by: '-date',
  filters: {
    search: searchIn('the payer, the reference and the memo'),
    accountId: filter(idText, 'Only income in this account.'),
    fundId: filter(idText, 'Only income of this fund.'),
    incomeCategoryId: filter(idText, 'Only income of this category.'),
    ...days,
  },
});
export type OtherIncomeQuery = z.output<typeof OtherIncomeQuery>;
export const OtherIncomePath = z.strictObject({ id: idText });
