import { useTranslation } from 'react-i18next';
import { negateMoney } from '../../lib/money.ts';
import { amountText, minorOf, moneyText } from '../kit/money.ts';
import type { Statement } from './queries.ts';

const PARTS = ['owed', 'heldForOthers', 'restricted', 'designated'] as const;

/** What the church may spend at the end of the month, and how the amount comes about. */
export function Position({ statement: { position, status } }: { statement: Statement }) {
  const { t } = useTranslation('month-end');
  if (position === null) return null;
  const isShort = position.available < 0;
  return (
    <section className="sheet month-position" aria-labelledby="month-position">
      <h2 id="month-position">{t('maySpend')}</h2>
      <p className={isShort ? 'month-available month-short' : 'month-available'}>
        {moneyText(minorOf(position.available))}
      </p>
      {isShort && <p>{t('short')}</p>}
      {status === 'Draft' && <p className="field-help">{t('counted')}</p>}
      <dl>
        <div>
          <dt>{t('cash')}</dt>
          <dd>{amountText(position.cash)}</dd>
        </div>
        {PARTS.filter((part) => position[part] !== 0).map((part) => (
          <div key={part}>
            <dt>{t(part)}</dt>
            <dd>{moneyText(negateMoney(minorOf(position[part]))).replace('$', '')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
