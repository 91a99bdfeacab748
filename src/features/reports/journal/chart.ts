/** Builds the accounts of a journal from the church's catalogs. */
import type { ExpenseCategoryGroup } from '../../spending/categories/schema.ts';
import type { GivingCategory } from '../../giving/categories/schema.ts';
import { Method } from '../../../books/payment-methods.ts';
import type { Ministry } from '../../church/ministries/schema.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';
import { accountPart, commodityOf, parentPart, tagValue, uniqueNames } from './names.ts';

/** The names of accounts and tags in a journal, by the ids of the records that they come from. */
export type Chart = {
  commodity: string;
  /** The income account of each giving category, and its name as a fund if it is restricted. */
  categories: ReadonlyMap<number, { account: string; fund: string | null }>;
  subCategories: ReadonlyMap<number, { account: string; line: string }>;
  ministries: ReadonlyMap<number, { name: string; defaultClass: FunctionalClass }>;
};

type Catalogs = {
  currency: string;
  categories: readonly GivingCategory[];
  groups: readonly ExpenseCategoryGroup[];
  ministries: readonly Ministry[];
};

export const PAYABLE = 'Liabilities:Accounts Payable';

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

/** Returns the names of all accounts and tags. The names differ even if the church has records with equal names. */
export function chartOf({ currency, categories, groups, ministries }: Catalogs): Chart {
  const [incomes, funds] = [uniqueNames(categories, accountPart), uniqueNames(categories, tagValue)];
  const groupNames = uniqueNames(groups, parentPart);
  const ministryNames = uniqueNames(ministries, tagValue);
  const nameOf = (names: ReadonlyMap<number, string>, id: number) => names.get(id) ?? String(id);
  return {
    commodity: commodityOf(currency),
    categories: new Map(
      categories.map(({ id, isRestricted }) => {
        const fund = isRestricted ? nameOf(funds, id) : null;
        return [id, { account: `Income:Giving:${nameOf(incomes, id)}`, fund }];
      }),
    ),
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

/**
 * Returns every account that a posting may use. The journal declares them, so that hledger and ledger can refuse any
 * other account.
 */
export function accountsOf({ categories, subCategories }: Chart): string[] {
  return [
    ...new Set(Method.options.map(assetOf)),
    PAYABLE,
    ...[...categories.values()].map(({ account }) => account),
    ...[...subCategories.values()].map(({ account }) => account),
  ];
}
