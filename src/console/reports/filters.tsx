import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatMonth, monthOf, monthsOf } from '../../lib/date.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { DateField } from '../kit/date-field.tsx';
import { monthText } from '../kit/dates.ts';
import { SelectField } from '../kit/select-field.tsx';
import { useAddress } from '../kit/use-address.ts';
import { nameOf } from '../kit/record-name.ts';
import { ministriesQuery, type Named, subjectsQuery } from './queries.ts';
import { type Filter, type Parameters, type ReportName, REPORTS, type Usual } from './reports.ts';
import { isRunning, yearName } from './years.ts';

type Props = { name: ReportName; parameters: Parameters; usual: Usual };

/** The choices of each control. The first is the usual one, which is not in the address. */
const BASES = ['', 'paid'] as const;
const COMPARED = ['', 'prior', 'budget', 'prior,budget'] as const;
const COLUMNS = ['', 'month', 'fund', 'ministry', 'restriction'] as const;

/** The controls above a report. Each changes a parameter in the address. */
export function Filters({ name, parameters, usual }: Props) {
  const { t } = useTranslation('reports');
  const has = (filter: Filter) => (REPORTS[name] as readonly Filter[]).includes(filter);
  const { set } = useAddress();
  const choice = (field: string, label: string, options: readonly { value: string; label: string }[]) => (
    <SelectField
      key={field}
      label={label}
      value={parameters[field] ?? ''}
      options={options}
      onChange={(value) => set({ [field]: value })}
    />
  );
  const bases = BASES.map((value) => ({ value, label: t(`basis_${value || 'none'}`) }));
  const compared = COMPARED.map((value) => ({ value, label: t(`compare_${value || 'none'}`) }));
  const columns = COLUMNS.map((value) => ({ value, label: t(`columns_${value || 'none'}`) }));
  return (
    <div className="report-filters no-print">
      {has('period') && <Period parameters={parameters} usual={usual} />}
      {has('fiscalYear') && choice('year', t('fiscalYear'), usual.years.map(asYear))}
      {has('calendarYear') && choice('year', t('calendarYear'), calendarYears(usual))}
      {has('range') && <Dates parameters={parameters} usual={usual} />}
      {has('at') && <Day field="at" label={t('at')} parameters={parameters} usual={usual} />}
      {has('through') && <Through parameters={parameters} usual={usual} />}
      {has('basis') && choice('basis', t('basis'), bases)}
      {has('compare') && choice('compare', t('compare'), compared)}
      {has('comparePrior') && choice('compare', t('compare'), compared.slice(0, 2))}
      {has('columns') && choice('columns', t('columns'), columns)}
      {has('ministryId') && <Ministry parameters={parameters} />}
      {has('fundId') && <Subject field="fundId" label={t('fund')} parameters={parameters} />}
      {has('accountId') && <Subject field="accountId" label={t('account')} parameters={parameters} />}
    </div>
  );
}

type Part = Omit<Props, 'name'>;
const OTHER = 'other';

const asYear = (one: Usual['years'][number]) => ({ value: String(one.year), label: yearName(one) });

/** Returns the calendar years of the books, the latest first. */
function calendarYears({ today, years }: Usual): { value: string; label: string }[] {
  const known = years.flatMap(({ from, to }) => [from.slice(0, 4), to.slice(0, 4)]);
  const all = [...new Set([today.slice(0, 4), ...known])].filter((year) => year <= today.slice(0, 4));
  return all
    .toSorted()
    .toReversed()
    .map((year) => ({ value: year, label: year }));
}

/** A fiscal year, or other dates. */
function Period({ parameters, usual }: Part) {
  const { t } = useTranslation('reports');
  const { set } = useAddress();
  const { year, from, to } = parameters;
  const shown = usual.years.find((one) => String(one.year) === year);
  const named = (one: Usual['years'][number]) =>
    isRunning(one, usual.today)
      ? { value: String(one.year), label: t('yearSoFar', { year: yearName(one) }) }
      : asYear(one);
  return (
    <>
      <SelectField
        label={t('period')}
        value={year ?? OTHER}
        options={[...usual.years.map(named), { value: OTHER, label: t('otherDates') }]}
        onChange={(value) =>
          value === OTHER
            ? set({
                year: null,
                from: shown?.from ?? from,
                to: (shown && shown.to < usual.today ? shown.to : to) ?? usual.today,
              })
            : set({ year: value, from: null, to: null })
        }
      />
      {year === undefined && <Dates parameters={parameters} usual={usual} />}
    </>
  );
}

function Dates(part: Part) {
  const { t } = useTranslation('reports');
  return (
    <>
      <Day field="from" label={t('from')} {...part} />
      <Day field="to" label={t('to')} {...part} />
    </>
  );
}

/** A day. The report is shown again when the text in the box is a date. */
export function Day({ field, label, parameters, usual }: Part & { field: 'from' | 'to' | 'at'; label: string }) {
  const { set } = useAddress();
  const { from, to } = parameters;
  return (
    <DateField
      label={label}
      value={parameters[field] ?? null}
      today={usual.today}
      onChange={(date) => {
        // Both days are needed, and the first must not be after the last.
        const dates = { ...(from !== undefined && { from }), ...(to !== undefined && { to }), [field]: date };
        if (date !== null && !(dates.from && dates.to && dates.from > dates.to)) set(dates);
      }}
    />
  );
}

function Through({ parameters, usual }: Part) {
  const { t } = useTranslation('reports');
  const { set } = useAddress();
  const year = usual.years.find((one) => String(one.year) === parameters['year']);
  const months = year ? monthsOf(year).map(({ from }) => formatMonth(monthOf(from))) : [];
  return (
    <SelectField
      label={t('through')}
      value={parameters['through'] ?? ''}
      options={[
        { value: '', label: t('lastMonth') },
        ...months.map((month) => ({ value: month, label: monthText(month, currentLanguage()) })),
      ]}
      onChange={(through) => set({ through })}
    />
  );
}

function Ministry({ parameters }: Pick<Part, 'parameters'>) {
  const { t } = useTranslation('reports');
  return (
    <Choice field="ministryId" label={t('ministry')} list={useQuery(ministriesQuery).data} parameters={parameters} />
  );
}

function Subject({ field, label, parameters }: Pick<Part, 'parameters'> & { field: string; label: string }) {
  const { data } = useQuery(subjectsQuery);
  return <Choice field={field} label={label} list={data?.[field]} parameters={parameters} />;
}

type ChoiceProps = Pick<Part, 'parameters'> & { field: string; label: string; list: readonly Named[] | undefined };

function Choice({ field, label, list = [], parameters }: ChoiceProps) {
  const { t } = useTranslation('reports');
  const { set } = useAddress();
  return (
    <SelectField
      label={label}
      value={parameters[field] ?? ''}
      options={[
        { value: '', label: t('all') },
        ...list.map((one) => ({ value: String(one.id), label: nameOf(one, currentLanguage()) })),
      ]}
      onChange={(value) => set({ [field]: value })}
    />
  );
}
