import { type Cell, toCsv } from '../../../lib/csv.ts';
import { type Minor, plainMoney } from '../../../lib/money.ts';
import { type FigureRow, type Report, reportTexts, type Value } from './report.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const BEYOND_ASCII = /[^\n\r\t -~]/;

/**
 * Returns the table of a report as CSV: one row for each line, subtotal and total, and two decimals in each amount. If
 * the report has headings, the first column names the section of a row, and the second says whether the row is a line,
 * a subtotal or a total.
 */
export function reportCsv(report: Report): string {
  const csv = tableCsv(report);
  // Without the byte order mark, Excel shows Chinese characters wrongly. A file of ASCII characters needs no mark, and
  // simple programs read the file more easily without one.
  return BEYOND_ASCII.test(csv) ? BYTE_ORDER_MARK + csv : csv;
}

function tableCsv(report: Report): string {
  const texts = reportTexts(report.locale);
  const titles = report.columns.map(({ title }) => title);
  const cellsOf = ({ values }: FigureRow) => values.map((value, index) => cellOf(value, report.columns[index]?.kind));
  const rows = sectioned(report);
  if (!report.rows.some(({ kind }) => kind === 'heading'))
    return toCsv(
      titles,
      rows.map(({ row }) => cellsOf(row)),
    );
  return toCsv(
    [texts.section, texts.row, ...titles],
    rows.map(({ row, section }) => [section, texts[row.kind], ...cellsOf(row)]),
  );
}

function cellOf(value: Value, kind: string | undefined): Cell {
  return kind === 'amount' && typeof value === 'number' ? plainMoney(value as Minor) : value;
}

/** Returns the rows with figures, each with the headings of its section. */
function sectioned({ rows }: Report): { row: FigureRow; section: string }[] {
  let path: { text: string; indent: number }[] = [];
  const found: { row: FigureRow; section: string }[] = [];
  for (const row of rows) {
    if (row.kind === 'gap') path = [];
    else if (row.kind === 'heading') {
      const { text, indent = 0 } = row;
      path = [...path.filter((above) => above.indent < indent), { text, indent }];
    } else {
      // A total belongs to the headings with the same or a smaller indent, not to the more indented groups whose lines
      // it adds up.
      const isTotal = row.kind !== 'line';
      const above = path.filter(({ indent }) => !isTotal || indent <= (row.indent ?? 0));
      found.push({ row, section: above.map(({ text }) => text).join(': ') });
    }
  }
  return found;
}
