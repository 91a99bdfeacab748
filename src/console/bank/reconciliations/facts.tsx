import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { dateText } from '../../kit/dates.ts';
import { type Minor, subtractMoney } from '../../../lib/money.ts';
import { minorOf, moneyText } from '../../kit/money.ts';
import type { Reconciliation } from './queries.ts';

type Props = { reconciliation: Reconciliation; difference: Minor };

/** The day of the statement, and the balances that lead from the statement to the books. */
export function Facts({ reconciliation, difference }: Props) {
  const { t } = useTranslation('bank');
  const { endDate } = reconciliation;
  const [end, books] = [minorOf(reconciliation.endBalance), minorOf(reconciliation.bookBalance)];
  const ticked = subtractMoney(end, difference);
  const balances = [
    ['startBalance', minorOf(reconciliation.startBalance)],
    ['endBalance', end],
    ['tickedBalance', ticked],
    ['outstandingSum', subtractMoney(books, ticked)],
    ['bookBalance', books],
  ] as const;
  return (
    <dl className="card-facts">
      <div>
        <dt>{t('endDate')}</dt>
        <dd>{dateText(endDate, currentLanguage(), 'withWeekday')}</dd>
      </div>
      {balances.map(([name, amount]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{moneyText(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
