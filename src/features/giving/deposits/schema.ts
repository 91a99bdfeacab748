import * as z from 'zod';
import { pageOf, pageQuery, searchIn } from '../../../lib/page.ts';
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

const NewItem = z
  .strictObject({
    sessionId: optional(id).describe(`${SAYS.sessionId} It must be submitted.`),
    method: optional(Cash).describe(`${SAYS.method} Required with a \`sessionId\`.`),
    amount: optional(positiveMoney).describe(
      'How much of the money of the session is deposited. If it is left out, everything that is not deposited yet is deposited.',
    ),
    givingId: optional(id).describe(`${SAYS.givingId} Send it instead of a \`sessionId\`.`),
    otherIncomeId: optional(id).describe(
      `${SAYS.otherIncomeId} It must be in an Undeposited or a Processor account. Send it instead of a \`sessionId\`.`,
    ),
  })
  .refine(
    ({ sessionId, givingId, otherIncomeId }) =>
      [sessionId, givingId, otherIncomeId].filter((one) => one != null).length === 1,
    { error: 'must name exactly one of sessionId, givingId and otherIncomeId', params: { code: 'one_of' } },
  )
  .refine(({ sessionId, method }) => sessionId === null || method !== null, {
    path: ['method'],
    error: 'is required with a sessionId',
    params: { code: 'required' },
  })
  .refine(({ sessionId, method }) => sessionId !== null || method === null, {
    path: ['method'],
    error: 'can only be sent with a sessionId',
    params: { code: 'not_allowed' },
  })
  .refine(({ sessionId, amount }) => sessionId !== null || amount === null, {
    path: ['amount'],
    error: 'can only be sent with a sessionId',
    params: { code: 'not_allowed' },
  });

export const NewDeposit = z
  .strictObject({
    date: date.describe(`${SAYS.date} It must not be later than today in the time zone of the church.`),
    accountId: id.describe(SAYS.accountId),
    items: z.array(NewItem).min(1).max(MOST_ITEMS).describe('What is deposited.'),
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
          sessionId: id.nullable().describe(`${SAYS.sessionId} Null for an item of another kind.`),
          method: Cash.nullable().describe(`${SAYS.method} Null for an item of another kind.`),
          givingId: id.nullable().describe(`${SAYS.givingId} Null for an item of another kind.`),
          otherIncomeId: id.nullable().describe(`${SAYS.otherIncomeId} Null for an item of another kind.`),
          amount: money.describe('The amount that was deposited.'),
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
  filters: { search: searchIn('the memo'), accountId: filter(idText, 'Only deposits into this account.'), ...days },
});
export type DepositQuery = z.output<typeof DepositQuery>;
export const DepositPath = z.strictObject({ id: idText });
