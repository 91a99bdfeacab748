import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { dateText } from '../kit/dates.ts';
import { addMoney, toDecimal } from '../../lib/money.ts';
import { amountText, minorOf } from '../kit/money.ts';
import { Notice } from '../kit/notice.tsx';
import { type Draft, isReady, type Plan, withoutLines } from './draft.ts';
import { Items, Known } from './items.tsx';
import type { Kind } from './kinds.ts';
import { useLinesText } from './lines.ts';
import { counted, useSummary } from './summary.ts';

type Props = { kind: Kind; draft: Draft; plan: Plan; onChange: (draft: Draft) => void };

/** What the import would do: what is added, what is left out and why, and who is named by nobody. */
export function Outlook({ kind, draft, plan, onChange }: Props) {
  const { t } = useTranslation('imports');
  const linesText = useLinesText();
  const summaryOf = useSummary(kind);
  const { items } = plan;
  const { create, duplicates = [], leaveOut, repeats, withoutGiver } = plan.plan;
  return (
    <section className="screen-part" aria-label={t('whatHappens')}>
      <Notice tone={isReady(plan) ? 'plain' : 'warn'}>{summaryOf(plan, false)}</Notice>
      {withoutGiver && withoutGiver.count > 0 && (
        <Notice tone="warn">
          {t('withoutGiver', counted(withoutGiver.count, withoutGiver.total))} {linesText(withoutGiver.lines)}
        </Notice>
      )}
      {repeats && (
        <Notice tone="warn">
          {t('repeats', counted(repeats.count, repeats.total))} {linesText(repeats.lines)}
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
      {items.length > 0 && <Items kind={kind} items={items} isCut={create > items.length} isOpen={isReady(plan)} />}
      {duplicates.length > 0 && <Known people={duplicates} />}
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
