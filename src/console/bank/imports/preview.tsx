import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { dateText } from '../../kit/dates.ts';
import { amountText, minorOf, moneyText } from '../../kit/money.ts';
import { Notice } from '../../kit/notice.tsx';
import type { Imported, Previewed } from './queries.ts';

const LEFT_OUT = ['skipped', 'pending', 'empty'] as const;

/** What is left out of a file, because it is in another currency. */
export function OtherCurrencies({ list }: { list: Imported['otherCurrencies'] }) {
  const { t } = useTranslation('bank');
  return list.map(({ currency, count, total, lines }) => (
    <p key={currency}>{t('otherCurrency', { count, currency, total: amountText(total), line: lines[0] ?? 0 })}</p>
  ));
}

/** What the import of a file would add, before somebody imports it. */
export function Preview({ preview }: { preview: Previewed }) {
  const { t } = useTranslation('bank');
  const { imported, changed, from, to, balance, balanceOn } = preview;
  const day = (date: string) => dateText(date, currentLanguage());
  return (
    <Notice tone="plain">
      <p>{t('wouldImport', { count: imported })}</p>
      {changed > 0 && <p>{t('wouldChange', { count: changed })}</p>}
      {LEFT_OUT.filter((name) => preview[name] > 0).map((name) => (
        <p key={name}>{t(`imported_${name}`, { count: preview[name] })}</p>
      ))}
      <OtherCurrencies list={preview.otherCurrencies} />
      {from !== null && to !== null && <p>{t('fileDays', { from: day(from), to: day(to) })}</p>}
      {balance !== null && (
        <p>
          {balanceOn === null
            ? t('fileBalance', { balance: moneyText(minorOf(balance)) })
            : t('fileBalanceOn', { balance: moneyText(minorOf(balance)), date: day(balanceOn) })}
        </p>
      )}
    </Notice>
  );
}
