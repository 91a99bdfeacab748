import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { CheckedField } from './checked-field.tsx';
import { dateText, readWholeDate } from './dates.ts';

type Props = {
  label: string;
  /** The text in the box. It becomes `YYYY-MM-DD` when the field loses the focus. */
  value: string;
  onChange: (text: string) => void;
  help?: string | undefined;
  fault?: string | undefined;
};

/**
 * A text box for a day long ago, such as a date of birth, of which no part may be missing. It shows the date that it
 * understood below. While the typed text is not a date, the form is not sent.
 */
export function WholeDateField({ label, value, onChange, help, fault }: Props) {
  const { t } = useTranslation();
  const date = readWholeDate(value);
  const isBad = value.trim() !== '' && date === undefined;
  return (
    <CheckedField
      label={label}
      value={value}
      autoComplete="off"
      help={help ?? (date === undefined ? t('dateWhole') : dateText(date, currentLanguage(), 'withWeekday'))}
      fault={fault}
      unreadable={isBad ? t('dateWholeBad') : undefined}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => date !== undefined && date !== value && onChange(date)}
    />
  );
}
