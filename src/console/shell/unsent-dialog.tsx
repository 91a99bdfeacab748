import { useTranslation } from 'react-i18next';
import { Confirm } from '../kit/confirm.tsx';

type Props = { count: number; onKeep: () => void; onDelete: () => void };

/** Warns that signing out deletes the unsent entries. The person can cancel or sign out anyway. */
export function UnsentDialog({ count, onKeep, onDelete }: Props) {
  const { t } = useTranslation('shell');
  return (
    <Confirm title={t('unsentTitle')} action={t('signOutAnyway')} onConfirm={onDelete} onClose={onKeep}>
      <p>{t('unsentBody', { count })}</p>
    </Confirm>
  );
}
