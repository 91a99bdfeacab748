/** Builds the accounts of a journal from the church's catalogs. */
import type { ExpenseCategoryGroup } from '../../spending/categories/schema.ts';
import { isOwned } from '../../../books/fund-classes.ts';
import type { GivingCategory } from '../../giving/categories/schema.ts';
import type { Fund } from '../../ledger/funds/schema.ts';
import { CHECKING, isLiability } from '../../../books/account-kinds.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import type { IncomeCategory } from '../../ledger/income-categories/schema.ts';
import type { Ministry } from '../../church/ministries/schema.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';
import { accountPart, commodityOf, parentPart, tagValue, uniqueNames } from './names.ts';

/** The names of accounts and tags in a journal, by the ids of the records that they come from. */
export type Chart = {
  commodity: string;
  /** The names of the church's accounts, by id. */
  accounts: ReadonlyMap<number, string>;
  /** The church's default account. */
  defaultAccount: string;
  /** The name and the account of each giving category, and its fund. */
  categories: ReadonlyMap<number, { name: string; account: string; fundId: number }>;
  /** The names of the funds. Only a Custodial fund has a liability account, because its money is owed to others. */
  funds: ReadonlyMap<number, { name: string; liability: string | null }>;
  /** The accounts of the categories of other income. */
  incomes: ReadonlyMap<number, string>;
  subCategories: ReadonlyMap<number, { account: string; line: string }>;
  ministries: ReadonlyMap<number, { name: string; defaultClass: FunctionalClass }>;
};

type Catalogs = {
  currency: string;
  accounts: readonly Account[];
  categories: readonly GivingCategory[];
  incomeCategories: readonly IncomeCategory[];
  funds: readonly Fund[];
  groups: readonly ExpenseCategoryGroup[];
  ministries: readonly Ministry[];
};

const HELD = 'Liabilities:Held for Others';

/** The accounts for changes of net assets that are neither income nor expenses. */
export const EQUITY = {
  opening: 'Equity:Opening',
  transfers: 'Equity:Transfers',
  adjustments: 'Equity:Adjustments',
} as const;

/**
 * Returns the names of all accounts and tags. Records of one kind get different names, even if the church has given
 * them the same name.
 */
export function chartOf(catalogs: Catalogs): Chart {
  const { currency, accounts, categories, incomeCategories, funds, groups, ministries } = catalogs;
  const incomes = uniqueNames(categories, accountPart);
  const chartedFunds = chartFunds(funds);
  const groupNames = uniqueNames(groups, parentPart);
  const ministryNames = uniqueNames(ministries, tagValue);
  const nameOf = (names: ReadonlyMap<number, string>, id: number) => names.get(id) ?? String(id);
  const ownAccounts = chartAccounts(accounts);
  return {
    commodity: commodityOf(currency),
    accounts: ownAccounts,
    defaultAccount: nameOf(ownAccounts, accounts.find(({ isDefault }) => isDefault)?.id ?? CHECKING),
    categories: new Map(
      categories.map(({ id, fundId }) => {
        const name = nameOf(incomes, id);
        return [id, { name, account: chartedFunds.get(fundId)?.liability ?? `Income:Giving:${name}`, fundId }];
      }),
    ),
    funds: chartedFunds,
    incomes: new Map([...uniqueNames(incomeCategories, accountPart)].map(([id, name]) => [id, `Income:Other:${name}`])),
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

function chartAccounts(accounts: readonly Account[]): Chart['accounts'] {
  const names = uniqueNames(accounts, accountPart);
  const sideOf = ({ kind }: Account) => (isLiability(kind) ? 'Liabilities' : 'Assets');
  return new Map(accounts.map((account) => [account.id, `${sideOf(account)}:${names.get(account.id) ?? account.id}`]));
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
 * Returns every account that a posting may use. The journal declares these accounts, so that hledger and ledger can
 * refuse any other account.
 */
export function accountsOf({ accounts: own, categories, funds, incomes, subCategories }: Chart): string[] {
  const accounts = [
    ...own.values(),
    ...[...funds.values()].flatMap(({ liability }) => liability ?? []),
    ...[...categories.values()].map(({ account }) => account),
    ...incomes.values(),
    ...[...subCategories.values()].map(({ account }) => account),
    ...Object.values(EQUITY),
  ];
  return [...new Set(accounts)];
}
