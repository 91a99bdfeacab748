/** The columns of budgets in files. Exports write them, and imports read them back. */
import type { ExportColumn } from '../../../lib/export-columns.ts';
import type { ImportField } from '../../../lib/import-columns.ts';
import { toDecimal } from '../../../lib/money.ts';
import type { Target } from '../../imports/columns.ts';
import { KIND_WORDS } from './names.ts';
import type { BudgetLine } from './schema.ts';

/** A line with the words for its kind and its category in a file. */
export type FiledLine = BudgetLine & { kind: string; category: string };

/** The months of the calendar, in the order of a file of the calendar year. */
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
export type MonthName = (typeof MONTHS)[number];
export type BudgetField = 'Kind' | 'Category' | 'Ministry' | 'Fund' | 'Annual' | MonthName;

/** Returns the names of the months in the order of a fiscal year that begins with the month `startMonth`, 1 to 12. */
export function monthNames(startMonth: number): MonthName[] {
  return [...MONTHS.slice(startMonth - 1), ...MONTHS.slice(0, startMonth - 1)];
}

/** Returns the fields that an import reads. `from` is the first day of the fiscal year. */
function importFields(from: string): ImportField<BudgetField>[] {
  const [year, startMonth] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))];
  return [
    { name: 'Kind', aliases: ['Type', 'Part', 'Section', '類別'], words: KIND_WORDS },
    { name: 'Category', aliases: ['Name', 'Line', 'Subcategory', 'Item', '科目', '項目'] },
    { name: 'Ministry', aliases: ['Department', '事工'] },
    { name: 'Fund', aliases: ['基金'] },
    {
      name: 'Annual',
      aliases: ['Annual budget', 'Year', 'Total', 'Amount', 'Budget', String(year), '全年', '年度預算'],
      kind: 'money',
    },
    ...monthNames(startMonth).map((name): ImportField<BudgetField> => {
      const month = MONTHS.indexOf(name) + 1;
      return { name, aliases: monthAliases(name, month, month < startMonth ? year + 1 : year), kind: 'money' };
    }),
  ];
}

/** Returns what an import of a budget reads. `from` is the first day of the fiscal year. */
export function budgetTarget(from: string): Target<BudgetField> {
  return {
    kind: 'budget',
    refusesTypos: true,
    fields: importFields(from),
    needs: [
      ['Category', 'Annual'],
      ['Category', 'January'],
    ],
    what: 'the category or the amount',
  };
}

/** Returns other headers of a month. Excel changes `Jan 2026` and `2026-01` to `Jan-26`. */
function monthAliases(name: MonthName, month: number, year: number): string[] {
  const [short, digits] = [name.slice(0, 3), String(month).padStart(2, '0')];
  const years = [String(year), String(year).slice(2)];
  return [short, `${year}-${digits}`, `${month}月`, ...years.flatMap((one) => [`${short} ${one}`, `${name} ${one}`])];
}

/** Returns the columns of an export. */
export function exportColumns(startMonth: number): ExportColumn<FiledLine>[] {
  return [
    { name: 'Kind', cell: ({ kind }) => kind },
    { name: 'Category', cell: ({ category }) => category },
    { name: 'Ministry', cell: ({ ministryName }) => ministryName },
    { name: 'Fund', cell: ({ fundName }) => fundName },
    { name: 'Annual', cell: ({ annual }) => toDecimal(annual) },
    ...monthNames(startMonth).map((name, index): ExportColumn<FiledLine> => {
      return { name, cell: ({ months }) => (months[index] === undefined ? null : toDecimal(months[index])) };
    }),
  ];
}
