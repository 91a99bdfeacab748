import { amount, bold, type Column, RULE, type Row, table, total } from '../../../cli/kit/print.ts';
import { toCsv } from '../../../lib/csv.ts';
import { plainMoney } from '../../../lib/money.ts';
import type { Form990Report, ReportLine } from './schema.ts';
import { explain, FIGURES, figuresOf, TITLES } from './wording.ts';

/** The line of the form that has the totals. */
const TOTAL = '25';

const COLUMNS: readonly Column<ReportLine>[] = [
  { title: 'Line', cell: ({ code }) => code },
  { title: 'Description', cell: ({ description }) => description ?? '-' },
  ...FIGURES.map(({ title, of }) => ({ title, align: 'right' as const, cell: (line: ReportLine) => amount(of(line)) })),
];

/** Returns the report as a table. Without `width`, the table fits the terminal. */
export function printReport(report: Form990Report, width?: number): string {
  const rows = report.lines.flatMap((line): Row<ReportLine>[] => (line.code === TOTAL ? [RULE, total(line)] : [line]));
  const heading = bold(`Form 990, Part IX: functional expenses from ${report.from} to ${report.to}`);
  return [heading, table(COLUMNS, rows, { lines: Infinity, width }), ...report.warnings.map(explain)].join('\n\n');
}

/** Returns the report as CSV: one row for each line of the form, and two decimals in each amount. */
export function reportCsv({ lines }: Form990Report): string {
  return toCsv(
    ['Line', 'Description', ...TITLES],
    lines.map((line) => [line.code, line.description, ...figuresOf(line).map(plainMoney)]),
  );
}
