import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { ComboBox } from '../../kit/combo-box.tsx';
import { type Option, useCombo } from '../../kit/combo.ts';
import type { Category } from '../queries.ts';
import { isComposing } from './keys.ts';
import { categoryOptions } from './options.ts';
import { categoryText } from './words-of.ts';

type Props = { id: string; categories: readonly Category[]; value: number | null; onChange: (id: number) => void };

/** The box for the usual category. Every new gift has this category until the person chooses another one. */
export function UsualCategory({ id, categories, value, onChange }: Props) {
  const { t } = useTranslation('offerings');
  const [typed, setTyped] = useState<string>();
  const options = categoryOptions(typed, categories);
  const combo = useCombo(options);
  const take = (option: Option<number> | undefined) => {
    setTyped(undefined);
    combo.close();
    if (option) onChange(option.value);
  };
  return (
    <div className="usual-category">
      <ComboBox
        id={`${id}-usual`}
        label={t('usualCategory')}
        text={
          typed ??
          categoryText(
            categories.find((one) => one.id === value),
            currentLanguage(),
          )
        }
        options={options}
        combo={combo}
        onText={setTyped}
        onTake={take}
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyped(undefined)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          const { key } = event;
          if (key === 'Enter' || key === 'Tab') take(combo.current());
          else if (key === 'Escape') take(undefined);
          else if (key === 'ArrowDown' || key === 'ArrowUp') {
            event.preventDefault();
            if (combo.isOpen) combo.move(key === 'ArrowDown' ? 1 : -1);
            else combo.open();
          }
        }}
      />
    </div>
  );
}
