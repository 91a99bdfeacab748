import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Chart } from '../kit/chart.tsx';
import { monthText } from '../kit/dates.ts';
import { moneyText } from '../kit/money.ts';
import type { IncomeByMonth } from './income-by-month.ts';

/** The chart of the income and the expenses of a fiscal year, month by month. */
export function IncomeChart({ figures }: { figures: IncomeByMonth }) {
  const { t } = useTranslation('reports');
  const language = currentLanguage();
  const { months, income, expenses, allIncome, allExpenses } = figures;
  const labels = useMemo(() => months.map((month) => monthText(month, language, 'short')), [months, language]);
  const series = useMemo(
    () => [
      { name: t('income'), values: income },
      { name: t('expenses'), values: expenses },
    ],
    [t, income, expenses],
  );
  return (
    <Chart
      title={t('incomeByMonth')}
      sentence={t('incomeSentence', {
        from: monthText(months[0] ?? '', language),
        to: monthText(months.at(-1) ?? '', language),
        income: moneyText(allIncome),
        expenses: moneyText(allExpenses),
      })}
      pointTitle={t('month')}
      labels={labels}
      series={series}
      kind="groups"
      unit="amount"
    />
  );
}
