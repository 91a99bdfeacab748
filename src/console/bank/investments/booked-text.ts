import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { dateText } from '../../kit/dates.ts';
import { amountText } from '../../kit/money.ts';
import { nameOf } from '../../kit/record-name.ts';
import { allAccountsQuery, type Valuation } from '../queries.ts';

/** Returns a function that says what was booked. */
export function useBookedText(): (valuation: Valuation) => string {
  const { t } = useTranslation('bank');
  const { data: accounts = [] } = useQuery(allAccountsQuery);
  return ({ accountId, accountName, date, value, book, gain, fee, warnings = [] }) => {
    const account = accounts.find(({ id }) => id === accountId);
    const said = t(gain > 0 ? 'valued_gain' : gain < 0 ? 'valued_loss' : 'valued_same', {
      account: account ? nameOf(account) : accountName,
      date: dateText(date, currentLanguage()),
      value: amountText(value),
      book: amountText(book),
      gain: amountText(Math.abs(gain)),
    });
    const withFee = fee === 0 ? said : t('valuedWithFee', { said, fee: amountText(fee) });
    return [withFee, ...warnings.map(() => t('valuedBelowZero'))].join(' ');
  };
}
