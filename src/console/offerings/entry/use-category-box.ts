/** The box of a category, which a gift has, and each part of a split gift. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Option, useCombo } from '../../kit/combo.ts';
import type { Category } from '../queries.ts';
import { categoryOptions, isUnknownCategory } from './options.ts';

type Box = {
  /** What the person is typing; undefined if the box shows the chosen category. */
  typed: string | undefined;
  setTyped: (text: string | undefined) => void;
  choose: (categoryId: number | null) => void;
};

/** Returns the options of the box, and what typing, leaving the box and taking an option do. */
export function useCategoryBox(categories: readonly Category[], { typed, setTyped, choose }: Box) {
  const { t } = useTranslation('offerings');
  // Memoized, so that typing an amount does not compute the list again. `t` is a dependency because the names of the
  // categories depend on the language.
  // eslint-disable-next-line react/exhaustive-deps
  const options = useMemo(() => categoryOptions(typed, categories), [typed, categories, t]);
  const combo = useCombo(options);
  return {
    options,
    combo,
    /** A text that is no category takes the category away, so that the money does not go to the one chosen before. */
    type: (text: string) => {
      setTyped(text);
      if (isUnknownCategory(text, categories)) choose(null);
    },
    /** Such a text stays in the box, so that the person sees what is wrong. */
    leave: () => {
      if (!isUnknownCategory(typed, categories)) setTyped(undefined);
    },
    take: ({ value }: Option<number>) => {
      setTyped(undefined);
      choose(value);
    },
  };
}
