import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, addYears } from '../../lib/date.ts';
import { currentLanguage, type Language } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { type Church, churchQuery } from '../kit/church.ts';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { DateField } from '../kit/date-field.tsx';
import { dateText, monthText } from '../kit/dates.ts';
import { amountText } from '../kit/money.ts';
import { Screen } from '../kit/page.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { useAddress } from '../kit/use-address.ts';
import { type Compared, compare } from './comparison.ts';
import { type GivingWords, useGivingWords } from './gift-words.ts';
import { Parts } from './parts.tsx';
import { summaryQuery } from './queries.ts';
import { AttendanceChart, GivingChart } from './summary-charts.tsx';
import type { GroupBy, Method, Summary } from './types.ts';
import './giving.css';

const GROUPS = ['week', 'month', 'category', 'method'] as const satisfies readonly GroupBy[];

/** The sums of giving by week, month, category or method, each beside the sum of a year before. */
export function Page() {
  const { t } = useTranslation('giving');
  const church = useQuery(churchQuery);
  return (
    <Screen title={t('summary')}>
      <Parts />
      <Answer query={church}>{(known) => <Sums church={known} />}</Answer>
    </Screen>
  );
}

function Sums({ church: { today } }: { church: Church }) {
  const { t } = useTranslation('giving');
  const address = useAddress();
  const words = useGivingWords();
  const groupBy = GROUPS.find((one) => one === address.get('by')) ?? 'month';
  const from = address.get('from') || `${today.slice(0, 4)}-01-01`;
  const to = address.get('to') || today;
  const now = useQuery(summaryQuery(from, to, groupBy));
  // Weeks are compared with the weeks 52 weeks before, so that Sundays stand beside Sundays.
  const earlier = (date: string) => (groupBy === 'week' ? addDays(date, -364) : addYears(date, -1));
  const before = useQuery(summaryQuery(earlier(from), earlier(to), groupBy));
  return (
    <>
      <div className="filters no-print">
        <SelectField
          label={t('groupBy')}
          value={groupBy}
          options={GROUPS.map((value) => ({ value, label: t(`by_${value}`) }))}
          onChange={(by) => address.set({ by })}
        />
        <DateField
          label={t('from')}
          value={from}
          today={today}
          isPast
          onChange={(date) => address.set({ from: date })}
        />
        <DateField label={t('to')} value={to} today={today} isPast onChange={(date) => address.set({ to: date })} />
      </div>
      <Answer query={now}>
        {(known) => <Answer query={before}>{(last) => <Table now={known} before={last} words={words} />}</Answer>}
      </Answer>
    </>
  );
}

function Table({ now, before, words }: { now: Summary; before: Summary; words: GivingWords }) {
  const { t } = useTranslation('giving');
  const language = currentLanguage();
  const rows = useMemo(() => compare(now, before), [now, before]);
  const labelOf = useCallback((key: string) => dayText(key, now.groupBy, language), [now.groupBy, language]);
  const names = rows.map((row) => nameOf(row, now.groupBy, words));
  const labels = useStable(now.groupBy === 'week' ? rows.map(({ key }) => labelOf(key)) : names);
  if (rows.length === 0) return <p className="empty">{t('nothingGiven')}</p>;
  const columns: Column<Compared>[] = [
    { key: 'name', title: t(`by_${now.groupBy}`), cell: (row) => names[rows.indexOf(row)] },
    { key: 'count', title: t('gifts'), kind: 'number', isWideOnly: true, cell: ({ count }) => count },
    { key: 'amount', title: t('amount'), kind: 'number', cell: ({ amount }) => amountText(amount) },
    {
      key: 'before',
      title: t('yearBefore'),
      kind: 'number',
      cell: (row) => (row.before === null ? '' : amountText(row.before)),
    },
  ];
  return (
    <>
      <GivingChart {...{ now, before, rows, labels }} />
      <DataTable
        label={t('summary')}
        columns={columns}
        rows={rows}
        keyOf={({ key }) => key}
        footer={
          <tr>
            <th scope="row">{t('total')}</th>
            <td className="number wide-only">{now.totals.count}</td>
            <td className="number">{amountText(now.totals.amount)}</td>
            <td className="number">{amountText(before.totals.amount)}</td>
          </tr>
        }
      />
      {(now.groupBy === 'week' || now.groupBy === 'month') && <AttendanceChart {...{ now, labelOf }} />}
    </>
  );
}

/** Returns the same list as before as long as its texts are the same, so that a chart is not drawn again. */
function useStable(texts: readonly string[]): readonly string[] {
  const joined = JSON.stringify(texts);
  return useMemo(() => JSON.parse(joined) as readonly string[], [joined]);
}

/** Returns a week or month as the short label of a chart. */
function dayText(key: string, groupBy: GroupBy, language: Language): string {
  return groupBy === 'week' ? dateText(key, language, 'day') : monthText(key, language, 'short');
}

function nameOf({ key, name }: Compared, groupBy: GroupBy, words: GivingWords): string {
  if (groupBy === 'category') return words.categoriesOf({ categoryId: Number(key), parts: null }) || name;
  if (groupBy === 'method') return words.method(key as Method);
  return dateText(groupBy === 'week' ? key : `${key}-01`, currentLanguage(), groupBy === 'week' ? 'short' : 'month');
}
