import { useTranslation } from 'react-i18next';
import { formatMoney, type Minor, subtractMoney } from '../../../lib/money.ts';
import { moneyText } from '../../kit/money.ts';
import { METHODS } from './row.ts';
import type { Sums } from './rows.ts';
import type { GiftWords } from './words-of.ts';

/** The counted amounts to compare with the sums. An amount is null if it was not typed or cannot be read. */
export type Counted = { control: Minor | null; cash: Minor | null; checks: Minor | null };

type Props = { sums: Sums; counted: Counted; words: GiftWords };

/** The sums of the entered gifts by method and category, and how they differ from the counts. */
export function Totals({ sums, counted, words }: Props) {
  const { t } = useTranslation('offerings');
  const countedBy = { Cash: counted.cash, Check: counted.checks } as Partial<Record<string, Minor | null>>;
  return (
    <section className="totals sheet" aria-label={t('totals')} role="region">
      <p className="totals-sum">
        <Sum sums={sums} counted={counted} />
      </p>
      <h2>{t('byMethod')}</h2>
      <dl>
        {METHODS.filter((method) => sums.byMethod.has(method) || countedBy[method] != null).map((method) => (
          <div key={method}>
            <dt>{words.method(method)}</dt>
            <dd>
              {formatMoney(sums.byMethod.get(method) ?? (0 as Minor))}{' '}
              <Difference
                entered={sums.byMethod.get(method) ?? (0 as Minor)}
                counted={countedBy[method] ?? null}
                what={method === 'Cash' ? t('countedCash') : t('countedChecks')}
              />
            </dd>
          </div>
        ))}
      </dl>
      <h2>{t('byCategory')}</h2>
      <dl>
        {Array.from(sums.byCategory, ([id, amount]) => (
          <div key={id}>
            <dt>{words.category(id)}</dt>
            <dd>{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The sum and number of the gifts, and the difference from the control total. */
export function Sum({ sums, counted }: Pick<Props, 'sums' | 'counted'>) {
  const { t } = useTranslation('offerings');
  return (
    <>
      <strong>{moneyText(sums.total)}</strong>{' '}
      <span>
        {t('giftCount')}: {sums.count}
      </span>{' '}
      {sums.refused > 0 && <span className="totals-differs">{t('refusedInTotal', { count: sums.refused })}</span>}{' '}
      <Difference entered={sums.total} counted={counted.control} what={t('controlTotal')} />
    </>
  );
}

type DifferenceProps = { entered: Minor; counted: Minor | null; what: string };

/** The counted amount, and by how much the entered gifts are below or above it. */
function Difference({ entered, counted, what }: DifferenceProps) {
  const { t } = useTranslation('offerings');
  if (counted === null) return null;
  const left = subtractMoney(counted, entered);
  const figure = { what, counted: formatMoney(counted) };
  if (left === 0) return <span className="totals-agrees">{t('agrees', figure)}</span>;
  const amount = formatMoney(Math.abs(left) as Minor);
  return <span className="totals-differs">{t(left > 0 ? 'missing' : 'surplus', { amount, ...figure })}</span>;
}
