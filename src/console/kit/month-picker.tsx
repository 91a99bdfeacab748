import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from './button.tsx';
import { monthText } from './dates.ts';
import { SelectField } from './select-field.tsx';
import './month-picker.css';

type Props = {
  label: string;
  /** The chosen month as `YYYY-MM`. */
  value: string;
  /** The months to choose from, the newest first. */
  months: readonly string[];
  onChange: (month: string) => void;
};

/** A list to choose a month from, with buttons for the month before and the month after. */
export function MonthPicker({ label, value, months, onChange }: Props) {
  const { t } = useTranslation();
  const place = months.indexOf(value);
  const step = (to: string | undefined, word: 'previousMonth' | 'nextMonth', sign: string) => (
    <Button aria-label={t(word)} title={t(word)} disabled={to === undefined} onClick={() => to && onChange(to)}>
      {sign}
    </Button>
  );
  return (
    <div className="month-picker no-print">
      {step(months[place + 1], 'previousMonth', '‹')}
      <SelectField
        label={label}
        value={value}
        options={months.map((month) => ({ value: month, label: monthText(month, currentLanguage()) }))}
        onChange={onChange}
      />
      {step(months[place - 1], 'nextMonth', '›')}
    </div>
  );
}
