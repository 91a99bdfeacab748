/** The postings that change a fund. Each has the tag `fund`, so that their sums are the balances of the funds. */
import type { FunctionalClass } from '../../../books/functional-classes.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Chart } from './chart.ts';
import { known, type Posting } from './transaction.ts';

type Change = { account: string; fundId: number | null; amount: Minor; reverses?: string | null };

/** Returns the posting of a change to a fund. Money held for others is posted to the liability of its fund instead. */
export function fundPosting({ account, fundId, amount, reverses }: Change, { funds }: Chart): Posting {
  const { name: fund, liability } = known(funds, fundId);
  return { account: liability ?? account, amount, tags: { fund, reverses } };
}

type Spent = {
  subCategoryId: number | null;
  ministryId: number | null;
  functionalClass: FunctionalClass | null;
  fundId: number | null;
  amount: Minor;
};

/** Returns the posting of an expense, or of a part of it. A line of an adjusting entry may lack a ministry. */
export function spentPosting(spent: Spent, reverses: string | null, chart: Chart): Posting {
  const { account, line } = known(chart.subCategories, spent.subCategoryId);
  const posting = fundPosting({ ...spent, account, reverses }, chart);
  if (posting.account !== account) return posting;
  const ministry = spent.ministryId === null ? undefined : known(chart.ministries, spent.ministryId);
  const functionalClass = spent.functionalClass ?? ministry?.defaultClass;
  return { ...posting, tags: { ...posting.tags, class: functionalClass, form990: line, ministry: ministry?.name } };
}
