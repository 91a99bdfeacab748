import { useTranslation } from 'react-i18next';
import { MEMBER_COLUMNS } from '../../../features/people/members/fields.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import type { Field } from './draft.ts';

/** The fields that a column can fill, in the order of the form. */
export const FIELDS = [...Object.keys(MEMBER_COLUMNS), 'id'] as Field[];

/** Returns a function that names a field of an import: as the form of a person does, or with a word of its own. */
export function useFieldLabel(): (field: Field) => string {
  const { t } = useTranslation('people');
  return (field) => {
    const form = field === 'id' ? null : MEMBER_COLUMNS[field].form;
    return form ? form.label[currentLanguage()] : t(`field_${field as 'id'}`);
  };
}
