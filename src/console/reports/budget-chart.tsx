import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Chart } from '../kit/chart.tsx';
import { dateText } from '../kit/dates.ts';
import { minorOf, moneyText } from '../kit/money.ts';
import { budgetParts } from './budget-parts.ts';
import { type BudgetReport, budgetQuery, type FiscalYear } from './queries.ts';

type Props = {
  year: FiscalYear;
  /** The name of a group of expenses in the language of the page. */
  groupName: (name: string) => string;
};

/** The chart of a budget and the actual amounts up to the last month that is over. Without a budget there is no chart. */
export function BudgetChart({ year, groupName }: Props) {
  return (
    <Answer query={useQuery(budgetQuery(year.year))}>
      {(report) => report.budget && <Comparison report={report} groupName={groupName} />}
    </Answer>
  );
}

function Comparison({ report, groupName }: { report: BudgetReport; groupName: Props['groupName'] }) {
  const { t } = useTranslation('reports');
  const language = currentLanguage();
  const { from, to, totals, bottomLine } = report;
  const parts = useMemo(() => budgetParts(report), [report]);
  const labels = useMemo(
    () => parts.map(({ part, group }) => (group === null ? t(`budgetPart_${part}`) : groupName(group))),
    [parts, t, groupName],
  );
  const series = useMemo(
    () => [
      { name: t('budgeted'), values: parts.map(({ budget }) => budget) },
      { name: t('actual'), values: parts.map(({ actual }) => actual) },
    ],
    [parts, t],
  );
  const text = (amount: number) => moneyText(minorOf(amount));
  return (
    <Chart
      title={t('budgetAndActual')}
      sentence={t('budgetSentence', {
        from: dateText(from, language),
        to: dateText(to, language),
        giving: text(totals.giving.yearToDate.actual),
        givingBudget: text(totals.giving.yearToDate.budget),
        expenses: text(totals.expenses.yearToDate.actual),
        expensesBudget: text(totals.expenses.yearToDate.budget),
        operating: text(bottomLine.operating.actual),
        operatingBudget: text(bottomLine.operating.budget),
        cash: text(bottomLine.cash.actual),
        cashBudget: text(bottomLine.cash.budget),
      })}
      pointTitle={t('budgetLine')}
      labels={labels}
      points="names"
      series={series}
      kind="groups"
      unit="amount"
    />
  );
}
