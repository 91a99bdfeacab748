import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useCan } from '../session/session.ts';

/** A link to the card of a member in a new tab, so that the open file stays as it is. */
export function CardLink({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation('imports');
  if (!useCan('members.read')) return null;
  return (
    <Link href={`/people/${id}`} target="_blank" aria-label={t('openCard', { name })}>
      {t('card')}
    </Link>
  );
}
