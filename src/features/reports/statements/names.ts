/** Translates the names of categories and funds on a monthly statement into the language in which it is printed. */
import type { App } from '../../../app.ts';
import { inLanguage, type Named } from '../../../lib/named.ts';
import type { Locale } from '../../../lib/wire.ts';
import { listExpenseCategories } from '../../spending/categories/service.ts';
import { listFunds } from '../../ledger/funds/service.ts';
import { listCategories } from '../../giving/categories/service.ts';
import type { Statement } from './schema.ts';

/** The current names of categories and funds, by id. */
export type Names = Readonly<Record<'categories' | 'funds' | 'groups' | 'subCategories', ReadonlyMap<number, Named>>>;

/** Returns the names of all giving categories, funds and expense categories. */
export async function readNames(app: App): Promise<Names> {
  const { items: categories } = await listCategories(app, true);
  const { items: groups } = await listExpenseCategories(app);
  const byId = (list: readonly (Named & { id: number })[]) =>
    new Map(list.map(({ id, name, nameZh }) => [id, { name, nameZh }]));
  return {
    categories: byId(categories),
    funds: byId((await listFunds(app)).items),
    groups: byId(groups),
    subCategories: byId(groups.flatMap(({ subCategories }) => subCategories)),
  };
}

/**
 * Returns the statement with the names of its categories and funds in a language. For a category or fund that was
 * renamed after the month was finalized, the stored name is used.
 */
export function nameIn(statement: Statement, names: Names, locale: Locale): Statement {
  const nameOf = (kind: keyof Names, id: number, name: string) => {
    const known = names[kind].get(id);
    return known?.name === name ? inLanguage(known, locale) : name;
  };
  return {
    ...statement,
    givingByCategory: statement.givingByCategory.map((one) => ({
      ...one,
      name: nameOf('categories', one.categoryId, one.name),
    })),
    expensesByGroup: statement.expensesByGroup.map((group) => ({
      ...group,
      name: nameOf('groups', group.groupId, group.name),
      subCategories: group.subCategories.map((one) => ({
        ...one,
        name: nameOf('subCategories', one.subCategoryId, one.name),
      })),
    })),
    funds: statement.funds.map((fund) => ({
      ...fund,
      name: fund.fundId === null ? fund.name : nameOf('funds', fund.fundId, fund.name),
    })),
  };
}
