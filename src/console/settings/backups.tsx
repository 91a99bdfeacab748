import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../client/client.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { instantText } from '../kit/dates.ts';
import { Notice } from '../kit/notice.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { TargetForm } from './copies-form.tsx';
import { takeOver, targetQuery, type Target, tryTarget } from './copies-queries.ts';

/** The settings of backups: where copies off this computer go, how old they are, and whether that works. */
export function Backups() {
  const { t } = useTranslation('settings');
  return (
    <section className="screen-part">
      <h2>{t('copies_backups')}</h2>
      <p className="settings-help">{t('copies_backupsHelp')}</p>
      <h3>{t('copies_offThisComputer')}</h3>
      <Answer query={useQuery(targetQuery)}>
        {(target) => (
          <>
            {!target.hasPassphrase && <Notice tone="warn">{t('copies_noPassphrase')}</Notice>}
            <TargetForm key={target.modifiedAt} target={target} />
            {target.kind !== null && <Copies target={target} />}
          </>
        )}
      </Answer>
    </section>
  );
}

/** How old the copies are, what is wrong, and the buttons to try it. */
function Copies({ target }: { target: Target }) {
  const { t } = useTranslation('settings');
  const { lastCopyAt, lastFullCopyAt, isSending } = target;
  const when = (instant: string | null) =>
    instant === null ? t('copies_never') : instantText(instant, currentLanguage());
  return (
    <>
      <Findings target={target} />
      <dl className="sheet settings-facts">
        <dt>{t('copies_booksAsOf')}</dt>
        <dd>{when(lastCopyAt)}</dd>
        <dt>{t('copies_allAsOf')}</dt>
        <dd>{when(lastFullCopyAt)}</dd>
      </dl>
      {isSending && <p role="status">{t('copies_isSending')}</p>}
      <Attempts />
    </>
  );
}

function Findings({ target: { lastError, sameDisk, syncedFolder, kind, hasRclone } }: { target: Target }) {
  const { t } = useTranslation('settings');
  return (
    <>
      {lastError && (
        <Notice tone="bad">
          <p>{t('copies_lastError', { when: instantText(lastError.at, currentLanguage()) })}</p>
          <p>{t(`copies_fault_${lastError.code}`)}</p>
          {lastError.code === 'other_computer' && <TakeOver />}
        </Notice>
      )}
      {kind === 'Rclone' && !hasRclone && <Notice tone="warn">{t('copies_fault_no_rclone')}</Notice>}
      {sameDisk === true && <Notice tone="warn">{t('copies_sameDisk')}</Notice>}
      {syncedFolder && (
        <Notice tone="plain">{t('copies_syncedFolder', { program: t(`copies_program_${syncedFolder}`) })}</Notice>
      )}
    </>
  );
}

function TakeOver() {
  const { t } = useTranslation('settings');
  const [isAsked, setAsked] = useState(false);
  const { fault, isBusy, save } = useSaving<Target>(() => setAsked(false));
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t('copies_takeOver')}</Button>
      {isAsked && (
        <Confirm
          title={t('copies_takeOver')}
          action={t('copies_takeOver')}
          isBusy={isBusy}
          fault={fault?.sentence}
          onConfirm={() => void save(takeOver, t('copies_saved'))}
          onClose={() => setAsked(false)}
        >
          <p>{t('copies_takeOverAsk')}</p>
        </Confirm>
      )}
    </>
  );
}

function Attempts() {
  const { t } = useTranslation('settings');
  const [result, setResult] = useState<Schemas['CopyResult']>();
  const { fault, isBusy, save } = useSaving<Schemas['CopyResult']>(setResult);
  const attempt = (how: 'test' | 'send') => {
    setResult(undefined);
    void save(
      () => tryTarget(how),
      ({ error }) => (error ? t(`copies_fault_${error.code}`) : t(`copies_worked_${how}`)),
    );
  };
  return (
    <>
      {fault && <FaultNotice fault={fault} />}
      {result?.error && <Notice tone="bad">{t(`copies_fault_${result.error.code}`)}</Notice>}
      <div className="screen-actions">
        <Button isBusy={isBusy} onClick={() => attempt('test')}>
          {t('copies_test')}
        </Button>
        <Button isBusy={isBusy} onClick={() => attempt('send')}>
          {t('copies_send')}
        </Button>
      </div>
    </>
  );
}
