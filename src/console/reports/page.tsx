import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Answer } from '../kit/answer.tsx';
import { useHasIrs } from '../kit/church.ts';
import { Screen } from '../kit/page.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { useAddress } from '../kit/use-address.ts';
import { type FiscalYear, yearsQuery } from './queries.ts';
import { YearCharts } from './year-charts.tsx';
import { yearName } from './years.ts';
import './reports.css';

const GROUPS = {
  figures: ['events', 'income-statement', 'activities', 'balance-sheet', 'fund-balances', 'budget', 'budgets'],
  details: [
    'general-ledger',
    'trial-balance',
    'payables',
    'interfund',
    'releases',
    'payment-register',
    'giving-tie-out',
  ],
  year: ['form990', '1099', 'fiscal-years', 'prior-figures'],
} as const;

/** The reports for tax forms of the United States. */
const ONLY_US: ReadonlySet<string> = new Set(['form990', '1099']);

/** Where the screens are that are no reports. */
const ELSEWHERE: Readonly<Record<string, string>> = { 'prior-figures': '/settings/priorFigures' };

/** The list of all reports, and charts of a fiscal year. */
export function Page() {
  const { t } = useTranslation('reports');
  const hasIrs = useHasIrs();
  return (
    <Screen title={t('title')}>
      <div className="report-groups">
        {Object.entries(GROUPS).map(([group, names]) => (
          <nav key={group} className="sheet" aria-labelledby={`reports-${group}`}>
            <h2 id={`reports-${group}`}>{t(`group_${group}` as 'group_figures')}</h2>
            <ul>
              {names
                .filter((name) => hasIrs || !ONLY_US.has(name))
                .map((name) => (
                  <li key={name}>
                    <Link href={ELSEWHERE[name] ?? `/reports/${name}`}>{t(`name_${name}`)}</Link>
                    <p>{t(`help_${name}`)}</p>
                  </li>
                ))}
            </ul>
          </nav>
        ))}
      </div>
      <Answer query={useQuery(yearsQuery)}>
        {(years) => (years.length === 0 ? <p className="empty">{t('noYears')}</p> : <Year years={years} />)}
      </Answer>
    </Screen>
  );
}

function Year({ years }: { years: readonly FiscalYear[] }) {
  const { t } = useTranslation('reports');
  const address = useAddress();
  const chosen = years.find(({ year }) => String(year) === address.get('year')) ?? years[0];
  return (
    <>
      <div className="report-filters no-print">
        <SelectField
          label={t('fiscalYear')}
          value={String(chosen?.year)}
          options={years.map((one) => ({ value: String(one.year), label: yearName(one) }))}
          onChange={(year) => address.set({ year })}
        />
      </div>
      {chosen && <YearCharts key={chosen.year} year={chosen} />}
    </>
  );
}
