import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../kit/record-name.ts';
import { type Box, boxKey } from './prior-rows.ts';
import { expenseKindsQuery, givingCategoriesQuery, incomeCategoriesQuery } from './queries.ts';

type Section = { title: string; boxes: readonly Box[] };

/**
 * Returns the categories of the church in sections: giving, other income, and each group of expenses. One that is no
 * longer in use is among them if it has an amount.
 */
export function useBoxes(amounts: Readonly<Record<string, string>>): Section[] {
  const { t } = useTranslation('settings');
  const { data: giving = [] } = useQuery(givingCategoriesQuery);
  const { data: income = [] } = useQuery(incomeCategoriesQuery);
  const { data: groups = [] } = useQuery(expenseKindsQuery);
  const shown = (box: Box, isActive: boolean) => (isActive || amounts[boxKey(box)] !== undefined ? [box] : []);
  return [
    {
      title: t('source_categoryId'),
      boxes: giving.flatMap((one) =>
        shown({ list: 'income', field: 'categoryId', id: one.id, name: nameOf(one) }, one.isActive),
      ),
    },
    {
      title: t('source_incomeCategoryId'),
      boxes: income.flatMap((one) =>
        shown({ list: 'income', field: 'incomeCategoryId', id: one.id, name: nameOf(one) }, one.isActive),
      ),
    },
    ...groups.map((group) => ({
      title: t('priorGroup', { name: nameOf(group) }),
      boxes: group.subCategories.flatMap((one) =>
        shown(
          { list: 'expenses', field: 'subCategoryId', id: one.id, name: nameOf(one) },
          one.isActive && group.isActive,
        ),
      ),
    })),
  ].filter(({ boxes }) => boxes.length > 0);
}
