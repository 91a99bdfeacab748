import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { dateText } from '../../kit/dates.ts';
import { useNames } from '../names.ts';
import { nameOf } from '../../kit/record-name.ts';
import { paymentAccountsQuery } from '../queries.ts';
import { amountOf, differencesOf, type Typed } from './typed.ts';

/** The fields that somebody else changed meanwhile, with their values in the books. */
export function Differences({ theirs, mine }: { theirs: Typed; mine: Typed }) {
  const { t } = useTranslation('expenses');
  const names = useNames();
  const { data: accounts = [] } = useQuery(paymentAccountsQuery);
  const account = accounts.find(({ id }) => id === theirs.paidFrom);
  const texts: Readonly<Record<string, [string, string]>> = {
    date: [t('date'), theirs.date === null ? '' : dateText(theirs.date, currentLanguage())],
    amount: [t('amount'), amountOf(theirs.amount)],
    vendor: [t('vendor'), theirs.vendor],
    description: [t('description'), theirs.description],
    subCategoryId: [t('category'), names.category({ ...theirs, subCategoryName: null })],
    ministryId: [t('ministry'), names.ministry({ ...theirs, ministryName: null })],
    fundId: [t('fund'), names.fund({ ...theirs, fundName: null })],
    parts: [t('parts'), (theirs.parts ?? []).map(({ amount }) => amountOf(amount)).join(' + ')],
    payer: [t('whoPaid'), t(`payer_${theirs.payer}`)],
    paidFrom: [t('account'), account ? nameOf(account) : ''],
    paidOn: [t('paidOn'), theirs.paidOn === null ? '' : dateText(theirs.paidOn, currentLanguage())],
    notes: [t('notes'), theirs.notes],
  };
  const changed = differencesOf(theirs, mine).flatMap((field) => {
    const shown = texts[field];
    return shown ? [shown] : [];
  });
  return (
    <dl className="expense-facts sheet" aria-label={t('otherVersion')}>
      {changed.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
