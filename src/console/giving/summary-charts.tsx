import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Chart } from '../kit/chart.tsx';
import { dateText } from '../kit/dates.ts';
import { minorOf, moneyText } from '../kit/money.ts';
import type { Compared } from './comparison.ts';
import type { Summary } from './types.ts';

type Props = {
  now: Summary;
  before: Summary;
  rows: readonly Compared[];
  /** The names of the rows. */
  labels: readonly string[];
};

/** The chart of the sums of giving, each beside the sum of a year before. The table below it has the same figures. */
export function GivingChart({ now, before, rows, labels }: Props) {
  const { t } = useTranslation('giving');
  const language = currentLanguage();
  const isByWeek = now.groupBy === 'week';
  const series = useMemo(
    () => [
      { name: t('amount'), values: rows.map(({ amount }) => minorOf(amount)) },
      { name: t('yearBefore'), values: rows.map((row) => (row.before === null ? null : minorOf(row.before))) },
    ],
    [rows, t],
  );
  return (
    <Chart
      title={t('summaryChart')}
      sentence={t('summarySentence', {
        from: dateText(now.from, language),
        to: dateText(now.to, language),
        amount: moneyText(minorOf(now.totals.amount)),
        before: moneyText(minorOf(before.totals.amount)),
      })}
      pointTitle={t(`by_${now.groupBy}`)}
      labels={labels}
      points={isByWeek || now.groupBy === 'month' ? 'dates' : 'names'}
      series={series}
      kind={isByWeek ? 'lines' : 'groups'}
      unit="amount"
      hasTable={false}
    />
  );
}

/** The chart of the attendance at the offerings, by week or month. */
export function AttendanceChart({ now, labelOf }: { now: Summary; labelOf: (key: string) => string }) {
  const { t } = useTranslation('giving');
  const language = currentLanguage();
  const points = useMemo(() => now.items.filter(({ attendance }) => (attendance?.sundays ?? 0) > 0), [now]);
  const labels = useMemo(() => points.map(({ key }) => labelOf(key)), [points, labelOf]);
  const series = useMemo(
    () => [{ name: t('attendance'), values: points.map(({ attendance }) => attendance?.average ?? null) }],
    [points, t],
  );
  if (points.length < 2) return null;
  const { sundays, average } = now.totals.attendance;
  return (
    <Chart
      title={t('attendanceTitle')}
      sentence={t('attendanceSentence', {
        count: sundays,
        average,
        from: dateText(now.from, language),
        to: dateText(now.to, language),
      })}
      pointTitle={t(`by_${now.groupBy}`)}
      labels={labels}
      series={series}
      kind="lines"
      unit="count"
    />
  );
}
