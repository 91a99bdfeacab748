/** The description of a report, from which the other files of this folder make a table, a file or printed pages. */
import type { Paper } from '../../../lib/paper.ts';
import type { Locale } from '../../../lib/wire.ts';
import { readTexts } from '../../../package.ts';

/** A report: the lines above its table, the table, and the notes below it. */
export type Report = {
  locale: Locale;
  /** The kind of report, such as `Balance sheet`. */
  title: string;
  /** The name of the sheet in a workbook, if it is not the title. */
  sheet?: string;
  church: { name: string; ein: string | null; currency: string; paper: Paper };
  /** The lines below the title: the period, and how gifts and expenses count. */
  about: readonly string[];
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  /** Sentences below the table. */
  notes: readonly string[];
  /** The orientation and the font size of printed pages. By default, they depend on the width of the columns. */
  setting?: PageSetting;
};

export type PageSetting = { layout: 'portrait' | 'landscape'; size: number };

/** A column. Amounts and counts are aligned to the right. `letter` is printed before the title on pages. */
export type ReportColumn = { title: string; kind: 'text' | 'date' | 'amount' | 'count'; letter?: string };

/** The value of a cell: text, a date, a count, or an amount in minor units. Null leaves the cell empty. */
export type Value = string | number | null;

/** What a row is about: an account, a fund, a category, or a document. */
export const SOURCES = [
  'Account',
  'Fund',
  'GivingCategory',
  'IncomeCategory',
  'SubCategory',
  'Giving',
  'Deposit',
  'Expense',
  'Payment',
  'OtherIncome',
  'Transfer',
  'JournalEntry',
  'Opening',
  'Vendor',
  'Form990Line',
] as const;

/** The account, fund, category or document behind a row. A line of Form 990 has its code as `id`. */
export type Source = { type: (typeof SOURCES)[number]; id: number | string };

/** A row with a value for each column. A line is drawn above a subtotal or a total. */
export type FigureRow = {
  kind: 'line' | 'subtotal' | 'total';
  values: readonly Value[];
  indent?: number;
  source?: Source | undefined;
};

/**
 * A row of a report. The rows after a heading belong to its section, up to the next gap or the next heading with
 * the same or a smaller indent.
 */
export type ReportRow = FigureRow | { kind: 'heading'; text: string; indent?: number } | { kind: 'gap' };

/** The texts that all reports share: `templates/LOCALE/report.json`. */
export type ReportTexts = Record<
  'section' | 'row' | 'line' | 'subtotal' | 'total' | 'ein' | 'page' | 'columns',
  string
>;

/** Returns the texts that all reports in a language share. */
export function reportTexts(locale: Locale): ReportTexts {
  return readTexts(locale, 'report') as ReportTexts;
}

/** True if the values of a column are figures, which are aligned to the right. */
export function isFigure({ kind }: ReportColumn): boolean {
  return kind === 'amount' || kind === 'count';
}

/** Returns the positions of the columns that name a row, and the positions of the columns that contain its figures. */
export function sidesOf({ columns }: Pick<Report, 'columns'>): { names: number[]; figures: number[] } {
  const all = [...columns.keys()];
  const figure = (index: number) => columns[index] !== undefined && isFigure(columns[index]);
  return { names: all.filter((index) => !figure(index)), figures: all.filter(figure) };
}

/** Divides a list into parts of at most `most` entries. The lengths of the parts differ by at most one. */
export function evenParts<T>(list: readonly T[], most: number): T[][] {
  const count = Math.max(1, Math.ceil(list.length / Math.max(most, 1)));
  return Array.from({ length: count }, (_, part) =>
    list.slice(Math.ceil((part * list.length) / count), Math.ceil(((part + 1) * list.length) / count)),
  );
}
