import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type Minor, toDecimal } from '../../../lib/money.ts';
import { Button } from '../../kit/button.tsx';
import { churchQuery } from '../../kit/church.ts';
import { DateField } from '../../kit/date-field.tsx';
import { minorOf } from '../../kit/money.ts';
import { Notice } from '../../kit/notice.tsx';
import { StaleNotice } from '../../kit/stale.tsx';
import { useRevision } from '../../kit/use-revision.ts';
import { useSaving } from '../../kit/use-saving.ts';
import { BalanceField } from './balance-field.tsx';
import { change, readReconciliation, type Versioned } from './queries.ts';

type Typed = { endDate: string | null; endBalance: Minor | null };

const typedOf = (seen: Versioned | undefined): Typed => ({
  endDate: seen?.reconciliation.endDate ?? null,
  endBalance: seen ? minorOf(seen.reconciliation.endBalance) : null,
});

/** Corrects the day and the balance of the statement. */
export function StatementForm({ versioned }: { versioned: Versioned }) {
  const { t } = useTranslation('bank');
  const { data: church } = useQuery(churchQuery);
  const form = useRevision(versioned, typedOf, () => readReconciliation(versioned.reconciliation));
  const { endDate, endBalance } = form.typed;
  const { fault, isBusy, save } = useSaving<Versioned>(() => {}, form.reload);
  if (!church) return null;
  const now = typedOf(versioned);
  const isChanged = endDate !== now.endDate || endBalance !== now.endBalance;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (endDate === null || endBalance === null) return;
    const body = { endDate, endBalance: toDecimal(endBalance) };
    // Ticks change the version, too, so the newest one that this page has seen is changed.
    void save(() => change(versioned, body), t('statementSaved'));
  };
  return (
    <details className="no-print">
      <summary>{t('statement')}</summary>
      <form className="sheet screen-part" aria-label={t('statement')} onSubmit={submit}>
        <StaleNotice isStale={form.isStale} />
        {fault && <Notice tone="bad">{fault.sentence}</Notice>}
        <div className="fields">
          <DateField
            label={t('endDate')}
            value={endDate}
            today={church.today}
            isPast
            isRequired
            onChange={(day) => form.set('endDate', day)}
            fault={fault?.fields['endDate']}
          />
          <BalanceField
            label={t('endBalance')}
            value={endBalance}
            onChange={(balance) => form.set('endBalance', balance)}
            fault={fault?.fields['endBalance']}
          />
        </div>
        <div className="screen-actions">
          <Button type="submit" why={isChanged ? undefined : t('nothingChanged')} isBusy={isBusy}>
            {t('saveStatement')}
          </Button>
        </div>
      </form>
    </details>
  );
}
