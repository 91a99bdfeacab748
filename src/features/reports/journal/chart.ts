/** The accounts of a journal, made from the church's catalogs. */
import type { ExpenseCategoryGroup } from '../../spending/categories/schema.ts';
import type { GivingCategory } from '../../giving/categories/schema.ts';
import { Method } from '../../../books/payment-methods.ts';
import type { Ministry } from '../../church/ministries/schema.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';
import { accountPart, commodityOf, parentPart, tagValue, uniqueNames } from './names.ts';

/** What a journal needs to know about the catalogs, by id. */
export type Chart = {
  commodity: string;
  /** A category's income account, and its name as a fund if it is restricted. */
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

/** Returns the account of a payment method. Payments without a method use the account for other methods. */
export function assetOf(method: Method | null): string {
  return ASSETS[method ?? UNKNOWN_ASSET];
}

/** Names every account and tag. All names differ, whatever the church's own names are. */
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

/** Returns every account that a posting may use, so that both programs can refuse others. */
export function accountsOf({ categories, subCategories }: Chart): string[] {
  return [
    ...new Set(Method.options.map(assetOf)),
    PAYABLE,
    ...[...categories.values()].map(({ account }) => account),
    ...[...subCategories.values()].map(({ account }) => account),
  ];
}
