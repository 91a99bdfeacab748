import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { monthRange } from '../../lib/date.ts';
import { negateMoney } from '../../lib/money.ts';
import { amountText, minorOf, moneyText } from '../kit/money.ts';
import type { Statement } from './queries.ts';

type Money = NonNullable<Statement['position']>;
type Part = 'owed' | 'heldForOthers' | 'restricted' | 'endowment' | 'designated';

/** What the church may spend at the end of the month: two amounts, each of which opens how it comes about. */
export function Position({ statement }: { statement: Statement }) {
  const { t } = useTranslation('month-end');
  const { position, status } = statement;
  if (position === null) return null;
  const { available, availableWithDesignated: withDesignated, heldInCash, todaysRule } = position;
  const isShort = available < 0;
  return (
    <section className="sheet month-position" aria-labelledby="month-position">
      <h2 id="month-position">{t('maySpend')}</h2>
      <details open={isShort}>
        <summary className={isShort ? 'month-available month-short' : 'month-available'}>{textOf(available)}</summary>
        <Lines statement={statement} parts={partsOf(position, true)} cash={position.cash} />
      </details>
      {isShort && <p>{t('short')}</p>}
      {heldInCash !== null && heldInCash.designated !== 0 && withDesignated !== null && (
        <details>
          <summary>{t('withDesignated', { amount: textOf(withDesignated) })}</summary>
          <Lines statement={statement} parts={partsOf(position, false)} cash={position.cash} />
        </details>
      )}
      {todaysRule && (
        <p className="field-help">
          {t('todaysRule', {
            amount: textOf(todaysRule.available),
            withDesignated: textOf(todaysRule.availableWithDesignated),
          })}
        </p>
      )}
      {status === 'Draft' && <p className="field-help">{t('counted')}</p>}
    </section>
  );
}

const textOf = (amount: number) => moneyText(minorOf(amount));

/** Returns what is taken from the cash, without what is zero. */
function partsOf({ heldInCash, owed, ...first }: Money, hasDesignated: boolean): [Part, number][] {
  const held: [Part, number][] =
    heldInCash === null
      ? [
          ['heldForOthers', first.heldForOthers],
          ['restricted', first.restricted],
          ['designated', first.designated],
        ]
      : [
          ['heldForOthers', heldInCash.custodial],
          ['restricted', heldInCash.restricted],
          ['endowment', heldInCash.endowment],
          ['designated', hasDesignated ? heldInCash.designated : 0],
        ];
  const parts: [Part, number][] = [['owed', owed], ...held];
  return parts.filter(([, amount]) => amount !== 0);
}

type Shown = { statement: Statement; cash: number; parts: readonly (readonly [Part, number])[] };

function Lines({ statement: { year, month }, cash, parts }: Shown) {
  const { t } = useTranslation('month-end');
  const { from, to } = monthRange({ year, month });
  const reportOf = (part: Part) =>
    part === 'owed' ? `/reports/payables?at=${to}` : `/reports/fund-balances?from=${from}&to=${to}`;
  return (
    <dl>
      <div>
        <dt>{t('cash')}</dt>
        <dd>{amountText(cash)}</dd>
      </div>
      {parts.map(([part, amount]) => (
        <div key={part}>
          <dt>
            <Link href={reportOf(part)}>{t(part)}</Link>
          </dt>
          <dd>{moneyText(negateMoney(minorOf(amount))).replace('$', '')}</dd>
        </div>
      ))}
    </dl>
  );
}
