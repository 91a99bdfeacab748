/** Prints a report as a table for the terminal. */
import {
  amount,
  bold,
  type Column,
  fitsSideBySide,
  GAP,
  type Row,
  RULE,
  table,
  terminalWidth,
  total,
} from '../../../cli/kit/print.ts';
import type { Minor } from '../../../lib/money.ts';
import { fill } from '../../../lib/template.ts';
import {
  evenParts,
  isFigure,
  type Report,
  type ReportColumn,
  type ReportRow,
  reportTexts,
  sidesOf,
  type Value,
} from './report.ts';

type Line = { texts: readonly string[] };
const INDENT = '  ';

/**
 * Returns a report as text. If the columns do not fit side by side within `width`, the table is printed in several
 * parts, and each part repeats the columns that name the rows. By default, `width` is that of the terminal.
 */
export function printReport(report: Report, width = terminalWidth()): string {
  const { church, title, about, notes } = report;
  const heading = [bold(title), church.name, ...about].join('\n');
  return [heading, ...tables(report, width), ...notes].join('\n\n');
}

function tables(report: Report, width: number): string[] {
  const columns = report.columns.map((column, index) => columnOf(column, index));
  const rows = report.rows.flatMap((row) => rowsOf(row, report.columns));
  const { names, figures } = sidesOf(report);
  const pick = (part: readonly number[]) => columns.filter((_, index) => names.includes(index) || part.includes(index));
  for (let most = figures.length; most > 1; most -= 1) {
    const parts = evenParts(figures, most).map(pick);
    if (parts.every((part) => fitsSideBySide(part, rows, width)))
      return numbered(
        parts.map((part) => table(part, rows, { width, lines: Infinity })),
        report,
      );
  }
  return numbered(
    evenParts(figures, 1).map((part) => table(pick(part), rows, { width, lines: Infinity })),
    report,
  );
}

/** If there are several tables, puts a line above each that says which part of the columns it shows. */
function numbered(tables: readonly string[], { locale }: Report): string[] {
  if (tables.length === 1) return [...tables];
  const { columns } = reportTexts(locale);
  return tables.map((one, index) => `${fill(columns, { part: index + 1, parts: tables.length })}\n\n${one}`);
}

const columnOf = (column: ReportColumn, index: number): Column<Line> => ({
  title: column.title,
  align: isFigure(column) ? 'right' : 'left',
  cell: ({ texts }) => texts[index] ?? '',
});

function rowsOf(row: ReportRow, columns: readonly ReportColumn[]): Row<Line>[] {
  if (row.kind === 'gap') return [GAP];
  if (row.kind === 'heading') return [total({ texts: [INDENT.repeat(row.indent ?? 0) + row.text] })];
  const texts = row.values.map((value, index) => textOf(value, columns[index]));
  const line = { texts: texts.with(0, INDENT.repeat(row.indent ?? 0) + (texts[0] ?? '')) };
  return row.kind === 'line' ? [line] : [RULE, total(line)];
}

function textOf(value: Value, column: ReportColumn | undefined): string {
  return column?.kind === 'amount' && typeof value === 'number' ? amount(value as Minor) : String(value ?? '');
}
