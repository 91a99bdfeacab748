import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { dateText } from '../../kit/dates.ts';
import { MarkedText } from '../../kit/marked-text.tsx';
import { amountText } from '../../kit/money.ts';
import { Notice } from '../../kit/notice.tsx';
import { useSaving } from '../../kit/use-saving.ts';
import type { Account } from '../queries.ts';
import { applyRules, type RuledLines } from './queries.ts';

/** Shows what the rules would do with the open lines, and then does it. */
export function ApplyRules({ account }: { account: Account }) {
  const { t } = useTranslation('bank');
  const [shown, setShown] = useState<RuledLines & { isDry: boolean }>();
  const dry = useSaving<RuledLines>((lines) => setShown({ ...lines, isDry: true }));
  const real = useSaving<RuledLines>((lines) => setShown({ ...lines, isDry: false }));
  const fault = dry.fault ?? real.fault;
  const sum = ({ done, refused }: RuledLines) => t('ruledNow', { done, refused });
  const forecast = ({ done, refused }: RuledLines) =>
    done + refused === 0 ? t('noRuleFits') : t('wouldRule', { done, refused });
  return (
    <section className="screen-part no-print" aria-labelledby="bank-apply">
      <h2 id="bank-apply">{t('applyRules')}</h2>
      {fault && <Notice tone="bad">{fault.sentence}</Notice>}
      <p>{t('applyHelp')}</p>
      <div className="screen-actions">
        <Button isBusy={dry.isBusy} onClick={() => void dry.save(() => applyRules(account.id, true), forecast)}>
          {t('tryRules')}
        </Button>
        {shown?.isDry && shown.done > 0 && (
          <Button
            kind="primary"
            isBusy={real.isBusy}
            onClick={() => void real.save(() => applyRules(account.id, false), sum)}
          >
            {t('settleLines', { count: shown.done })}
          </Button>
        )}
      </div>
      {shown && (
        <>
          <p>{shown.isDry ? forecast(shown) : sum(shown)}</p>
          {shown.left > 0 && <p>{t('moreRuled', { count: shown.left })}</p>}
          {shown.items.length > 0 && <RuledTable items={shown.items} />}
        </>
      )}
    </section>
  );
}

type Item = RuledLines['items'][number];

/** What rules did with each line, and why a line was refused. */
export function RuledTable({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation('bank');
  const columns: Column<Item>[] = [
    { key: 'date', title: t('date'), kind: 'date', cell: ({ date }) => dateText(date, currentLanguage()) },
    { key: 'text', title: t('lines'), cell: ({ description }) => <MarkedText text={description} /> },
    {
      key: 'outcome',
      title: t('status'),
      cell: ({ outcome, code, message }) => {
        if (outcome === 'Done') return t('outcomeDone');
        if (code === 'maybe_entered' || code === 'no_suggestion') return t(`outcome_${code}`);
        return t('outcomeRefused', { message: message ?? '' });
      },
    },
    { key: 'amount', title: t('amount'), kind: 'number', cell: ({ amount }) => amountText(amount) },
  ];
  return <DataTable label={t('ruledLines')} columns={columns} rows={items} keyOf={({ lineId }) => lineId} />;
}
