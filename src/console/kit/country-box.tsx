import { COUNTRIES, countryName, meantCountry, readCountry } from '../../lib/country.ts';
import { fold } from '../../lib/fold.ts';
import { currentLanguage, localeOf } from '../i18n/i18n.ts';
import { ChoiceBox } from './choice-box.tsx';

type Props = {
  label: string;
  /** The code of the country; an empty text if there is none. */
  value: string;
  onChange: (code: string) => void;
  help?: string | undefined;
  fault?: string | undefined;
};

/** A text box to choose a country by its name or its code. */
export function CountryBox({ label, value, onChange, help, fault }: Props) {
  const locale = localeOf(currentLanguage());
  return (
    <ChoiceBox
      label={label}
      chosen={countryName(value, locale)}
      optionsFor={(typed = '') => fitting(typed, locale)}
      onChoose={onChange}
      onClear={() => onChange('')}
      help={help}
      fault={fault}
    />
  );
}

/** Returns the countries whose code, other name or part of a name was typed. The best one comes first. */
function fitting(typed: string, locale: 'en-US' | 'zh-TW') {
  const wanted = fold(typed);
  const code = meantCountry(typed) ?? readCountry(typed);
  const rank = (name: string) => (fold(name).startsWith(wanted) ? 1 : 2);
  return COUNTRIES.map((value) => ({ id: value, label: countryName(value, locale), hint: value, value }))
    .filter(({ value, label }) => value === code || fold(label).includes(wanted))
    .map((option) => ({ option, place: option.value === code ? 0 : rank(option.label) }))
    .toSorted((a, b) => a.place - b.place || a.option.label.localeCompare(b.option.label, locale))
    .map(({ option }) => option);
}
