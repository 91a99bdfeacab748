import { type RefObject, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from './composing.ts';
import { ComboBox } from './combo-box.tsx';
import { type Option, useCombo } from './combo.ts';

type Props<T> = {
  label: string;
  /** The name of the chosen option, or an empty text if nothing is chosen. */
  chosen: string;
  /** Returns the options for a typed text. Without a text, returns all options. */
  optionsFor: (typed: string | undefined) => readonly Option<T>[];
  onChoose: (value: T) => void;
  /** Called when the text is emptied. Without it, the box returns to the chosen option. */
  onClear?: () => void;
  /** Called with the text whenever the person types. */
  onType?: (text: string) => void;
  /** True while the options are being read. Until then, Enter chooses nothing. */
  isSearching?: boolean;
  help?: string | undefined;
  fault?: string | undefined;
  inputRef?: RefObject<HTMLInputElement | null>;
};

/** A text box to choose one of many options by some letters of its name. */
export function ChoiceBox<T>(props: Props<T>) {
  const { label, chosen, optionsFor, onChoose, onClear, onType, isSearching = false, help, fault, inputRef } = props;
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const options = optionsFor(typed);
  const combo = useCombo(options);
  const isUnknown = Boolean(typed?.trim()) && options.length === 0 && !isSearching;
  const take = (option: Option<T> | undefined) => {
    setTyped(undefined);
    combo.close();
    if (option) onChoose(option.value);
  };
  const leave = () => {
    if (typed?.trim() === '') onClear?.();
    setTyped(undefined);
  };
  return (
    <ComboBox
      id={id}
      label={label}
      text={typed ?? chosen}
      options={options}
      combo={combo}
      fault={fault}
      help={isUnknown ? t('noChoice') : help}
      onText={(text) => {
        setTyped(text);
        onType?.(text);
      }}
      onTake={take}
      onFocus={(event) => event.target.select()}
      onBlur={leave}
      {...(inputRef && { inputRef })}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return;
        const { key } = event;
        if ((key === 'Enter' || key === 'Tab') && typed?.trim() !== '') {
          // A typed text that is not in the list, or not yet, stays, and Enter does not send the form without it.
          const mayTake = !isSearching && !isUnknown;
          if (key === 'Enter' && (combo.isOpen || !mayTake)) event.preventDefault();
          if (key === 'Tab' || mayTake) take(combo.current());
        } else if (key === 'Escape') take(undefined);
        else if (key === 'ArrowDown' || key === 'ArrowUp') {
          event.preventDefault();
          if (combo.isOpen) combo.move(key === 'ArrowDown' ? 1 : -1);
          else combo.open();
        }
      }}
    />
  );
}
