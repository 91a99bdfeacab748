import { useTranslation } from 'react-i18next';
import { MEMBER_COLUMNS } from '../../features/people/members/fields.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import type { Kind } from './kinds.ts';

/** Returns a function that names a field of an import. A field of a person is called as in the form of a person. */
export function useFieldLabel(kind: Kind): (field: string) => string {
  const { t } = useTranslation('imports');
  return (field) => {
    const column = kind === 'members' ? MEMBER_COLUMNS[field as 'email'] : undefined;
    return column?.form?.label[currentLanguage()] ?? t(`field_${field as 'date'}`, { defaultValue: field });
  };
}
