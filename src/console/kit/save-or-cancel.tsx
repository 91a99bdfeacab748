import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

/** The two buttons below the fields of a form. */
export function SaveOrCancel({ isBusy, onCancel }: { isBusy: boolean; onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="screen-actions">
      <Button type="submit" kind="primary" isBusy={isBusy}>
        {t('save')}
      </Button>
      <Button onClick={onCancel}>{t('cancel')}</Button>
    </div>
  );
}
