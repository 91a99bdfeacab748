import { useTranslation } from 'react-i18next';
import { daysBetween } from '../../../lib/date.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { DateField } from '../../kit/date-field.tsx';
import { dateText } from '../../kit/dates.ts';
import { Notice } from '../../kit/notice.tsx';

/** The service warns about a gift whose day is more than this many days before it came in. */
const USUAL_DAYS = 60;

type Props = {
  value: string | null;
  onChange: (date: string | null) => void;
  /** The day on which the gift came in; null while it is not typed. */
  date: string | null;
  today: string;
  help?: string | undefined;
  fault?: string | undefined;
  autoFocus?: boolean;
};

/** True if the day of a gift is after the day on which it came in, which the service refuses. */
export const isAfter = (giftDate: string | null, date: string | null): boolean =>
  giftDate !== null && date !== null && giftDate > date;

/** The day of a gift. Warns if it is after the day on which the gift came in, or long before it. */
export function GiftDay({ value, date, help, fault, ...field }: Props) {
  const { t } = useTranslation('offerings');
  const came = date === null ? '' : dateText(date, currentLanguage());
  const isFar = value !== null && date !== null && daysBetween(value, date) > USUAL_DAYS;
  return (
    <>
      <DateField
        {...field}
        label={t('giftDate')}
        help={help ?? t('giftDateHelp')}
        fault={fault ?? (isAfter(value, date) ? t('giftDateAfter', { date: came }) : undefined)}
        value={value}
        isPast
      />
      {isFar && <Notice tone="warn">{t('giftDateFar', { days: USUAL_DAYS, date: came })}</Notice>}
    </>
  );
}

/** Warns about something that was received for a grant of a donor-advised fund. */
export function FundBenefit({ source, benefit }: { source: string; benefit: string }) {
  const { t } = useTranslation('offerings');
  if (source !== 'DAF' || benefit.trim() === '') return null;
  return <Notice tone="warn">{t('benefitOfFund')}</Notice>;
}
