import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { dateText } from '../kit/dates.ts';
import { addMoney, toDecimal } from '../../lib/money.ts';
import { amountText, minorOf } from '../kit/money.ts';
import { Notice } from '../kit/notice.tsx';
import { type Draft, isReady, type Plan, withoutLines } from './draft.ts';
import { useLinesText } from './lines.ts';
import type { Kind } from './queries.ts';

type Props = { kind: Kind; draft: Draft; plan: Plan; onChange: (draft: Draft) => void };
type Item = Plan['items'][number];

/** Returns what a sentence says of gifts: how many there are, and their sum. */
export const gifts = (count: number, total: number | null | undefined) => ({ count, total: amountText(total ?? 0) });

/** What the import would do: what is added, what is left out and why, and who is named by nobody. */
export function Outlook({ kind, draft, plan, onChange }: Props) {
  const { t } = useTranslation('imports');
  const linesText = useLinesText();
  const { questions, faults, items } = plan;
  const { create, skip, leaveOut, withoutGiver, total } = plan.plan;
  const sentences = [
    create > 0
      ? t(`wouldAdd_${kind}`, gifts(create, total))
      : questions.length + faults.length === 0 && t('nothingToImport'),
    skip > 0 && t('skipped', { count: skip }),
    questions.length > 0 && t('toAnswer', { count: questions.length }),
    faults.length > 0 && t('toCorrect', { count: faults.length }),
  ];
  return (
    <section className="screen-part" aria-label={t('whatHappens')}>
      <Notice tone={isReady(plan) ? 'plain' : 'warn'}>{sentences.filter(Boolean).join(' ')}</Notice>
      {withoutGiver && withoutGiver.count > 0 && (
        <Notice tone="warn">
          {t('withoutGiver', gifts(withoutGiver.count, withoutGiver.total))} {linesText(withoutGiver.lines)}
        </Notice>
      )}
      <PaidOut plan={plan} />
      {leaveOut.length > 0 && (
        <ul>
          {leaveOut.map(({ reason, count, total: sum, lines }) => (
            <li key={reason}>
              {t(sum == null ? 'leftOutOf' : 'leftOutSum', {
                reason: t(`left_${reason as 'pledge'}`),
                count,
                total: amountText(sum ?? 0),
              })}{' '}
              ({linesText(lines)})
            </li>
          ))}
        </ul>
      )}
      {draft.leaveOut.length > 0 && (
        <Button kind="quiet" onClick={() => onChange(withoutLines(draft))}>
          {t('takeBackIn')}
        </Button>
      )}
      {items.length > 0 && <Items items={items} isCut={create > items.length} isOpen={isReady(plan)} />}
    </section>
  );
}

/** What a payment service did besides bringing gifts, and what nothing books. */
function PaidOut({ plan: { plan } }: { plan: Plan }) {
  const { t } = useTranslation('imports');
  const linesText = useLinesText();
  const { fees, refunds, regained, payouts = [], openPoints = [], moved = [] } = plan;
  const sums = (
    [
      ['fees', fees],
      ['refunds', refunds],
      ['regained', regained],
    ] as const
  ).flatMap(([key, sum]) => (sum && sum.count > 0 ? [t(key, { count: sum.count, total: amountText(sum.total) })] : []));
  const total = (all: readonly { amount: number }[]) =>
    amountText(toDecimal(addMoney(...all.map(({ amount }) => minorOf(amount)))));
  return (
    <>
      {sums.length + payouts.length > 0 && (
        <p>
          {[
            ...sums,
            ...(payouts.length > 0 ? [t('payouts', { count: payouts.length, total: total(payouts) })] : []),
          ].join(' ')}
        </p>
      )}
      {moved.length > 0 && (
        <p>{t('moved', { count: moved.length, date: dateText(moved[0]?.date ?? '', currentLanguage()) })}</p>
      )}
      {openPoints.length > 0 && (
        <Notice tone="warn">
          {t('openPoints', { count: openPoints.length, total: total(openPoints) })}{' '}
          {linesText(openPoints.flatMap(({ line }) => line ?? []))}
        </Notice>
      )}
    </>
  );
}

function Items({ items, isCut, isOpen }: { items: readonly Item[]; isCut: boolean; isOpen: boolean }) {
  const { t } = useTranslation('imports');
  const columns: Column<Item>[] = [
    { key: 'line', title: t('row'), kind: 'number', isWideOnly: true, cell: ({ line }) => line },
    {
      key: 'date',
      title: t('day'),
      kind: 'date',
      cell: ({ date }) => date != null && dateText(date, currentLanguage()),
    },
    { key: 'name', title: t('person'), cell: ({ name }) => name ?? <em>{t('nobody')}</em> },
    { key: 'purpose', title: t('purpose'), cell: ({ purpose }) => purpose },
    { key: 'amount', title: t('amount'), kind: 'number', cell: ({ amount }) => amount != null && amountText(amount) },
  ];
  return (
    <details className="sheet" open={isOpen || undefined}>
      <summary>{t('items')}</summary>
      {isCut && <p className="field-help">{t('firstItems', { count: items.length })}</p>}
      <DataTable label={t('items')} rows={items} keyOf={({ line }) => line} columns={columns} />
    </details>
  );
}
