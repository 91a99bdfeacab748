import * as z from 'zod';
import { pageOf, pageQuery, searchIn } from '../../../lib/page.ts';
import {
  audited,
  date,
  days,
  filter,
  id,
  idText,
  instant,
  line,
  money,
  optional,
  positiveMoney,
  text,
  warnings,
} from '../../../lib/wire.ts';

const SAYS = {
  date: 'The day of the transfer.',
  fromAccountId: 'The account that the money leaves.',
  toAccountId: 'The account that receives the money.',
  fromFundId: 'The fund that the money leaves.',
  toFundId: 'The fund that receives the money.',
  memo: 'What the transfer is for.',
  fundId:
    'The fund for which the transfer is, if one of the accounts is no money, such as an Investment: the fund then holds what goes there.',
  loan: 'Whether the fund that receives the money owes it to the other fund. Such a transfer changes the balance of neither fund.',
  repays: 'The transfer with `loan: true` that this transfer pays back.',
  reason: 'Why money may leave a fund that donors have restricted.',
};

const LONGEST = 500;

export const TransferStatus = z.enum(['PendingApproval', 'Posted']).meta({
  id: 'TransferStatus',
  description:
    'A `Posted` transfer affects balances and reports. A `PendingApproval` transfer waits for the approval of another person.',
});

const fields = z.strictObject({
  date: date.describe(`${SAYS.date} It must not be later than tomorrow in the time zone of the church.`),
  amount: positiveMoney.describe('The amount.'),
  fromAccountId: optional(id).describe(SAYS.fromAccountId),
  toAccountId: optional(id).describe(SAYS.toAccountId),
  fromFundId: optional(id).describe(SAYS.fromFundId),
  toFundId: optional(id).describe(SAYS.toFundId),
  fundId: optional(id).describe(`${SAYS.fundId} If it is left out, the General fund holds it.`),
  loan: z.boolean().nullable().default(false).describe(`${SAYS.loan} Only with \`fromFundId\`, which lends.`),
  repays: optional(id).describe(`${SAYS.repays} \`fromFundId\` is the fund that borrowed.`),
  memo: text(LONGEST).describe(SAYS.memo),
  reason: line(LONGEST).describe(`${SAYS.reason} It is required if \`fromFundId\` is a Restricted or Endowment fund.`),
});

type Sides = Record<'fromAccountId' | 'toAccountId' | 'fromFundId' | 'toFundId', number | null>;

/** Makes a check run whenever the whole value is an object, even if some of its fields are invalid. */
const when = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;
const refuse = (path: string, code: string, error: string) => ({ path: [path], error, params: { code }, when });

const goesWith = (field: keyof Sides, other: keyof Sides) =>
  [
    (sides: Sides) => sides[field] != null || sides[other] == null,
    refuse(field, 'required', `is required together with ${other}`),
  ] as const;
const differs = (field: keyof Sides, other: keyof Sides) =>
  [
    (sides: Sides) => sides[field] == null || sides[field] !== sides[other],
    refuse(field, 'same', `must not be the same as ${other}`),
  ] as const;

export const NewTransfer = fields
  .refine(
    (sides) => Object.entries(sides).some(([field, value]) => field.endsWith('Id') && value != null),
    refuse(
      'fromAccountId',
      'required',
      'is required together with toAccountId, unless you send fromFundId and toFundId',
    ),
  )
  .refine(...goesWith('fromAccountId', 'toAccountId'))
  .refine(...goesWith('toAccountId', 'fromAccountId'))
  .refine(...goesWith('fromFundId', 'toFundId'))
  .refine(...goesWith('toFundId', 'fromFundId'))
  .refine(...differs('toAccountId', 'fromAccountId'))
  .refine(...differs('toFundId', 'fromFundId'))
  .refine(
    ({ fundId, fromAccountId }) => fundId == null || fromAccountId != null,
    refuse('fundId', 'needs_accounts', 'is only for transfers between accounts; send fromFundId and toFundId instead'),
  )
  .refine(
    ({ loan, fromFundId }) => loan !== true || fromFundId != null,
    refuse('loan', 'needs_funds', 'is only for transfers between funds'),
  )
  .refine(
    ({ repays, fromFundId }) => repays == null || fromFundId != null,
    refuse('repays', 'needs_funds', 'is only for transfers between funds'),
  )
  .refine(
    ({ loan, repays }) => loan !== true || repays == null,
    refuse('repays', 'not_with_loan', 'cannot be sent together with loan: true'),
  )
  .meta({ id: 'NewTransfer', description: 'A transfer between two accounts, two funds, or both, as you send it.' });
export type NewTransfer = z.output<typeof NewTransfer>;

const nameOf = (what: string) => z.string().nullable().describe(`The name of this ${what}.`);

export const Transfer = z
  .object({
    id,
    date: date.describe(SAYS.date),
    amount: money.describe('The amount. It is negative in a reversal.'),
    fromAccountId: id.nullable().describe(`${SAYS.fromAccountId} Null for a transfer between funds only.`),
    fromAccountName: nameOf('account'),
    toAccountId: id.nullable().describe(`${SAYS.toAccountId} Null for a transfer between funds only.`),
    toAccountName: nameOf('account'),
    fromFundId: id.nullable().describe(`${SAYS.fromFundId} Null for a transfer between accounts only.`),
    fromFundName: nameOf('fund'),
    toFundId: id.nullable().describe(`${SAYS.toFundId} Null for a transfer between accounts only.`),
    toFundName: nameOf('fund'),
    fundId: id.nullable().describe(`${SAYS.fundId} Null if it is for the General fund.`),
    fundName: nameOf('fund'),
    loan: z.boolean().describe(SAYS.loan),
    repays: id.nullable().describe(`${SAYS.repays} Null if it pays nothing back.`),
    owed: money.nullable().describe('How much of the loan is not paid back yet; null for any other transfer.'),
    memo: z.string().describe(`${SAYS.memo} In a reversal, the reason.`),
    reason: z.string().nullable().describe(SAYS.reason),
    status: TransferStatus.describe('Whether the transfer is posted or waits for approval.'),
    approvedBy: id.nullable().describe('The user who approved the transfer; null if nobody did.'),
    approvedAt: instant.nullable().describe('When the transfer was approved; null if nobody approved it.'),
    rejectedReason: z
      .string()
      .nullable()
      .describe('Why somebody rejected the transfer; null if nobody did, or if it was changed since.'),
    reversalOf: id.nullable().describe('The transfer that this one reverses; null if this is not a reversal.'),
    ...audited,
  })
  .meta({ id: 'Transfer', description: 'Money that was moved between two accounts, two funds, or both.' });
export type Transfer = z.output<typeof Transfer>;

export const EnteredTransfer = Transfer.extend({
  warnings: warnings('fund_overdrawn', 'value_booked'),
}).meta({ id: 'EnteredTransfer', description: 'A transfer that was just entered, changed, approved or reversed.' });
export type EnteredTransfer = z.output<typeof EnteredTransfer>;

export const TransferPage = pageOf(Transfer);
export const TransferQuery = pageQuery({
  sort: ['date', 'amount', 'createdAt', 'modifiedAt', 'id'],
  by: '-date',
  filters: {
    search: searchIn('the memo and the reason'),
    status: filter(TransferStatus, 'Only transfers with this status.'),
    accountId: filter(idText, 'Only transfers from or to this account.'),
    fundId: filter(idText, 'Only transfers from or to this fund.'),
    ...days,
  },
});
export type TransferQuery = z.output<typeof TransferQuery>;
export const TransferPath = z.strictObject({ id: idText });
