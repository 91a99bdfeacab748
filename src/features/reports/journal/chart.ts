/** Builds the accounts of a journal from the church's catalogs. */
import type { ExpenseCategoryGroup } from '../../spending/categories/schema.ts';
import { isOwned } from '../../../books/fund-classes.ts';
import type { GivingCategory } from '../../giving/categories/schema.ts';
import type { Fund } from '../../ledger/funds/schema.ts';
import { Method } from '../../../books/payment-methods.ts';
import type { Ministry } from '../../church/ministries/schema.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';
import { accountPart, commodityOf, parentPart, tagValue, uniqueNames } from './names.ts';

/** The names of accounts and tags in a journal, by the ids of the records that they come from. */
export type Chart = {
  commodity: string;
  /** The name and the account of each giving category, and its fund. */
  categories: ReadonlyMap<number, { name: string; account: string; fundId: number }>;
  /** The names of the funds. Only a Custodial fund has a liability account, because its money is owed to others. */
  funds: ReadonlyMap<number, { name: string; liability: string | null }>;
  subCategories: ReadonlyMap<number, { account: string; line: string }>;
  ministries: ReadonlyMap<number, { name: string; defaultClass: FunctionalClass }>;
};

type Catalogs = {
  currency: string;
  categories: readonly GivingCategory[];
  funds: readonly Fund[];
  groups: readonly ExpenseCategoryGroup[];
  ministries: readonly Ministry[];
};

export const PAYABLE = 'Liabilities:Accounts Payable';
const HELD = 'Liabilities:Held for Others';

const ASSETS: Record<Method, string> = {
  Cash: 'Assets:Cash',
  Check: 'Assets:Bank',
  Zelle: 'Assets:Bank',
  BankTransfer: 'Assets:Bank',
  PayPal: 'Assets:PayPal',
  Card: 'Assets:Card',
  Other: 'Assets:Other',
};
const UNKNOWN_ASSET: Method = 'Other';

/** Returns the asset account of a payment method. Payments without a method use the account of `Other`. */
export function assetOf(method: Method | null): string {
  return ASSETS[method ?? UNKNOWN_ASSET];
}

/**
 * Returns the names of all accounts and tags. Records of one kind get different names, even if the church has given
 * them the same name.
 */
export function chartOf({ currency, categories, funds, groups, ministries }: Catalogs): Chart {
  const incomes = uniqueNames(categories, accountPart);
  const chartedFunds = chartFunds(funds);
  const groupNames = uniqueNames(groups, parentPart);
  const ministryNames = uniqueNames(ministries, tagValue);
  const nameOf = (names: ReadonlyMap<number, string>, id: number) => names.get(id) ?? String(id);
  return {
    commodity: commodityOf(currency),
    categories: new Map(
      categories.map(({ id, fundId }) => {
        const name = nameOf(incomes, id);
        return [id, { name, account: chartedFunds.get(fundId)?.liability ?? `Income:Giving:${name}`, fundId }];
      }),
    ),
    funds: chartedFunds,
    subCategories: new Map(
      groups.flatMap((group) => {
        const names = uniqueNames(group.subCategories, accountPart);
        const account = (id: number) => `Expenses:${nameOf(groupNames, group.id)}:${nameOf(names, id)}`;
        return group.subCategories.map(({ id, form990LineCode: line }) => [id, { account: account(id), line }]);
      }),
    ),
    ministries: new Map(
      ministries.map(({ id, defaultFunctionalClass }) => [
        id,
        { name: nameOf(ministryNames, id), defaultClass: defaultFunctionalClass },
      ]),
    ),
  };
}

function chartFunds(funds: readonly Fund[]): Chart['funds'] {
  const tags = uniqueNames(funds, tagValue);
  const custodial = uniqueNames(
    funds.filter((fund) => !isOwned(fund.class)),
    accountPart,
  );
  return new Map(
    funds.map(({ id, name }) => {
      const held = custodial.get(id);
      return [id, { name: tags.get(id) ?? name, liability: held === undefined ? null : `${HELD}:${held}` }];
    }),
  );
}

/**
 * Returns every account that a posting may use. The journal declares them, so that hledger and ledger can refuse any
 * other account.
 */
export function accountsOf({ categories, funds, subCategories }: Chart): string[] {
  const accounts = [
    ...Method.options.map(assetOf),
    PAYABLE,
    ...[...funds.values()].flatMap(({ liability }) => liability ?? []),
    ...[...categories.values()].map(({ account }) => account),
    ...[...subCategories.values()].map(({ account }) => account),
  ];
  return [...new Set(accounts)];
}
