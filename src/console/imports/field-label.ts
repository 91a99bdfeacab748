import { useTranslation } from 'react-i18next';
import { MEMBER_COLUMNS } from '../../features/people/members/fields.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import type { Kind } from './kinds.ts';

const monthIn = (language: string, month: number) =>
  new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month));

/** The fields of a budget that are months. */
const MONTHS = Array.from({ length: 12 }, (_, month) => monthIn('en', month));

/** Returns a function that names a field of an import. A field of a person is called as in the form of a person. */
export function useFieldLabel(kind: Kind): (field: string) => string {
  const { t } = useTranslation('imports');
  return (field) => {
    const column = kind === 'members' ? MEMBER_COLUMNS[field as 'email'] : undefined;
    if (column?.form) return column.form.label[currentLanguage()];
    if (MONTHS.includes(field)) return monthIn(currentLanguage(), MONTHS.indexOf(field));
    const usual = t(`field_${field as 'date'}`, { defaultValue: field });
    return t(`field_${kind as 'expenses'}_${field as 'memberName'}`, { defaultValue: usual });
  };
}
