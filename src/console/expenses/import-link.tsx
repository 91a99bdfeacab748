import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useCan } from '../session/session.ts';

/** The link to the import of expenses, for who may import them. */
export function ImportLink() {
  const { t } = useTranslation('expenses');
  if (!useCan('finance.manage')) return null;
  return (
    <Link href="/expenses/import" className="button">
      {t('import')}
    </Link>
  );
}
