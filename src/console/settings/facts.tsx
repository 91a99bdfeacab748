import { countryName } from '../../lib/country.ts';
import { currentLanguage, localeOf } from '../i18n/i18n.ts';
import { type Field, typedFrom } from './fields.ts';

/** The fields of a record that a person may see but not change. Empty fields are left out. */
export function Facts({ record, fields }: { record: object; fields: readonly Field[] }) {
  const typed = typedFrom(record, fields);
  const shown = fields.flatMap(({ name, label, kind, options, isHidden }) => {
    const value = isHidden ? '' : String(typed[name] ?? '');
    const text = kind === 'country' ? countryName(value, localeOf(currentLanguage())) : value;
    return text === '' ? [] : [{ name, label, text: options?.find(({ value }) => value === text)?.label ?? text }];
  });
  return (
    <dl className="sheet settings-facts">
      {shown.map(({ name, label, text }) => (
        <FactOf key={name} label={label} text={text} />
      ))}
    </dl>
  );
}

function FactOf({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </>
  );
}
