import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';
import { healthQuery } from '../session/health.ts';
import { useCan } from '../session/session.ts';

/** The version of the service when this page was loaded. */
let own: string | undefined;

/**
 * Says on every screen that nothing can be stored, or that the service has a newer version of this page. The people who
 * manage users also see that the disk will soon be full.
 */
export function Notices() {
  const { t } = useTranslation();
  const manages = useCan('users.manage');
  const { version, checks } = useQuery(healthQuery).data ?? {};
  own ??= version;
  return (
    <>
      {checks?.file === 'damaged' && <Notice tone="bad">{t('damaged')}</Notice>}
      {checks?.storage === 'failed' && <Notice tone="bad">{t('unwritable')}</Notice>}
      {checks?.space === 'low' && manages && <Notice tone="warn">{t('lowSpace')}</Notice>}
      {version !== undefined && version !== own && (
        <Notice tone="warn">
          {t('newerBuild')} <Button onClick={() => location.reload()}>{t('reload')}</Button>
        </Notice>
      )}
    </>
  );
}
