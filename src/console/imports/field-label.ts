import { useTranslation } from 'react-i18next';

/** Returns a function that names a field of an import. */
export function useFieldLabel(): (field: string) => string {
  const { t } = useTranslation('imports');
  return (field) => t(`field_${field as 'date'}`, { defaultValue: field });
}
