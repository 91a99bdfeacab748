import * as z from 'zod';
import { Method } from '../../../books/payment-methods.ts';
import { pageOf, pageQuery, searchIn } from '../../../lib/page.ts';
import {
  audited,
  date,
  days,
  filter,
  id,
  idText,
  line,
  money,
  optional,
  positiveMoney,
  text,
  warnings,
} from '../../../lib/wire.ts';

/** The largest number of expenses and payables that one payment can pay. */
const MOST_ITEMS = 200;

const SAYS = {
  date: 'The day of the payment.',
  accountId: 'The account that paid.',
  method: 'How the payment was made.',
  reference: 'The number of the check, transfer or other payment.',
};

export const NewPayment = z
  .strictObject({
    date: date.describe(`${SAYS.date} It must not be later than today in the time zone of the church.`),
    accountId: optional(id).describe(`${SAYS.accountId} The default is the account for payments by this method.`),
    method: Method.describe(SAYS.method),
    reference: line(100).describe(SAYS.reference),
    items: z
      .array(
        z
          .strictObject({
            expenseId: optional(id).describe('An approved expense.'),
            payableId: optional(id).describe('A payable of the opening of the books, instead of an expense.'),
            amount: optional(positiveMoney).describe(
              'How much of the expense or payable is paid. The default is everything that is not paid yet.',
            ),
          })
          .refine(({ expenseId, payableId }) => (expenseId === null) !== (payableId === null), {
            error: 'must name either an expenseId or a payableId',
            params: { code: 'one_of' },
          }),
      )
      .min(1)
      .max(MOST_ITEMS)
      .refine(
        (items) => new Set(items.map(({ expenseId, payableId }) => `${expenseId} ${payableId}`)).size === items.length,
        { error: 'must not name an expense or a payable twice', params: { code: 'duplicate' } },
      )
      .describe('What is paid.'),
  })
  .meta({ id: 'NewPayment', description: 'A payment of one or more expenses or payables, as you send it.' });
export type NewPayment = z.output<typeof NewPayment>;

export const Payment = z
  .object({
    id,
    date: date.describe(SAYS.date),
    accountId: id.describe(SAYS.accountId),
    accountName: z.string().describe('The name of the account.'),
    method: Method.nullable().describe(`${SAYS.method} Null in old payments without a method.`),
    reference: z.string().nullable().describe(SAYS.reference),
    payee: z
      .string()
      .nullable()
      .describe(
        'Who was paid: the person paid back, or else the vendor, or else the bank or the text of its line; null if nobody is named.',
      ),
    amount: money.describe('The sum of the items; negative if money came back.'),
    items: z
      .array(
        z.object({
          expenseId: id
            .nullable()
            .describe('The expense, or a reversal for which money came back; null for a payable.'),
          payableId: id.nullable().describe('The payable of the opening of the books; null for an expense.'),
          vendor: z
            .string()
            .nullable()
            .describe('The vendor to whom the church owed the payable; null for an expense.'),
          amount: money.describe('How much of the expense or payable was paid; negative if money came back.'),
        }),
      )
      .describe('What was paid.'),
    voidedOn: date.nullable().describe('The day on which the payment was voided; null if it was not voided.'),
    voidReason: z.string().nullable().describe('Why the payment was voided; null if it was not voided.'),
    ...audited,
  })
  .meta({ id: 'Payment', description: 'Money that was paid for one or more expenses or payables, such as a check.' });
export type Payment = z.output<typeof Payment>;

export const EnteredPayment = Payment.extend({ warnings: warnings('same_approver_and_payer') }).meta({
  id: 'EnteredPayment',
  description: 'A payment that was just entered.',
});
export type EnteredPayment = z.output<typeof EnteredPayment>;

export const PaymentVoid = z
  .strictObject({
    date: date.describe('The day on which the payment is voided. It must be in an open month.'),
    reason: text(500).describe('Why the payment is voided, such as a lost check.'),
  })
  .meta({ id: 'PaymentVoid', description: 'When and why a payment is voided.' });
export type PaymentVoid = z.output<typeof PaymentVoid>;

export const PaymentPage = pageOf(Payment);
export const PaymentQuery = pageQuery({
  sort: ['date', 'reference', 'createdAt', 'modifiedAt', 'id'],
  by: '-date',
  filters: {
    search: searchIn('the reference and the reason for voiding'),
    accountId: filter(idText, 'Only payments from this account.'),
    expenseId: filter(idText, 'Only payments of this expense.'),
    payableId: filter(idText, 'Only payments of this payable.'),
    ...days,
  },
});
export type PaymentQuery = z.output<typeof PaymentQuery>;
export const PaymentPath = z.strictObject({ id: idText });
