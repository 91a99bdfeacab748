/** Decides how the columns of a report are placed on printed pages. */
import { signedMoney } from '../../../lib/currency.ts';
import { dateInDigits } from '../../../lib/date-text.ts';
import { isCalendarDate } from '../../../lib/date.ts';
import { formatMoney, type Minor } from '../../../lib/money.ts';
import { widthAcross } from '../../../lib/paper.ts';
import { LEFT } from '../../../lib/pdf-pages.ts';
import {
  evenParts,
  isFigure,
  type PageSetting,
  type Report,
  type ReportColumn,
  type ReportRow,
  type FigureRow,
  sidesOf,
} from './report.ts';

/** Returns the width of a text in points. */
export type Measure = (text: string, style: { size: number; bold: boolean }) => number;

/** A column on a page: its position among the columns of the report, and its place on the page. */
export type PlacedColumn = { index: number; x: number; width: number; align: 'left' | 'right' };

/**
 * The orientation of the pages, the size of their letters, and the columns of each band. A band is a run of pages that
 * show the same columns.
 */
export type PagePlan = PageSetting & { bands: PlacedColumn[][] };

/** The settings, from the most legible one to the one that fits the most columns. */
const SETTINGS: readonly PageSetting[] = [
  { layout: 'portrait', size: 9 },
  { layout: 'portrait', size: 8 },
  { layout: 'landscape', size: 9 },
  { layout: 'landscape', size: 8 },
  { layout: 'landscape', size: 7 },
];
/**
 * The setting if the columns do not fit on one page. The columns are then divided into bands, so the letters need not
 * be small.
 */
const BANDED = { layout: 'landscape', size: 8 } as const;

const [DEFAULT, STEP] = [9, 10];
const GAP = 9;
/**
 * The smallest widths to which texts may be wrapped, in letters of size 9: `first` for the first column, `other` for
 * any other.
 */
const LEAST_TEXT = { first: 130, other: 62 };
/** The largest width, in letters of size 9, to which a word in a title may widen a column of figures. */
const TITLE_WORD = 84;

/** Returns the first setting in which all columns fit side by side, or else a plan with several bands of columns. */
export function planPages(report: Report, measure: Measure): PagePlan {
  const acrossIn = (layout: PageSetting['layout']) => widthAcross(report.church.paper, layout);
  const { names, figures } = sidesOf(report);
  for (const setting of report.setting ? [report.setting] : SETTINGS) {
    const sizes = sizesOf(report, measure, setting.size);
    if (leastOf(sizes, [...names, ...figures]) <= acrossIn(setting.layout))
      return { ...setting, bands: [placed(report, sizes, [...names, ...figures], acrossIn(setting.layout))] };
  }
  const sizes = sizesOf(report, measure, BANDED.size);
  const across = acrossIn(BANDED.layout);
  for (let most = figures.length - 1; ; most -= 1) {
    const bands = evenParts(figures, most).map((part) => [...names, ...part]);
    if (most <= 1 || bands.every((band) => leastOf(sizes, band) <= across))
      return { ...BANDED, bands: bands.map((band) => placed(report, sizes, band, across)) };
  }
}

/** The width to which a column can be narrowed, and the width at which none of its texts wraps. */
type Size = { least: number; natural: number };

const leastOf = (sizes: readonly Size[], band: readonly number[]) =>
  band.reduce((sum, index) => sum + (sizes[index]?.least ?? 0) + GAP, -GAP);

function sizesOf(report: Report, measure: Measure, size: number): Size[] {
  const wide = (text: string, bold = true) => measure(text, { size, bold });
  const wordsOf = (title: string) => Math.max(...title.split(' ').map((word) => wide(word)));
  const texts = new Map(report.rows.flatMap((row) => (isFigureRow(row) ? [[row, textsOf(report, row)] as const] : [])));
  return report.columns.map((column, index) => {
    const content = report.rows.reduce((most, row) => Math.max(most, contentOf(row, index, { texts, wide, size })), 0);
    const natural = Math.max(content, wide(titleOf(column)));
    if (isFigure(column)) {
      const least = Math.max(content, Math.min(wordsOf(titleOf(column)), (TITLE_WORD * size) / DEFAULT));
      return { least, natural };
    }
    if (column.kind === 'date') return { least: natural, natural };
    const least = ((index === 0 ? LEAST_TEXT.first : LEAST_TEXT.other) * size) / DEFAULT;
    return { least: Math.min(natural, least), natural };
  });
}

type Looks = {
  texts: ReadonlyMap<ReportRow, readonly string[]>;
  wide: (text: string, bold?: boolean) => number;
  size: number;
};

function contentOf(row: ReportRow, index: number, { texts, wide, size }: Looks): number {
  if (row.kind === 'gap' || row.kind === 'heading') return 0;
  const indent = index === 0 ? indentOf(row.indent, size) : 0;
  return indent + wide(texts.get(row)?.[index] ?? '', row.kind !== 'line');
}

/**
 * Places the columns of a band. Free width goes first to texts that would wrap, and then to the widest text column, so
 * that the last column ends at the margin.
 */
function placed({ columns }: Report, sizes: readonly Size[], band: readonly number[], across: number): PlacedColumn[] {
  const widths = new Map(band.map((index) => [index, sizes[index]?.least ?? 0]));
  const wanted = band.map((index) => Math.max(0, (sizes[index]?.natural ?? 0) - (sizes[index]?.least ?? 0)));
  const wants = wanted.reduce((sum, one) => sum + one, 0);
  const free = Math.max(0, across - leastOf(sizes, band));
  for (const [place, index] of band.entries()) {
    const share = wants === 0 ? 0 : (wanted[place] ?? 0) * Math.min(1, free / wants);
    widths.set(index, (widths.get(index) ?? 0) + share);
  }
  const texts = band.filter((index) => columns[index]?.kind === 'text');
  const widest = texts.toSorted((a, b) => (widths.get(b) ?? 0) - (widths.get(a) ?? 0))[0] ?? band[0] ?? 0;
  widths.set(widest, (widths.get(widest) ?? 0) + Math.max(0, free - wants));
  let x = LEFT;
  return band
    .toSorted((a, b) => a - b)
    .map((index) => {
      const width = widths.get(index) ?? 0;
      const column: PlacedColumn = {
        index,
        x,
        width,
        align: columns[index] && isFigure(columns[index]) ? 'right' : 'left',
      };
      x += width + GAP;
      return column;
    });
}

/**
 * Returns the texts of a row as they are printed. The first amount of each column and the amounts of totals have the sign
 * of the currency.
 */
export function textsOf({ columns, rows, locale, church }: Report, row: FigureRow): string[] {
  return columns.map((column, index) => {
    const value = row.values[index] ?? null;
    if (column.kind === 'date' && typeof value === 'string' && isCalendarDate(value))
      return dateInDigits(value, locale);
    if (column.kind !== 'amount' || typeof value !== 'number') return String(value ?? '');
    const first = rows.find((one) => isFigureRow(one) && typeof one.values[index] === 'number');
    const isSigned = row.kind === 'total' || row === first;
    return isSigned ? signedMoney(value as Minor, church.currency) : formatMoney(value as Minor);
  });
}

const isFigureRow = (row: ReportRow): row is FigureRow => row.kind !== 'gap' && row.kind !== 'heading';

/** Returns the title of a column as it is printed. */
export function titleOf({ letter, title }: ReportColumn): string {
  return letter === undefined ? title : `${letter}  ${title}`;
}

/** Returns how far a row is indented, in points. */
export function indentOf(steps: number | undefined, size: number): number {
  return ((steps ?? 0) * STEP * size) / DEFAULT;
}
