import * as z from 'zod';
import { pageOf, pageQuery } from '../../../lib/page.ts';
import { audited, date, days, filter, id, idText, line, money, optional, positiveMoney } from '../../../lib/wire.ts';

const MOST_ITEMS = 500;

const Cash = z.enum(['Cash', 'Check']);

const SAYS = {
  date: 'The day of the deposit.',
  accountId: 'The account that receives the money.',
  sessionId: 'The offering session whose cash or checks are deposited.',
  method: 'Whether the cash or the checks of the session are deposited.',
  givingId: 'One gift that is deposited.',
  otherIncomeId: 'Other income that is deposited.',
  memo: 'Remarks on one line, such as the number of the deposit slip.',
};

const ofSession = z.strictObject({
  sessionId: id.describe(`${SAYS.sessionId} It must be submitted.`),
  method: Cash.describe(SAYS.method),
  amount: optional(positiveMoney).describe('How much is deposited. If left out, everything that is not deposited yet.'),
});
const ofGiving = z.strictObject({ givingId: id.describe(SAYS.givingId) });
const ofIncome = z.strictObject({
  otherIncomeId: id.describe(`${SAYS.otherIncomeId} It must be in an Undeposited or a Processor account.`),
});

export const NewDeposit = z
  .strictObject({
    date: date.describe(`${SAYS.date} It must not be later than today in the time zone of the church.`),
    accountId: id.describe(SAYS.accountId),
    items: z
      .array(z.union([ofSession, ofGiving, ofIncome]))
      .min(1)
      .max(MOST_ITEMS)
      .describe('What is deposited.'),
    fee: optional(positiveMoney).describe(
      'A fee that the bank or the processor kept. Vestry enters it as an expense under Bank & Processing Fees, paid from the account.',
    ),
    memo: line(200).describe(SAYS.memo),
  })
  .meta({ id: 'NewDeposit', description: 'A deposit, as you send it.' });
export type NewDeposit = z.output<typeof NewDeposit>;

export const Deposit = z
  .object({
    id,
    date: date.describe(SAYS.date),
    accountId: id.describe(SAYS.accountId),
    accountName: z.string().describe('The name of the account.'),
    amount: money.describe('The sum of the items.'),
    items: z
      .array(
        z.object({
          sessionId: id.nullable().describe(`${SAYS.sessionId} Null for anything else.`),
          method: Cash.nullable().describe(`${SAYS.method} Null for anything else.`),
          givingId: id.nullable().describe(`${SAYS.givingId} Null for anything else.`),
          otherIncomeId: id.nullable().describe(`${SAYS.otherIncomeId} Null for anything else.`),
          amount: money.describe('How much of it was deposited.'),
        }),
      )
      .describe('What was deposited.'),
    fee: money.nullable().describe('The fee that the bank or the processor kept.'),
    feeExpenseId: id.nullable().describe('The expense under which the fee is booked.'),
    memo: z.string().nullable().describe(SAYS.memo),
    sessionId: id.nullable().describe('The session whose reconciliation made the deposit; null for any other deposit.'),
    ...audited,
  })
  .meta({ id: 'Deposit', description: 'Money that was taken to the bank.' });
export type Deposit = z.output<typeof Deposit>;
export type DepositItem = Deposit['items'][number];

export const DepositPage = pageOf(Deposit);
export const DepositQuery = pageQuery({
  sort: ['date', 'createdAt', 'modifiedAt', 'id'],
  by: '-date',
  filters: { accountId: filter(idText, 'Only those into this account.'), ...days },
});
export type DepositQuery = z.output<typeof DepositQuery>;
export const DepositPath = z.strictObject({ id: idText });
