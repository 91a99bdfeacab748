import { allocate } from '../../../books/allocation.ts';
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import type { Holding } from '../../../books/holdings.ts';
import { addMoney, type Minor, negateMoney, subtractMoney, ZERO } from '../../../lib/money.ts';

/** What a fund holds of an account. */
export type Share = { fundId: number; book: Minor };

/** Returns what each fund holds of an account with this balance. The General fund holds what the others leave. */
export function sharesOf(accountId: number, balance: Minor, holdings: readonly Holding[]): Share[] {
  const shares = holdings
    .filter((one) => one.accountId === accountId)
    .map(({ fundId, amount }) => ({ fundId, book: amount }));
  const rest = subtractMoney(balance, addMoney(ZERO, ...shares.map(({ book }) => book)));
  return rest === 0 && shares.length > 0 ? shares : [{ fundId: GENERAL_FUND, book: rest }, ...shares];
}

/** The part of a new value that belongs to a fund. */
export type Part = { fundId: number; change: Minor; fee: Minor };

/** True if a value can be divided among the holders: there is only one, or each holds something. */
export const isDivisible = (shares: readonly Share[]): boolean =>
  shares.length === 1 || shares.every(({ book }) => book > 0);

/**
 * Divides a new value and its fee among the funds in proportion to what each holds. The parts add up to both. A single
 * holder gets all of it. Several must be divisible.
 */
export function partsOf(shares: readonly Share[], { value, fee }: { value: Minor; fee: Minor }): Part[] {
  const weights = shares.length === 1 ? [1 as Minor] : shares.map(({ book }) => book);
  const [values, fees] = [allocate(value, weights), allocate(fee, weights)];
  return shares.map(({ fundId, book }, index) => {
    return { fundId, change: subtractMoney(values[index] ?? ZERO, book), fee: fees[index] ?? ZERO };
  });
}

/** The accounts and categories to which a value is booked. */
export type Booked = { accountId: number; incomeCategoryId: number; subCategoryId: number; ministryId: number };

/** Returns the lines of the adjusting entry for the parts. A gain is a credit, a loss and a fee are debits. */
export function linesOf(parts: readonly Part[], { accountId, incomeCategoryId, ...expense }: Booked) {
  const blank = {
    accountId: null,
    subCategoryId: null,
    incomeCategoryId: null,
    ministryId: null,
    functionalClass: null,
  };
  return parts.flatMap(({ fundId, change, fee }) => {
    const holder = fundId === GENERAL_FUND ? null : fundId;
    return [
      { ...blank, accountId, fundId: holder, amountMinor: change },
      { ...blank, ...expense, fundId, amountMinor: fee },
      { ...blank, incomeCategoryId, fundId, amountMinor: negateMoney(addMoney(change, fee)) },
    ].filter(({ amountMinor }) => amountMinor !== 0);
  });
}
