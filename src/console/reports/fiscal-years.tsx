import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { dateText, instantText } from '../kit/dates.ts';
import { Screen } from '../kit/page.tsx';
import { type FiscalYear, yearsQuery } from './queries.ts';
import { BackToReports } from './report.tsx';
import { yearName } from './years.ts';

/** The fiscal years since the books began. */
export function Page() {
  const { t } = useTranslation('reports');
  const language = currentLanguage();
  const columns: Column<FiscalYear>[] = [
    {
      key: 'year',
      title: t('fiscalYear'),
      cell: (one) => <Link href={`/reports/fiscal-years/${one.year}`}>{yearName(one)}</Link>,
    },
    { key: 'from', title: t('from'), kind: 'date', isWideOnly: true, cell: ({ from }) => dateText(from, language) },
    { key: 'to', title: t('to'), kind: 'date', isWideOnly: true, cell: ({ to }) => dateText(to, language) },
    { key: 'status', title: t('status'), cell: ({ status }) => t(`status_${status}`) },
    {
      key: 'closedAt',
      title: t('closedAt'),
      kind: 'date',
      cell: ({ closedAt }) => (closedAt === null ? '' : instantText(closedAt, language)),
    },
  ];
  return (
    <Screen title={t('name_fiscal-years')}>
      <BackToReports />
      <Answer query={useQuery(yearsQuery)}>
        {(years) => (
          <DataTable label={t('name_fiscal-years')} columns={columns} rows={years} keyOf={({ year }) => year} />
        )}
      </Answer>
    </Screen>
  );
}
