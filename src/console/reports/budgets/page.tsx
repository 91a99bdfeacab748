import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Answer } from '../../kit/answer.tsx';
import { churchQuery } from '../../kit/church.ts';
import { dateText } from '../../kit/dates.ts';
import { Screen } from '../../kit/page.tsx';
import { SelectField } from '../../kit/select-field.tsx';
import { useAddress } from '../../kit/use-address.ts';
import { useCan } from '../../session/session.ts';
import { type FiscalYear, yearsQuery } from '../queries.ts';
import { yearOf } from '../reports.ts';
import { yearName } from '../years.ts';
import { BudgetGrid } from './grid.tsx';
import { type BudgetVersion, budgetQuery, type Catalog, catalogQuery, versionQuery, versionsQuery } from './queries.ts';
import { Sheet } from './sheet.tsx';
import { linesOf } from './sheet.ts';
import { columnsOf, withNextYear } from './years.ts';
import '../reports.css';

/** The budget of a fiscal year, line by line and month by month. The year and the version are part of the address. */
export function Page() {
  const { t } = useTranslation('reports');
  const church = useQuery(churchQuery);
  const years = useQuery(yearsQuery);
  const today = church.data?.today;
  return (
    <Screen title={t('budgetTitle')}>
      <p className="no-print">
        <Link href="/reports">{t('allReports')}</Link>
      </p>
      <Answer query={years}>
        {(known) => today !== undefined && <Year years={withNextYear(known, today)} today={today} />}
      </Answer>
    </Screen>
  );
}

function Year({ years, today }: { years: readonly FiscalYear[]; today: string }) {
  const { t } = useTranslation('reports');
  const address = useAddress();
  const chosen = years.find(({ year }) => String(year) === address.get('year')) ?? yearOf(today, years);
  const year = chosen?.year ?? Number(today.slice(0, 4));
  const { data: versions = [] } = useQuery(versionsQuery(year));
  const latest = versions.at(-1)?.version;
  const mayImport = useCan('statements.manage') && chosen?.status !== 'Closed';
  const version = versions.find((one) => String(one.version) === address.get('version') && one.version !== latest);
  return (
    <>
      <div className="report-filters budget-choices no-print">
        <SelectField
          label={t('fiscalYear')}
          value={String(year)}
          options={years.map((one) => ({ value: String(one.year), label: yearName(one) }))}
          onChange={(next) => address.set({ year: next, version: null })}
        />
        {versions.length > 1 && (
          <SelectField
            label={t('budgetVersion')}
            value={String(version?.version ?? latest)}
            options={versions.toReversed().map((one) => ({ value: String(one.version), label: versionText(one, t) }))}
            onChange={(next) => address.set({ version: next === String(latest) ? null : next })}
          />
        )}
      </div>
      <p>
        <Link href={`/reports/budget?year=${year}`}>{t('toBudgetReport')}</Link>
        {mayImport && (
          <>
            {' · '}
            <Link href={`/reports/budgets/import?year=${year}`}>{t('importBudget')}</Link>
          </>
        )}
      </p>
      <Catalogs>
        {(catalog) =>
          version ? (
            <Earlier key={`${year} ${version.version}`} year={year} version={version} catalog={catalog} />
          ) : (
            <Present key={year} year={year} today={today} catalog={catalog} isClosed={chosen?.status === 'Closed'} />
          )
        }
      </Catalogs>
    </>
  );
}

type Words = ReturnType<typeof useTranslation<'reports'>>['t'];

function versionText({ version, kind, adoptedOn }: BudgetVersion, t: Words): string {
  const date = adoptedOn === null ? '' : ` · ${dateText(adoptedOn, currentLanguage())}`;
  return `${version}: ${t(`budget_${kind}`)}${date}`;
}

function Catalogs({ children }: { children: (catalog: Catalog) => React.ReactNode }) {
  return <Answer query={useQuery(catalogQuery)}>{children}</Answer>;
}

type PresentProps = { year: number; today: string; catalog: Catalog; isClosed: boolean };

function Present({ year, today, catalog, isClosed }: PresentProps) {
  const mayWrite = useCan('statements.manage');
  // The sheet begins with the first answer that it gets, so an answer from an earlier visit is not kept for it.
  return (
    <Answer query={useQuery({ ...budgetQuery(year), refetchOnWindowFocus: false, gcTime: 0 })}>
      {(found) => <Sheet found={found} catalog={catalog} today={today} isOpen={mayWrite && !isClosed} />}
    </Answer>
  );
}

/** An earlier version, which can only be read. */
function Earlier({ year, version, catalog }: { year: number; version: BudgetVersion; catalog: Catalog }) {
  const { t } = useTranslation('reports');
  return (
    <Answer query={useQuery(versionQuery(year, version.version))}>
      {(budget) => (
        <section className="screen-part">
          <p>{[t('budgetEarlier'), version.reason].filter(Boolean).join(' ')}</p>
          <BudgetGrid
            lines={linesOf(budget, catalog).filter(({ months }) => months.some((amount) => amount !== 0))}
            catalog={catalog}
            columns={columnsOf(budget, t('budgetYear'))}
            now={{}}
          />
        </section>
      )}
    </Answer>
  );
}
