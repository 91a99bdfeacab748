import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Notice } from '../kit/notice.tsx';
import { healthQuery } from '../session/health.ts';
import { targetQuery } from './copies-queries.ts';

/** Says on the home screen that there is no copy off this computer, that the newest is old, or why none can be sent. */
export function CopyReminder() {
  const { t } = useTranslation('settings');
  const { data: target } = useQuery(targetQuery);
  const { data: health } = useQuery(healthQuery);
  if (!target || !health) return null;
  if (target.kind === null) {
    return (
      <Notice tone="plain">
        {t('copies_reminderNone')} <Link href="/settings/backups">{t('copies_choosePlace')}</Link>
      </Notice>
    );
  }
  const { lastError } = target;
  if (lastError === null && health.copy?.ok !== false) return null;
  const days = Math.floor((health.copy?.ageHours ?? 0) / 24);
  return (
    <Notice tone="warn">
      {health.copy?.ageHours == null ? t('copies_reminderNever') : t('copies_reminderOld', { count: days })}{' '}
      {lastError && t(`copies_fault_${lastError.code}`)}{' '}
      <Link href="/settings/backups">{t('copies_lookAtCopies')}</Link>
    </Notice>
  );
}
