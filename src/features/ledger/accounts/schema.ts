import * as z from 'zod';
import { AccountKind } from '../../../books/account-kinds.ts';
import { Method } from '../../../books/payment-methods.ts';
import { audited, id, idText, items, line, money, nameZh, newNameZh, optional, text } from '../../../lib/wire.ts';

const SAYS = {
  kind: 'The kind of account.',
  number: 'The number of the account at the bank.',
  isActive: 'Whether new documents may use the account.',
  isDefault:
    'Whether this account is used when no other account is chosen. Exactly one account is the default. To make another ' +
    'account the default, set its `isDefault` to true.',
};

export const NewAccount = z
  .strictObject({
    name: text(100),
    nameZh: newNameZh,
    kind: AccountKind.describe(SAYS.kind),
    number: line(50).describe(SAYS.number),
    isActive: z.boolean().default(true).describe(SAYS.isActive),
    isDefault: z.boolean().default(false).describe(SAYS.isDefault),
  })
  .meta({ id: 'NewAccount', description: 'An account, as you send it.' });
export type NewAccount = z.output<typeof NewAccount>;

export const Account = z
  .object({
    id,
    name: z.string(),
    nameZh,
    kind: AccountKind.describe(SAYS.kind),
    number: z.string().nullable().describe(SAYS.number),
    isActive: z.boolean().describe(SAYS.isActive),
    isDefault: z.boolean().describe(SAYS.isDefault),
    isReserved: z
      .boolean()
      .describe('Whether only Vestry itself posts to the account. Such an account cannot be changed, used or deleted.'),
    ...audited,
  })
  .meta({ id: 'Account', description: 'Where the church has money or other assets, or what it owes.' });
export type Account = z.output<typeof Account>;

export const AccountWithBalance = Account.extend({
  balance: money.describe('The present balance. For a debt, it is what the church owes.'),
}).meta({ id: 'AccountWithBalance', description: 'An account with its balance.' });
export type AccountWithBalance = z.output<typeof AccountWithBalance>;

const PaymentAccount = z
  .object({
    id,
    name: z.string(),
    nameZh,
    kind: AccountKind.describe(SAYS.kind),
    isDefault: z.boolean().describe(SAYS.isDefault),
  })
  .meta({ id: 'PaymentAccount', description: 'An account that can pay an expense, without its number and balance.' });
export type PaymentAccount = z.output<typeof PaymentAccount>;

export const PaymentAccounts = items(PaymentAccount);
export const Accounts = items(AccountWithBalance);
export const AccountPath = z.strictObject({ id: idText });
/** There is one resource, so its path has no parameters. */
export const ByMethodPath = z.strictObject({});

const accountOf = Object.fromEntries(
  Method.options.map((method) => [method, id.describe(`The account for ${method}.`)]),
) as Record<Method, typeof id>;
const chosenFor = Object.fromEntries(
  Method.options.map((method) => [method, optional(id).describe(`The account for ${method}.`)]),
) as Record<Method, ReturnType<typeof optional<typeof id>>>;

export const AccountsByMethod = z
  .object({
    in: z.object(accountOf).describe('The account that receives money, by payment method.'),
    out: z.object(accountOf).describe('The account that pays, by payment method.'),
  })
  .meta({
    id: 'AccountsByMethod',
    description:
      'The account of each payment method, for documents that name no account. Cash and checks of an offering session go to the account of undeposited offerings instead.',
  });
export type AccountsByMethod = z.output<typeof AccountsByMethod>;

const left = 'A method that is left out uses the default account.';
export const NewAccountsByMethod = z
  .strictObject({
    in: z.strictObject(chosenFor).prefault({}).describe(`The account that receives money, by payment method. ${left}`),
    out: z.strictObject(chosenFor).prefault({}).describe(`The account that pays, by payment method. ${left}`),
  })
  .meta({ id: 'NewAccountsByMethod', description: 'The accounts by payment method, as you send them.' });
export type NewAccountsByMethod = z.output<typeof NewAccountsByMethod>;
