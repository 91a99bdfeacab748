/** What a person sends to make a document from a bank line. The line has the amount, the day and the account. */
import * as z from 'zod';
import { Method } from '../../../books/payment-methods.ts';
import { date, id, line, optional, positiveMoney, text } from '../../../lib/wire.ts';
import { ExpenseFields } from '../../spending/expenses/schema.ts';
import { withRightSplits } from '../../spending/expenses/split-schema.ts';

const amount = optional(positiveMoney).describe(
  'The amount. It may be left out, because the bank line has it. If you send it, it must be the amount of the line.',
);
const day = (what: string) => optional(date).describe(`${what} If it is left out, the day of the bank line.`);

export const LineExpense = withRightSplits(
  ExpenseFields.omit({ paymentReference: true, settled: true }).extend({
    amount,
    expenseDate: day(
      'The day on the bill or receipt. If it is after the day of the bank line, the payment has this day, too; use this if the month of the line is finalized.',
    ),
    description: optional(text(500)).describe(
      'What was bought, and what for. If it is left out, the text of the bank.',
    ),
    paymentMethod: optional(Method).describe(
      'How it was paid. If it is left out, Check for a line with a check number, and otherwise BankTransfer.',
    ),
  }),
).meta({ id: 'BankLineExpense', description: 'An expense that the bank has already paid, as you send it.' });
export type LineExpense = z.output<typeof LineExpense>;

export const LineIncome = z
  .strictObject({
    amount,
    date: day('The day on which the income was received.'),
    incomeCategoryId: id.describe('The category of the income.'),
    fundId: optional(id).describe('The fund to which the income belongs. The default is the General fund.'),
    payer: line().describe('Who paid.'),
    reference: line().describe('A number or text that identifies the payment.'),
    memo: line(500).describe('Remarks on one line. If it is left out, the text of the bank.'),
  })
  .meta({ id: 'BankLineIncome', description: 'Other income that a bank line shows, as you send it.' });
export type LineIncome = z.output<typeof LineIncome>;

export const LineTransfer = z
  .strictObject({
    amount,
    date: day('The day of the transfer.'),
    fromAccountId: optional(id).describe('The account that the money left. It is required if the line received money.'),
    toAccountId: optional(id).describe('The account that received the money. It is required if the money left here.'),
    memo: line(500).describe('What the transfer is for. If it is left out, the text of the bank.'),
  })
  .meta({ id: 'BankLineTransfer', description: 'A transfer that a bank line shows, as you send it.' });
export type LineTransfer = z.output<typeof LineTransfer>;
