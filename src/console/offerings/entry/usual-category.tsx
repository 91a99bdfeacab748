import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { ChoiceBox } from '../../kit/choice-box.tsx';
import type { Category } from '../queries.ts';
import { categoryOptions } from './options.ts';
import { categoryText } from './words-of.ts';

type Props = { categories: readonly Category[]; value: number | null; onChange: (id: number) => void };

/** The box for the usual category. Every new gift has this category until the person chooses another one. */
export function UsualCategory({ categories, value, onChange }: Props) {
  const { t } = useTranslation('offerings');
  const chosen = categories.find((one) => one.id === value);
  return (
    <div className="usual-category">
      <ChoiceBox
        label={t('usualCategory')}
        chosen={categoryText(chosen, currentLanguage())}
        optionsFor={(typed) => categoryOptions(typed, categories)}
        onChoose={onChange}
      />
    </div>
  );
}
