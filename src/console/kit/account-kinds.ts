import type { Schemas } from '../../client/client.ts';

/**
 * The kinds of accounts that are no money: debts other than cards, and assets that the church cannot spend. A part of an
 * expense and a line of a budget may name them, and a fund may hold a part of them.
 */
export const NO_MONEY: ReadonlySet<Schemas['AccountKind']> = new Set([
  'Loan',
  'Investment',
  'FixedAsset',
  'OtherAsset',
  'OtherLiability',
]);

/** The kinds of accounts whose balance is what the church owes. */
export const DEBTS: ReadonlySet<Schemas['AccountKind']> = new Set(['CreditCard', 'Loan', 'OtherLiability']);
