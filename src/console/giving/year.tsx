import { useTranslation } from 'react-i18next';
import { SelectField } from '../kit/select-field.tsx';

const YEARS_SHOWN = 10;

type Props = { year: number; today: string; onYear: (year: number) => void };

/** A field to choose this year or one of the years before it. */
export function YearField({ year, today, onYear }: Props) {
  const { t } = useTranslation('giving');
  const latest = Number(today.slice(0, 4));
  const years = new Set([...Array.from({ length: YEARS_SHOWN }, (_, back) => latest - back), year]);
  return (
    <SelectField
      label={t('year')}
      value={String(year)}
      options={[...years].map((one) => ({ value: String(one), label: String(one) }))}
      onChange={(value) => onYear(Number(value))}
    />
  );
}

/** Returns the year in an address, or `usual` if the address has none. */
export function yearIn(text: string, usual: number): number {
  const year = Number(text);
  return Number.isInteger(year) && year >= 1900 && year <= 2999 ? year : usual;
}
