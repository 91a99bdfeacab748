import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { CheckedField } from './checked-field.tsx';
import { dateText, readDate } from './dates.ts';

type Props = {
  label: string;
  /** The date, or null while the text in the box is not a date. */
  value: string | null;
  onChange: (date: string | null) => void;
  today: string;
  help?: string | undefined;
  fault?: string | undefined;
  isRequired?: boolean;
  /** Set this for days in the past. An incomplete date then means the last matching day that is not after today. */
  isPast?: boolean;
  autoFocus?: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
};

/**
 * A text box for a date. It accepts short forms. Unless it has its own `help`, it shows the weekday below. While the
 * typed text is not a date, the form is not sent.
 */
export function DateField({ label, value, onChange, today, help, isPast = false, isRequired = false, ...rest }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value ?? '';
  const read = (written: string) => readDate(written, today, isPast);
  return (
    <CheckedField
      label={label}
      value={text}
      inputMode="numeric"
      autoComplete="off"
      required={isRequired}
      help={help ?? (value === null ? t('dateHelp') : dateText(value, currentLanguage(), 'weekday'))}
      unreadable={text.trim() !== '' && read(text) === undefined ? t('dateBad') : undefined}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(read(event.target.value) ?? null);
      }}
      onBlur={() => value !== null && setTyped(undefined)}
      {...rest}
    />
  );
}
