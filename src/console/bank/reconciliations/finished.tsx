import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ZERO } from '../../../lib/money.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { instantText } from '../../kit/dates.ts';
import { FileButton } from '../../kit/file-button.tsx';
import { Notice } from '../../kit/notice.tsx';
import { useSaving } from '../../kit/use-saving.ts';
import { useCan, useMe } from '../../session/session.ts';
import { mayReview } from '../../kit/reconciliation-review.ts';
import { DocumentTable } from './document-table.tsx';
import { Facts } from './facts.tsx';
import { reconciliationsQuery, reportPdf, step, type Versioned } from './queries.ts';
import { rowsOf } from './ticks.ts';

/** A finished reconciliation: its report, its review by another person, and its undo if it is the last one. */
export function Finished({ versioned }: { versioned: Versioned }) {
  const { reconciliation } = versioned;
  const { t } = useTranslation('bank');
  const me = useMe();
  const mayManage = useCan('statements.manage');
  const { data: all } = useQuery(reconciliationsQuery(reconciliation.accountId));
  const { fault, isBusy, save } = useSaving<unknown>(() => {});
  const [isReopening, setReopening] = useState(false);
  const { finishedAt, finishedByName, reviewedAt, reviewedByName, endDate } = reconciliation;
  const isLast = all?.[0]?.id === reconciliation.id;
  const rows = rowsOf(reconciliation, new Map());
  const at = (instant: string | null) => (instant === null ? '' : instantText(instant, currentLanguage()));
  return (
    <>
      {fault && !isReopening && <Notice tone="bad">{fault.sentence}</Notice>}
      <div className="sheet bank-sums">
        <Facts reconciliation={reconciliation} difference={ZERO} />
        <p>{t('finishedBy', { name: finishedByName ?? t('somebody'), at: at(finishedAt) })}</p>
        <p>
          {reviewedAt === null ? t('notReviewed') : t('reviewedBy', { name: reviewedByName ?? '', at: at(reviewedAt) })}
        </p>
        <div className="screen-actions no-print">
          {mayReview(me, reconciliation) && (
            <Button
              kind="primary"
              isBusy={isBusy}
              onClick={() => void save(() => step(versioned, 'review'), t('reviewedNow'))}
            >
              {t('review')}
            </Button>
          )}
          <FileButton
            label="PDF"
            name={`reconciliation ${endDate}.pdf`}
            load={() => reportPdf(reconciliation, currentLanguage())}
          />
          {mayManage && isLast && <Button onClick={() => setReopening(true)}>{t('reopen')}</Button>}
        </div>
      </div>
      {isReopening && (
        <Confirm
          title={t('reopenTitle')}
          action={t('reopen')}
          isBusy={isBusy}
          fault={fault?.sentence}
          onConfirm={() => void save(() => step(versioned, 'undo'), t('reopened'))}
          onClose={() => setReopening(false)}
        >
          <p>{t('reopenHelp')}</p>
          {reviewedAt !== null && <p>{t('reopenReviewed', { name: reviewedByName ?? t('somebody') })}</p>}
        </Confirm>
      )}
      <section className="screen-part">
        <h2>{t('outstanding')}</h2>
        <DocumentTable label={t('outstanding')} rows={rows.filter(({ isTicked }) => !isTicked)} />
      </section>
      <section className="screen-part">
        <h2>{t('cleared')}</h2>
        <DocumentTable label={t('cleared')} rows={rows.filter(({ isTicked }) => isTicked)} />
      </section>
    </>
  );
}
