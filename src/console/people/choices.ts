/** The fields of a person that have only a few values, and the names of these values. */
import type { useTranslation } from 'react-i18next';
import { FAMILY_ROLES } from './family.ts';

type Words = ReturnType<typeof useTranslation<'people'>>['t'];
type Choice = { value: string; label: string };

const NONE: Choice = { value: '', label: '–' };
const GENDERS = ['Female', 'Male'] as const;
const STATUSES = ['Active', 'Inactive', 'Visitor', 'Transferred', 'Deceased'] as const;

/** Returns the values of a field, with the empty one if it may be empty; undefined if any text may be in the field. */
export function choicesOf(field: string, t: Words): Choice[] | undefined {
  if (field === 'status') return STATUSES.map((value) => ({ value, label: t(`status${value}`) }));
  if (field === 'gender') return [NONE, ...GENDERS.map((value) => ({ value, label: t(`gender${value}`) }))];
  if (field === 'familyRole') return [NONE, ...FAMILY_ROLES.map((value) => ({ value, label: t(`role${value}`) }))];
  return undefined;
}
