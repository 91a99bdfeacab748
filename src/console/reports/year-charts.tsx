import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { minorOf } from '../kit/money.ts';
import { BudgetChart } from './budget-chart.tsx';
import { FundsChart } from './funds-chart.tsx';
import { IncomeChart } from './income-chart.tsx';
import { incomeByMonth } from './income-by-month.ts';
import { nameOf } from '../kit/record-name.ts';
import { PartsChart } from './parts-chart.tsx';
import { type FiscalYear, type IncomeStatement, monthsQuery, type Named, partNamesQuery } from './queries.ts';
import { yearName } from './years.ts';

/** The charts of a fiscal year: income and expenses, giving, expenses by group, the budget, and the funds. */
export function YearCharts({ year }: { year: FiscalYear }) {
  const names = useQuery(partNamesQuery);
  return (
    <Answer query={useQuery(monthsQuery(year.year))}>
      {(statement) => <Answer query={names}>{(named) => <Charts {...{ year, statement, named }} />}</Answer>}
    </Answer>
  );
}

type Props = {
  year: FiscalYear;
  statement: IncomeStatement;
  named: { categories: readonly Named[]; groups: readonly Named[] };
};

function Charts({ year, statement, named: { categories, groups } }: Props) {
  const { t } = useTranslation('reports');
  const language = currentLanguage();
  const figures = useMemo(() => incomeByMonth(statement), [statement]);
  const groupNames = useMemo(() => new Map(groups.map((one) => [one.name, nameOf(one, language)])), [groups, language]);
  const groupName = useCallback((name: string) => groupNames.get(name) ?? name, [groupNames]);
  const parts = useMemo(() => {
    const categoryNames = new Map(categories.map((one) => [one.id, nameOf(one, language)]));
    const part = (name: string, amounts: Readonly<Record<string, number>>) => ({
      name,
      values: figures.months.map((month) => minorOf(amounts[month] ?? 0)),
    });
    return {
      giving: statement.giving.map(({ id, name, amounts }) => part(categoryNames.get(id ?? 0) ?? name, amounts)),
      expenses: statement.expenses.map(({ group, name, amounts }) => part(groupName(group ?? name), amounts)),
    };
  }, [statement, figures, categories, language, groupName]);
  return (
    <div className="report-charts">
      {figures.months.length === 0 ? (
        <p className="empty">{t('nothingInYear', { year: yearName(year) })}</p>
      ) : (
        <>
          <IncomeChart figures={figures} />
          <PartsChart kind="giving" months={figures.months} parts={parts.giving} />
          <PartsChart kind="expenses" months={figures.months} parts={parts.expenses} />
        </>
      )}
      <BudgetChart year={year} groupName={groupName} />
      <FundsChart year={year} />
    </div>
  );
}
