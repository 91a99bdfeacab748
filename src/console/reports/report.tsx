import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { churchQuery } from '../kit/church.ts';
import { withDates } from '../kit/dates.ts';
import { FigureTable } from '../kit/figure-table.tsx';
import { FileButton } from '../kit/file-button.tsx';
import { later } from '../kit/later.ts';
import { Loading } from '../kit/loading.tsx';
import { Screen } from '../kit/page.tsx';
import { useAddress } from '../kit/use-address.ts';
import { useCan } from '../session/session.ts';
import { NotFound } from '../shell/not-found.tsx';
import { Filters } from './filters.tsx';
import { type FileFormat, reportFile, tableQuery, yearsQuery } from './queries.ts';
import { askedOf, daysOf, isReport, type Parameters, parametersOf, type ReportName, type Usual } from './reports.ts';
import { linkTo } from './source-link.tsx';
import './reports.css';

/** A report, or the budget by line, with its parameters in the address. */
export function Page({ report }: { report: string }) {
  if (report === 'budgets') {
    return (
      <Suspense fallback={<Loading />}>
        <Budgets />
      </Suspense>
    );
  }
  return isReport(report) ? <Report name={report} /> : <NotFound />;
}

/** The budget is typed on a screen of its own, which is loaded when it is first opened. */
const Budgets = later(() => import('./budgets/page.tsx'), 'Page');

/** Only the report for Form 1099 records what was filed, and links names to vendors. */
const Filings = later(() => import('./filings.tsx'), 'Filings');
const Payees = later(() => import('./payees.tsx'), 'Payees');

function Report({ name }: { name: ReportName }) {
  const { t } = useTranslation('reports');
  const { data: church } = useQuery(churchQuery);
  const { data: years } = useQuery(yearsQuery);
  const { get } = useAddress();
  const mayLink = useCan('finance.manage');
  const usual = church && years && { today: church.today, years };
  const parameters = usual && parametersOf(name, get, usual);
  const asked = parameters && askedOf(name, parameters, usual);
  return (
    <Screen title={t(`name_${name}`)} actions={asked && <ReportActions name={name} parameters={asked} />}>
      <BackToReports />
      {usual && parameters && asked && (
        <>
          <Filters name={name} parameters={parameters} usual={usual} />
          {name === 'budget' && (
            <p className="no-print">
              <Link href={`/reports/budgets?year=${parameters['year'] ?? ''}`}>{t('toBudgetLines')}</Link>
            </p>
          )}
          <Table name={name} parameters={asked} usual={usual} />
          {name === '1099' && mayLink && (
            <Suspense fallback={<Loading />}>
              <Filings year={Number(asked['year'])} today={usual.today} />
              <Payees year={Number(asked['year'])} today={usual.today} />
            </Suspense>
          )}
        </>
      )}
    </Screen>
  );
}

/** The link from a report to the list of all reports. */
export function BackToReports() {
  const { t } = useTranslation('reports');
  return (
    <p className="no-print">
      <Link href="/reports">{t('allReports')}</Link>
    </p>
  );
}

type Asked = { name: ReportName; parameters: Parameters };

function Table({ name, parameters, usual }: Asked & { usual: Usual }) {
  const { t } = useTranslation('reports');
  const written = (text: string) => withDates(text, currentLanguage());
  return (
    <Answer query={useQuery(tableQuery(name, parameters, currentLanguage()))}>
      {({ about, columns, rows, notes }) => (
        <section className="screen-part">
          <Lines>{about.map(written)}</Lines>
          {rows.length === 0 ? (
            <p className="empty">{t('nothing')}</p>
          ) : (
            <FigureTable
              label={t(`name_${name}`)}
              columns={columns.map((column) => ({ ...column, title: written(column.title) }))}
              rows={rows.map((row) => ({
                ...row,
                values: row.values.map((value, at) =>
                  columns[at]?.kind === 'date' && typeof value === 'string' ? written(value) : value,
                ),
              }))}
              linked={linkTo((type) => daysOf(parameters, usual, type))}
            />
          )}
          <Lines>{notes.map(written)}</Lines>
        </section>
      )}
    </Answer>
  );
}

function Lines({ children }: { children: readonly string[] }) {
  return children.map((line) => (
    <p key={line} className="report-line">
      {line}
    </p>
  ));
}

const FORMATS: readonly FileFormat[] = ['pdf', 'xlsx', 'csv'];

/** The buttons that print a report or save it as a file. `children` are buttons before them. */
export function ReportActions({
  name,
  parameters,
  children,
}: {
  name: string;
  parameters: Parameters;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { year, from, to, at } = parameters;
  const fileName = [name, year, from, to, at].filter(Boolean).join(' ');
  return (
    <>
      {children}
      <Button onClick={() => print()}>{t('print')}</Button>
      {FORMATS.map((format) => (
        <FileButton
          key={format}
          label={format.toUpperCase()}
          name={`${fileName}.${format}`}
          load={() => reportFile(name, parameters, { format, language: currentLanguage() })}
        />
      ))}
    </>
  );
}
