import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addMoney, ZERO } from '../../lib/money.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { Chart } from '../kit/chart.tsx';
import { monthText } from '../kit/dates.ts';
import { moneyText } from '../kit/money.ts';
import { largestParts, type Part } from './largest.ts';

/** The number of colours of a chart. */
const COLORS = 6;

type Props = {
  kind: 'giving' | 'expenses';
  /** The months with figures, as `YYYY-MM`. */
  months: readonly string[];
  parts: readonly Part[];
};

/** A chart of the months of a fiscal year, each divided into its largest categories or groups. */
export function PartsChart({ kind, months, parts }: Props) {
  const { t } = useTranslation('reports');
  const language = currentLanguage();
  const series = useMemo(() => largestParts(parts, COLORS, t('otherParts')), [parts, t]);
  const labels = useMemo(() => months.map((month) => monthText(month, language, 'short')), [months, language]);
  const [first] = series;
  if (!first) return null;
  return (
    <Chart
      title={t(`parts_${kind}`)}
      sentence={t(`partsSentence_${kind}`, {
        from: monthText(months[0] ?? '', language),
        to: monthText(months.at(-1) ?? '', language),
        total: moneyText(series.reduce((sum, { all }) => addMoney(sum, all), ZERO)),
        name: first.name,
        amount: moneyText(first.all),
      })}
      pointTitle={t('month')}
      labels={labels}
      series={series}
      kind="stack"
      unit="amount"
    />
  );
}
