import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Answer } from '../kit/answer.tsx';
import { Notice } from '../kit/notice.tsx';
import { healthQuery } from '../session/health.ts';

const HOUR = 3600;

/** Whether the service works, how long it has been running, and whether there is a recent backup. */
export function Service() {
  const { t } = useTranslation('settings');
  return (
    <section className="screen-part">
      <h2>{t('part_service')}</h2>
      <Answer query={useQuery(healthQuery)}>
        {({ version, uptimeSeconds, checks }) => (
          <>
            {checks.backup !== 'ok' && <Notice tone="warn">{t(`backup_${checks.backup}`)}</Notice>}
            {checks.disk === 'failed' && <Notice tone="warn">{t('trouble_disk')}</Notice>}
            {checks.clock === 'jumped' && <Notice tone="warn">{t('trouble_clock')}</Notice>}
            <dl className="sheet settings-facts">
              <dt>{t('version')}</dt>
              <dd>{version}</dd>
              <dt>{t('uptime')}</dt>
              <dd>
                {uptimeSeconds < 48 * HOUR
                  ? t('hours', { count: Math.floor(uptimeSeconds / HOUR) })
                  : t('days', { count: Math.floor(uptimeSeconds / (24 * HOUR)) })}
              </dd>
              <dt>{t('database')}</dt>
              <dd>{t(`check_${checks.database}`)}</dd>
              <dt>{t('file')}</dt>
              <dd>{t(`file_${checks.file}`)}</dd>
              <dt>{t('storage')}</dt>
              <dd>{t(`check_${checks.storage}`)}</dd>
              <dt>{t('space')}</dt>
              <dd>{t(`space_${checks.space}`)}</dd>
              <dt>{t('backups')}</dt>
              <dd>{t(`backupState_${checks.backup}`)}</dd>
            </dl>
            <p className="settings-help">{t('serviceHelp')}</p>
          </>
        )}
      </Answer>
    </section>
  );
}
