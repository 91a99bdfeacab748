import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { itemWordOf, listsItems, wordOf } from '../../lib/checklist-words.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { dateText, monthText } from '../kit/dates.ts';
import { minorOf, moneyText } from '../kit/money.ts';
import { nameOf } from '../kit/record-name.ts';
import { subjectsQuery } from '../reports/queries.ts';
import type { Check } from './queries.ts';

type Item = Check['items'][number];

/** Returns functions that put a check and its items into words. */
export function useCheckTexts() {
  const { t } = useTranslation('month-end');
  const language = currentLanguage();
  const money = (amount: number | null | undefined) => (amount == null ? '' : moneyText(minorOf(amount)));
  const dateOf = ({ date }: Pick<Item, 'date'>) => (date === null ? '' : dateText(date, language, 'withWeekday'));
  const ownName = useOwnNames();
  const item = (one: Item, check: Check): string => {
    const { type, id, name, amount, amountBefore } = one;
    if (type === 'MonthlyStatement') return monthText((one.date ?? '').slice(0, 7), language);
    if (type === null) return dateOf(one);
    const values = { id: id ?? '', name: ownName(name ?? ''), amount: money(amount), date: dateOf(one) };
    if (check.code === 'reopened') {
      const before = amountBefore === null ? t('item_NoAmount') : money(amountBefore);
      return t(`item_${itemWordOf(check, one)}` as 'item_Recounted', { ...values, before });
    }
    const parts = [t(`item_${type}` as 'item_Expense', values), amount === null ? '' : values.amount];
    return parts.filter(Boolean).join(', ');
  };
  return {
    item,
    hasItems: listsItems,
    sentence: (check: Check): string => {
      const { count, amount, items, message } = check;
      const [first] = items;
      return t(`check_${wordOf(check)}` as 'check_period_open', {
        ...(count !== null && { count }),
        amount: money(amount),
        date: first ? dateOf(first) : '',
        carried: money(first?.amount),
        // A check that this page does not know is shown in the words of the service.
        defaultValue: message,
      });
    },
  };
}

/** Returns a function that gives an account or a fund the Chinese name that the church has given it, on the Chinese page. */
function useOwnNames(): (name: string) => string {
  const language = currentLanguage();
  const { data } = useQuery({ ...subjectsQuery, enabled: language === 'zh-TW' });
  const named = [...(data?.['accountId'] ?? []), ...(data?.['fundId'] ?? [])];
  return (name) => {
    const found = named.find((one) => one.name === name);
    return found ? nameOf(found, language) : name;
  };
}
