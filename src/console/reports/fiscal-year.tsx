import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { instantText, monthText } from '../kit/dates.ts';
import { later } from '../kit/later.ts';
import { amountText } from '../kit/money.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { Screen } from '../kit/page.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { useCan } from '../session/session.ts';
import { NotFound } from '../shell/not-found.tsx';
import { closeYear, fiscalYearQuery, reopenYear, type VersionedYear, type YearDetails } from './queries.ts';
import { yearName } from './years.ts';
import './reports.css';

const ReasonDialog = later(() => import('../kit/reason-dialog.tsx'), 'ReasonDialog');

/** A fiscal year: its months, closing and reopening it, and what has changed since it was closed. */
export function Page({ year }: { year: string }) {
  return /^\d{4}$/.test(year) ? <Year year={year} /> : <NotFound />;
}

function Year({ year }: { year: string }) {
  const { t } = useTranslation('reports');
  const query = useQuery(fiscalYearQuery(year));
  return (
    <Screen title={t('yearTitle', { year: query.data ? yearName(query.data.details) : year })}>
      <p>
        <Link href="/reports/fiscal-years">{t('name_fiscal-years')}</Link>
      </p>
      <Answer query={query}>
        {(versioned) => (
          <>
            <State versioned={versioned} />
            <Months details={versioned.details} />
            {versioned.details.status === 'Closed' && <Changes details={versioned.details} />}
          </>
        )}
      </Answer>
    </Screen>
  );
}

function State({ versioned }: { versioned: VersionedYear }) {
  const { t } = useTranslation('reports');
  const [isAsked, setAsked] = useState(false);
  const mayClose = useCan('statements.manage');
  const mayReopen = useCan('statements.reopen');
  const { fault, isBusy, save } = useSaving<YearDetails>(() => {});
  const { details } = versioned;
  const year = yearName(details);
  const isReady = details.months.length > 0 && details.months.every(({ status }) => status === 'Finalized');
  if (details.status === 'Closed') {
    return (
      <section className="sheet screen-part">
        <p>{t('yearClosed', { time: instantText(details.closedAt ?? '', currentLanguage()) })}</p>
        {mayReopen && (
          <div className="screen-actions">
            <Button onClick={() => setAsked(true)}>{t('reopenYear')}</Button>
          </div>
        )}
        <Suspense>
          {isAsked && (
            <ReasonDialog
              title={t('reopenYearTitle', { year })}
              help={t('reopenYearHelp')}
              button={t('reopenYear')}
              done={t('yearReopened', { year })}
              act={(reason) => reopenYear(versioned, reason)}
              onClose={() => setAsked(false)}
            />
          )}
        </Suspense>
      </section>
    );
  }
  return (
    <section className="sheet screen-part">
      <p>{isReady ? t('yearReady') : t('yearOpenMonths')}</p>
      {fault && <FaultNotice fault={fault} />}
      {mayClose && isReady && (
        <div className="screen-actions">
          <Button
            kind="primary"
            isBusy={isBusy}
            onClick={() => void save(() => closeYear(versioned), t('yearNowClosed', { year }))}
          >
            {t('closeYear')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Months({ details: { months } }: { details: YearDetails }) {
  const { t } = useTranslation('reports');
  const columns: Column<YearDetails['months'][number]>[] = [
    {
      key: 'month',
      title: t('month'),
      cell: ({ month }) => <Link href={`/month-end/${month}`}>{monthText(month, currentLanguage())}</Link>,
    },
    { key: 'status', title: t('status'), cell: ({ status }) => t(`status_${status}`) },
  ];
  return <DataTable label={t('months')} columns={columns} rows={months} keyOf={({ month }) => month} />;
}

function Changes({ details: { changes, statementsIssuedSince } }: { details: YearDetails }) {
  const { t } = useTranslation('reports');
  type Change = YearDetails['changes'][number];
  const lineOf = (line: Change['stored']) => (line === null ? '' : `${line.name} ${amountText(line.amount)}`);
  const columns: Column<Change>[] = [
    { key: 'report', title: t('report'), cell: ({ report }) => t(`changed_${report}`) },
    { key: 'stored', title: t('stored'), cell: ({ stored }) => lineOf(stored) },
    { key: 'current', title: t('current'), cell: ({ current }) => lineOf(current) },
  ];
  return (
    <section className="screen-part">
      <h2>{t('changes')}</h2>
      <p>{changes.length === 0 ? t('noChanges') : t('changesHelp')}</p>
      {changes.length > 0 && (
        <DataTable
          label={t('changes')}
          columns={columns}
          rows={changes}
          keyOf={({ report, stored, current }) => [report, stored?.name, current?.name].join('/')}
        />
      )}
      {statementsIssuedSince > 0 && <p>{t('issuedSince', { count: statementsIssuedSince })}</p>}
    </section>
  );
}
