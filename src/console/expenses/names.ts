/** The names of categories, ministries, funds and accounts in the language of the page. */
import { useQuery } from '@tanstack/react-query';
import { fold } from '../../lib/fold.ts';
import type { Option } from '../kit/combo.ts';
import { nameOf, type NamedRecord } from '../kit/record-name.ts';
import { type Expense, expenseCategoriesQuery, fundsQuery, ministriesQuery } from './queries.ts';

type What = Pick<Expense, 'subCategoryId' | 'subCategoryName' | 'ministryId' | 'ministryName' | 'fundId' | 'fundName'>;

/** What the church calls its categories, ministries and funds, and functions that return the names of an expense. */
export function useNames() {
  const { data: groups = [], isLoading } = useQuery(expenseCategoriesQuery);
  const { data: ministries = [] } = useQuery(ministriesQuery);
  const { data: funds = [] } = useQuery(fundsQuery);
  const named = (records: readonly (NamedRecord & { id: number })[], id: number | null, otherwise: string | null) => {
    const found = records.find((record) => record.id === id);
    return found ? nameOf(found) : (otherwise ?? '');
  };
  const all = groups.flatMap(({ subCategories }) => subCategories);
  return {
    groups,
    /** True while the categories are being read for the first time. */
    isLoading,
    ministries,
    funds,
    category: ({ subCategoryId, subCategoryName }: Pick<What, 'subCategoryId' | 'subCategoryName'>) =>
      named(all, subCategoryId, subCategoryName),
    ministry: ({ ministryId, ministryName }: Pick<What, 'ministryId' | 'ministryName'>) =>
      named(ministries, ministryId, ministryName),
    fund: ({ fundId, fundName }: Pick<What, 'fundId' | 'fundName'>) => named(funds, fundId, fundName),
  };
}

type Groups = ReturnType<typeof useNames>['groups'];

/**
 * Returns the subcategories in use whose own name or group contains the text, in either language. Names that begin with
 * the text come first.
 */
export function categoryOptions(typed: string | undefined, groups: Groups): Option<number>[] {
  const wanted = fold(typed ?? '');
  const all = groups
    .filter(({ isActive }) => isActive)
    .flatMap((group) =>
      group.subCategories
        .filter(({ isActive }) => isActive)
        .map((one) => ({
          option: { id: String(one.id), label: nameOf(one), hint: nameOf(group), value: one.id },
          names: [one.name, one.nameZh ?? ''].map(fold),
          groups: [group.name, group.nameZh ?? ''].map(fold),
        })),
    );
  const rank = ({ names, groups }: (typeof all)[number]) => {
    if (names.some((name) => name.startsWith(wanted))) return 0;
    if (names.some((name) => name.includes(wanted))) return 1;
    return groups.some((name) => name.includes(wanted)) ? 2 : 3;
  };
  return all
    .map((one) => ({ one, rank: rank(one) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one.option);
}

type Choice = NamedRecord & { id: number; isActive: boolean };

/** Returns the records in use as options, and the chosen one even if it is no longer in use. */
export function choices(records: readonly Choice[], chosen: number | null, none = '–') {
  const shown = records.filter(({ id, isActive }) => isActive || id === chosen);
  return [{ value: '', label: none }, ...shown.map((one) => ({ value: String(one.id), label: nameOf(one) }))];
}

/** Returns the id that an option stands for; null for the option without a value. */
export const numberOf = (id: string): number | null => (id === '' ? null : Number(id));
