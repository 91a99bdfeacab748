/** The words for gifts that the screens of this room share. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { currentLanguage } from '../i18n/i18n.ts';
import { categoryText, type GiftWords, useGiftWords } from '../offerings/entry/words-of.ts';
import { type Category, giversQuery } from '../offerings/queries.ts';
import { useCan } from '../session/session.ts';
import { allCategoriesQuery } from './queries.ts';
import type { Giving } from './types.ts';
import { listText } from '../kit/list-text.ts';

export type GivingWords = Pick<GiftWords, 'method'> & {
  /** All categories, including those that are no longer used. */
  categories: readonly Category[];
  categoryName: (category: Category) => string;
  /** The name of the giver of a gift, or `Anonymous` or `Loose cash`. */
  giverOf: (gift: Pick<Giving, 'memberId' | 'memberName' | 'isAnonymous'> & { companyName?: string | null }) => string;
  /** The names of all categories of a gift. */
  categoriesOf: (gift: Pick<Giving, 'categoryId' | 'parts'>) => string;
};

const NONE: readonly never[] = [];

/**
 * Returns the words for gifts in the language of the page. Only accounts that may enter gifts know the Chinese names of
 * givers. Other accounts see the names as the service writes them.
 */
export function useGivingWords(): GivingWords {
  const { data: categories = NONE } = useQuery(allCategoriesQuery);
  const { data: givers = NONE } = useQuery({ ...giversQuery, enabled: useCan('giving.write') });
  const giverMap = useMemo(() => new Map(givers.map((one) => [one.id, one])), [givers]);
  const categoryMap = useMemo(() => new Map(categories.map((one) => [one.id, one])), [categories]);
  const words = useGiftWords(giverMap, categoryMap);
  return {
    method: words.method,
    categories,
    categoryName: (category) => categoryText(category, currentLanguage()),
    giverOf: (gift) => words.giver(gift, gift.memberName),
    categoriesOf: ({ parts, categoryId }) =>
      listText((parts ?? [{ categoryId }]).map((part) => words.category(part.categoryId ?? 0))),
  };
}
