import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';

type Props = { count: number; onKeep: () => void; onDelete: () => void };

/** Warns that signing out deletes the unsent gifts. The person can cancel or sign out anyway. */
export function UnsentDialog({ count, onKeep, onDelete }: Props) {
  const { t } = useTranslation('shell');
  const { t: common } = useTranslation();
  return (
    <Dialog title={t('unsentTitle')} onClose={onKeep}>
      <p>{t('unsentBody', { count })}</p>
      <footer>
        <Button kind="primary" onClick={onKeep} autoFocus>
          {common('cancel')}
        </Button>
        <Button kind="danger" onClick={onDelete}>
          {t('signOutAnyway')}
        </Button>
      </footer>
    </Dialog>
  );
}
