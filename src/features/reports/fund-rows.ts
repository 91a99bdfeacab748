/**
 * Computes the rows of a table of funds, in the same way for monthly statements and for the report of fund balances.
 */
import { activityOf } from '../../books/activity.ts';
import { type FundOf, fundOfSum } from '../../books/balances.ts';
import type { FundPart } from '../../books/fund-postings.ts';
import type { FundSum } from '../../books/posted-sums.ts';
import { addMoney, type Minor, negateMoney } from '../../lib/money.ts';
import type { Fund } from '../ledger/funds/schema.ts';

/** Returns the row of each fund. `openingOf` returns the balance of a fund at the start of the period of the sums. */
export function fundRows(
  funds: readonly Fund[],
  { sums, fundOf, openingOf }: { sums: readonly FundSum[]; fundOf: FundOf; openingOf: (fundId: number) => Minor },
) {
  return funds.map(({ id, name, class: fundClass }) => {
    const own = sums.filter((sum) => sum.part !== 'opening' && fundOfSum(sum, fundOf) === id);
    const { giving, otherIncome, expenses } = activityOf(own);
    const total = (part: FundPart) => addMoney(...own.filter((sum) => sum.part === part).map(({ amount }) => amount));
    const opening = openingOf(id);
    return {
      fundId: id,
      name,
      class: fundClass,
      opening,
      giving,
      otherIncome,
      expenses,
      transfers: total('transfer'),
      released: negateMoney(total('release')),
      adjustments: total('adjustment'),
      closing: addMoney(opening, ...own.map(({ amount }) => amount)),
    };
  });
}
