/** The words that describe a gift in sentences and table cells, in the language of the page. */
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, type Language } from '../../i18n/i18n.ts';
import { amountText } from '../../kit/money.ts';
import { nameText } from '../../kit/names.ts';
import { nameOf } from '../../kit/record-name.ts';
import type { Category } from '../queries.ts';
import type { Giver } from '../../../lib/giver-index.ts';
import type { GiftBody, Method, Who } from './row.ts';

export type GiftWords = {
  /** The giver. For a gift of a company, its name and who brought it. */
  giver: (body: Pick<GiftBody, 'memberId' | 'isAnonymous' | 'companyName'>, memberName?: string | null) => string;
  method: (method: Method) => string;
  /** The name of a method for the middle of a sentence: `cash` in lower case, but the brand name `Zelle` unchanged. */
  methodWithin: (method: Method) => string;
  category: (id: number) => string;
  /** The giver, amount and method, such as `Shu-Fen Huang, 50.00, Cash`. */
  gift: (body: GiftBody, memberName?: string | null) => string;
};

/**
 * Returns the words for gifts. Returns the same object until the givers, the categories or the language change.
 */
export function useGiftWords(givers: ReadonlyMap<number, Giver>, categories: ReadonlyMap<number, Category>): GiftWords {
  const { t } = useTranslation('offerings');
  return useMemo(() => giftWords(givers, categories, t), [givers, categories, t]);
}

function giftWords(
  givers: ReadonlyMap<number, Giver>,
  categories: ReadonlyMap<number, Category>,
  t: TFunction<'offerings'>,
): GiftWords {
  const words: GiftWords = {
    giver: ({ memberId, isAnonymous, companyName }, memberName) => {
      if (isAnonymous) return t('anonymous');
      if (memberId === null) return companyName ?? t('looseCash');
      const known = givers.get(memberId);
      const giver = known ? nameText(known, currentLanguage()) : (memberName ?? `#${memberId}`);
      return companyName == null ? giver : t('companyBy', { company: companyName, giver });
    },
    method: (method) => methodText(method, t),
    methodWithin: (method) => methodWithin(methodText(method, t), method),
    category: (id) => categoryText(categories.get(id), currentLanguage()),
    gift: (body, memberName) =>
      `${words.giver(body, memberName)}, ${amountText(body.amount)}, ${words.method(body.method)}`,
  };
  return words;
}

/** Returns the name of a method. */
export function methodText(method: Method, t: TFunction<'offerings'>): string {
  return t(`kinds_${method}`);
}

const BRANDS: ReadonlySet<Method> = new Set<Method>(['Zelle', 'PayPal']);

/** Returns the name of a method for the middle of a sentence: in lower case, except for brand names. */
export function methodWithin(name: string, method: Method): string {
  return BRANDS.has(method) ? name : name.toLowerCase();
}

/** Returns the name of a category. In Chinese, returns its Chinese name if the church has entered one. */
export function categoryText(category: Category | undefined, language: Language): string {
  return category ? nameOf(category, language) : '';
}

/** Returns the text of the giver box; empty while no giver is chosen. */
export function whoText(who: Who, words: GiftWords): string {
  if (who.kind === 'nobody') return '';
  return words.giver({ memberId: who.kind === 'member' ? who.id : null, isAnonymous: who.kind === 'anonymous' });
}
