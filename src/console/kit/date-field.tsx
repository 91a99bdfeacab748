import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { dateText, readDate } from './dates.ts';
import { TextField } from './text-field.tsx';

type Props = {
  label: string;
  /** The date, or null while the box holds none. */
  value: string | null;
  onChange: (date: string | null) => void;
  today: string;
  help?: string;
  fault?: string | undefined;
  isRequired?: boolean;
  inputRef?: Ref<HTMLInputElement>;
};

/** One box for a date; it takes short forms and shows the weekday. */
export function DateField({ label, value, onChange, today, help, fault, isRequired = false, inputRef }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value ?? '';
  const isBad = text !== '' && readDate(text, today) === undefined;
  return (
    <TextField
      label={label}
      ref={inputRef}
      value={text}
      inputMode="numeric"
      autoComplete="off"
      required={isRequired}
      help={help ?? (value === null ? t('dateHelp') : dateText(value, currentLanguage(), 'weekday'))}
      fault={fault ?? (isBad && typed === undefined ? t('dateBad') : undefined)}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(readDate(event.target.value, today) ?? null);
      }}
      onBlur={() => value !== null && setTyped(undefined)}
    />
  );
}
