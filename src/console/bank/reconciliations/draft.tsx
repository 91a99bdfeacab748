import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { moneyText } from '../../kit/money.ts';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { Notice } from '../../kit/notice.tsx';
import { useSaving } from '../../kit/use-saving.ts';
import { useCan } from '../../session/session.ts';
import type { Account } from '../queries.ts';
import { DocumentTable } from './document-table.tsx';
import { Facts } from './facts.tsx';
import { remove, step, type Versioned } from './queries.ts';
import { StatementForm } from './statement-form.tsx';
import { differenceOf, rowsOf } from './ticks.ts';
import { useTicks } from './use-ticks.ts';

/** A draft: what the statement shows is ticked until the difference is 0. */
export function Draft({ account, versioned }: { account: Account; versioned: Versioned }) {
  const { t } = useTranslation('bank');
  const [, navigate] = useLocation();
  const mayManage = useCan('statements.manage');
  const [isDeleting, setDeleting] = useState(false);
  const { reconciliation } = versioned;
  const ticks = useTicks(versioned);
  const finishing = useSaving<unknown>(() => {});
  const deleting = useSaving<unknown>(() => navigate(`/bank/${account.id}/reconciliations`));
  const rows = rowsOf(reconciliation, ticks.pending);
  const difference = differenceOf(reconciliation, rows, account);
  const fault = ticks.fault ?? finishing.fault;
  const finish = async () => step(await ticks.settled(), 'finish');
  return (
    <>
      {mayManage && <StatementForm versioned={versioned} />}
      {reconciliation.openLines > 0 && (
        <Notice tone="warn">
          <Link href={`/bank/${account.id}`}>{t('linesLeft', { count: reconciliation.openLines })}</Link>
        </Notice>
      )}
      {fault && <Notice tone="bad">{fault.sentence}</Notice>}
      <div className="sheet">
        <Facts reconciliation={reconciliation} difference={difference} />
      </div>
      <div className="sheet bank-bar">
        <p className="bank-difference" data-even={difference === 0 || undefined}>
          {t('difference', { amount: moneyText(difference) })}
        </p>
        {mayManage && (
          <div className="screen-actions no-print">
            <Button
              kind="primary"
              why={difference === 0 ? undefined : t('tickUntilZero')}
              isBusy={finishing.isBusy}
              onClick={() => void finishing.save(finish, t('finished'))}
            >
              {t('finish')}
            </Button>
            <Button kind="danger" onClick={() => setDeleting(true)}>
              {t('deleteDraft')}
            </Button>
          </div>
        )}
      </div>
      <DocumentTable label={t('documents')} rows={rows} onTick={mayManage ? ticks.tick : undefined} />
      {isDeleting && (
        <Confirm
          title={t('deleteDraft')}
          action={t('deleteDraft')}
          isBusy={deleting.isBusy}
          fault={deleting.fault?.sentence}
          onConfirm={() => void deleting.save(() => remove(versioned), t('draftDeleted'))}
          onClose={() => setDeleting(false)}
        >
          <p>{t('deleteDraftHelp')}</p>
        </Confirm>
      )}
    </>
  );
}
