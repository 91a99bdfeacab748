/** The kinds of accounts, and on which side of the balance sheet each stands. */
import * as z from 'zod';

export const ACCOUNT_KINDS = [
  'Checking',
  'Savings',
  'Cash',
  'Undeposited',
  'Processor',
  'CreditCard',
  'Loan',
  'Investment',
  'FixedAsset',
  'OtherAsset',
  'OtherLiability',
] as const;

export const AccountKind = z.enum(ACCOUNT_KINDS).meta({
  id: 'AccountKind',
  description:
    'Undeposited: cash and checks that are not at the bank yet. Processor: money at a service such as PayPal. ' +
    'Investment: what is at a broker. CreditCard, Loan and OtherLiability are debts.',
});
export type AccountKind = z.output<typeof AccountKind>;

const LIABILITIES: ReadonlySet<AccountKind> = new Set(['CreditCard', 'Loan', 'OtherLiability']);
const CASH: ReadonlySet<AccountKind> = new Set(['Checking', 'Savings', 'Cash', 'Undeposited', 'Processor']);

/** True if accounts of this kind are debts. The balance of a debt is what the church owes. */
export function isLiability(kind: AccountKind): boolean {
  return LIABILITIES.has(kind);
}

/** True if accounts of this kind contain money that the church can spend: in its hands, at a bank or at a processor. */
export function isCash(kind: AccountKind): boolean {
  return CASH.has(kind);
}

/**
 * True if monthly statements count accounts of this kind in what the church owes. They leave out loans, which are paid
 * off over years.
 */
export function isOwedSoon(kind: AccountKind): boolean {
  return isLiability(kind) && kind !== 'Loan';
}

/** True if accounts of this kind can pay expenses. */
export function canPay(kind: AccountKind): boolean {
  return kind === 'CreditCard' || (isCash(kind) && kind !== 'Undeposited');
}

/**
 * True if accounts of this kind are no money: debts other than cards, and assets that the church cannot spend. A part of
 * an expense may name such an account, for example to repay a loan, and is then not an expense. A fund may hold such an
 * account.
 */
export function isNoMoney(kind: AccountKind): boolean {
  return kind !== 'CreditCard' && !isCash(kind);
}

/** The message for an account that cannot pay expenses. */
export const PAYING = 'must be an account that can pay: Checking, Savings, Cash, Processor or CreditCard';

/** The ids of accounts that migration 0021 adds. Only Vestry itself posts to the last two. */
export const UNDEPOSITED = 1;
export const CHECKING = 2;
export const PAYABLE = 4;
export const PAID_EARLY = 5;
