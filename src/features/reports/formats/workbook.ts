import stringWidth from 'string-width';
import type { Cell } from '../../../lib/csv.ts';
import { type Minor, toDecimal } from '../../../lib/money.ts';
import { fill } from '../../../lib/template.ts';
import { type RowStyle, type Sheet, toWorkbook } from '../../../lib/xlsx.ts';
import { type Report, type ReportColumn, type ReportRow, reportTexts, type Value } from './report.ts';

const SHEET_NAME = 31;
const [NARROWEST, WIDEST, FIGURE, DATE] = [6, 70, 16, 12];

/** Returns a workbook whose only sheet is the report. */
export function reportWorkbook(report: Report): Promise<Buffer> {
  return toWorkbook([reportSheet(report)]);
}

/**
 * Returns a report as a sheet with its amounts as numbers. The texts above and below the table of the report are
 * written below the rows of the sheet.
 */
export function reportSheet(report: Report): Sheet {
  const { columns, title, rows } = report;
  const cells = rows.map((row) => cellsOf(row, columns));
  const widths = columns.map((column, place) =>
    widthOf(
      column,
      cells.map((row) => row[place] ?? null),
    ),
  );
  const widest = widths.indexOf(Math.max(...widths.filter((_, place) => columns[place]?.kind === 'text')));
  const titled = (kind: ReportColumn['kind']) =>
    new Set(columns.filter((column) => column.kind === kind).map((column) => column.title));
  return {
    name: (report.sheet ?? title).replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, SHEET_NAME),
    header: columns.map((column) => column.title),
    rows: [...cells, [], ...remarksOf(report).map((text) => [...Array<string>(Math.max(widest, 0)).fill(''), text])],
    dates: titled('date'),
    amounts: titled('amount'),
    widths,
    styles: new Map(rows.map((row, place): [number, RowStyle] => [place, styleOf(row)])),
  };
}

/**
 * Returns the texts of a sheet besides its table: the name of the church, the title, the period, how the figures count,
 * and the notes.
 */
function remarksOf({ church, title, about, notes, locale }: Report): string[] {
  const ein = church.ein === null ? [] : [fill(reportTexts(locale).ein, { ein: church.ein })];
  return [church.name, ...ein, title, ...about, ...notes];
}

function cellsOf(row: ReportRow, columns: readonly ReportColumn[]): Cell[] {
  if (row.kind === 'gap') return [];
  if (row.kind === 'heading') return [row.text];
  return row.values.map((value, place) => cellOf(value, columns[place]));
}

function cellOf(value: Value, column: ReportColumn | undefined): Cell {
  return column?.kind === 'amount' && typeof value === 'number' ? toDecimal(value as Minor) : value;
}

function styleOf(row: ReportRow): RowStyle {
  if (row.kind === 'gap') return {};
  return { bold: row.kind !== 'line', indent: row.indent ?? 0 };
}

/** Returns the width of a column in characters. A Chinese character counts as two. */
function widthOf({ title, kind }: ReportColumn, cells: readonly Cell[]): number {
  if (kind === 'date') return DATE;
  const texts = cells.map((cell) => String(cell ?? ''));
  if (kind !== 'text') return Math.max(FIGURE, Math.min(stringWidth(title) + 2, WIDEST));
  const widest = texts.reduce((most, text) => Math.max(most, stringWidth(text)), stringWidth(title));
  return Math.min(Math.max(widest + 4, NARROWEST), WIDEST);
}
