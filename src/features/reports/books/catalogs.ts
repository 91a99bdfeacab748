import type { App } from '../../../app.ts';
import { findBeginning, type FundOf } from '../../../books/balances.ts';
import { depreciationIn } from '../../../books/form990-lines.ts';
import { isOwned } from '../../../books/fund-classes.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { listMinistries } from '../../church/ministries/service.ts';
import type { Ministry } from '../../church/ministries/schema.ts';
import { getChurch } from '../../church/profile/service.ts';
import type { CategoryWithFund } from '../../giving/categories/schema.ts';
import { listCategories } from '../../giving/categories/service.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import type { Fund } from '../../ledger/funds/schema.ts';
import { listFunds } from '../../ledger/funds/service.ts';
import type { IncomeCategory } from '../../ledger/income-categories/schema.ts';
import { listIncomeCategories } from '../../ledger/income-categories/service.ts';
import { listExpenseCategories } from '../../spending/categories/service.ts';

/**
 * What every report of the books needs besides sums: the names of accounts, funds, categories and ministries in display
 * order, and the first day of the books.
 */
export type Catalogs = {
  accounts: readonly Account[];
  funds: readonly Fund[];
  categories: readonly CategoryWithFund[];
  incomeCategories: readonly IncomeCategory[];
  /** The subcategories of expenses, each with the name of its group. */
  subCategories: readonly { id: number; name: string; group: string }[];
  /** The groups of expenses. */
  groups: readonly { id: number; name: string }[];
  /** The ids of the subcategories for depreciation, which nobody pays. */
  depreciation: ReadonlySet<number>;
  ministries: readonly Ministry[];
  /** The fund of each giving category, by id. */
  fundOf: FundOf;
  /** The ids of the funds whose money belongs to others. */
  heldFunds: ReadonlySet<number>;
  /** The first day of the books, if the church has entered an opening. */
  begin: CalendarDate | undefined;
  /** The month in which the fiscal year begins, 1 to 12. */
  fiscalYearStartMonth: number;
};

/** Reads the catalogs. Must run in the snapshot in which the sums are read. */
export async function readCatalogs(app: App): Promise<Catalogs> {
  const { items: categories } = await listCategories(app, true);
  const { items: funds } = await listFunds(app);
  const { items: groups } = await listExpenseCategories(app);
  return {
    accounts: [...(await accountsById(app)).values()],
    funds,
    categories,
    incomeCategories: (await listIncomeCategories(app)).items,
    subCategories: groups.flatMap((group) =>
      group.subCategories.map(({ id, name }) => ({ id, name, group: group.name })),
    ),
    groups,
    depreciation: depreciationIn(groups.flatMap((group) => group.subCategories)),
    ministries: (await listMinistries(app)).items,
    fundOf: new Map(categories.map(({ id, fundId }) => [id, fundId])),
    heldFunds: new Set(funds.filter((fund) => !isOwned(fund.class)).map(({ id }) => id)),
    begin: await findBeginning(app.db),
    fiscalYearStartMonth: (await getChurch(app)).fiscalYearStartMonth,
  };
}
