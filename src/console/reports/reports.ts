/** The reports of the books: their parameters, which are kept in the address, and where their figures come from. */
import { addYears, monthRange, parseMonth } from '../../lib/date.ts';
import { withoutMissing } from '../../lib/without-missing.ts';
import type { FigureRow } from '../kit/figure-table.tsx';
import type { FiscalYear } from './queries.ts';
import { daysSoFar, isRunning } from './years.ts';

/** A control above a report. `period` is a fiscal year or other dates. */
export type Filter =
  | 'period'
  | 'range'
  | 'at'
  | 'fiscalYear'
  | 'calendarYear'
  | 'basis'
  | 'compare'
  | 'comparePrior'
  | 'columns'
  | 'through'
  | 'ministryId'
  | 'fundId'
  | 'accountId';

/** The reports that the service lays out, by the name in their address, with their controls. */
export const REPORTS = {
  'income-statement': ['period', 'basis', 'compare', 'columns'],
  activities: ['period', 'basis', 'comparePrior'],
  'balance-sheet': ['at', 'basis', 'comparePrior'],
  'fund-balances': ['period', 'basis'],
  'trial-balance': ['at', 'basis'],
  budget: ['fiscalYear', 'through', 'ministryId', 'fundId', 'basis'],
  payables: ['at'],
  interfund: ['at'],
  releases: ['range'],
  'payment-register': ['range', 'accountId'],
  'giving-tie-out': ['calendarYear'],
  form990: ['period'],
  '1099': ['calendarYear'],
} as const satisfies Record<string, readonly Filter[]>;

export type ReportName = keyof typeof REPORTS;
export type Parameters = Readonly<Record<string, string>>;

export const isReport = (name: string): name is ReportName => name in REPORTS;

/** What the service reports if the address does not say otherwise: the fiscal year of today, or today. */
export type Usual = { today: string; years: readonly FiscalYear[] };

/** The fiscal year that contains a day, or the latest one. */
export function yearOf(day: string, years: readonly FiscalYear[]): FiscalYear | undefined {
  return years.find(({ from, to }) => from <= day && day <= to) ?? years[0];
}

/** Returns the parameters of a report: those in the address, and the usual ones for what the address leaves out. */
export function parametersOf(name: ReportName, get: (name: string) => string, { today, years }: Usual): Parameters {
  const filters: readonly Filter[] = REPORTS[name];
  const has = (filter: Filter) => filters.includes(filter);
  const given = (...names: readonly string[]) =>
    Object.fromEntries(names.flatMap((one) => (get(one) === '' ? [] : [[one, get(one)]])));
  const current = yearOf(today, years);
  const isDated = get('from') !== '' && get('to') !== '';
  const year = get('year') || String(current?.year ?? today.slice(0, 4));
  const dates =
    has('range') || isDated ? { from: current?.from ?? today, to: today, ...given('from', 'to') } : { year };
  return {
    ...(has('period') && (isDated ? given('from', 'to') : { year })),
    ...(has('range') && dates),
    ...(has('at') && { at: get('at') || today }),
    ...(has('fiscalYear') && { year }),
    ...(has('calendarYear') && { year: get('year') || today.slice(0, 4) }),
    ...given(
      ...(['basis', 'columns', 'through', 'ministryId', 'fundId', 'accountId'] as const).filter((one) => has(one)),
      ...(has('compare') || has('comparePrior') ? ['compare'] : []),
    ),
  };
}

/**
 * Returns what the service is asked for. A running fiscal year ends today, so that it is compared with the same days of
 * the year before and not with the whole of it.
 */
export function askedOf(name: ReportName, parameters: Parameters, { today, years }: Usual): Parameters {
  const filters: readonly Filter[] = REPORTS[name];
  const { year, ...others } = parameters;
  const range = years.find((one) => String(one.year) === year);
  if (!filters.includes('period') || !range || !isRunning(range, today)) return parameters;
  const isBudgeted = (others['compare'] ?? '').split(',').includes('budget');
  return { ...others, ...daysSoFar(range, today, { isBudgeted }) };
}

/** The days whose documents are behind the figures of a report. */
export function daysOf({ year, from, to, at, through }: Parameters, { years }: Usual, type: string) {
  if (from !== undefined && to !== undefined) return { from, to };
  if (at !== undefined) {
    // A balance consists of all documents up to the day. Income and expenses begin with the fiscal year.
    const isBalance = type === 'Account' || type === 'Fund';
    return isBalance ? { to: at } : { from: yearOf(at, years)?.from ?? addYears(at, -1), to: at };
  }
  const range = years.find((one) => String(one.year) === year);
  const month = parseMonth(through ?? '');
  return { from: range?.from ?? `${year}-01-01`, to: month ? monthRange(month).to : (range?.to ?? `${year}-12-31`) };
}

const LEDGER: Readonly<Record<string, string>> = {
  Account: 'accountId',
  Fund: 'fundId',
  GivingCategory: 'categoryId',
  IncomeCategory: 'incomeCategoryId',
  SubCategory: 'subCategoryId',
};

const DOCUMENTS = new Set(['Giving', 'Deposit', 'Payment', 'OtherIncome', 'Transfer', 'JournalEntry']);

/** Returns the address of what is behind a row, and the room that it is in. Undefined if there is no such screen. */
export function sourceOf(
  source: FigureRow['source'],
  days: { from?: string | undefined; to?: string | undefined },
): { room: string; href: string } | undefined {
  if (!source) return undefined;
  const { type, id } = source;
  const subject = LEDGER[type];
  if (subject !== undefined) {
    const query = new URLSearchParams({ [subject]: String(id), ...withoutMissing(days) });
    return { room: 'reports', href: `/reports/general-ledger?${query.toString()}` };
  }
  if (type === 'Expense') return { room: 'expenses', href: `/expenses/${id}` };
  if (DOCUMENTS.has(type)) return { room: 'reports', href: `/reports/documents/${type}/${id}` };
  return undefined;
}
