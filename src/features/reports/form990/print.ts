import { amount, bold, RULE, type Row, table, total } from '../../../cli/kit/print.ts';
import { toCsv } from '../../../lib/csv.ts';
import { plainMoney } from '../../../lib/money.ts';
import type { Form990Report } from './schema.ts';
import { explain, figuresOf, TITLES } from './wording.ts';

/** The line of the form that adds up the others. */
const TOTAL = '25';

/** The report as a table: for the terminal, or with another width for a file. */
export function printReport(report: Form990Report, width?: number): string {
  const columns = [
    { title: 'Line' },
    { title: 'Description' },
    ...TITLES.map((title) => ({ title, align: 'right' as const })),
  ];
  const rows = report.lines.flatMap((line): Row[] => {
    const cells = [line.code, line.description ?? '-', ...figuresOf(line).map(amount)];
    return line.code === TOTAL ? [RULE, total(cells)] : [cells];
  });
  const heading = bold(`Form 990, Part IX: functional expenses from ${report.from} to ${report.to}`);
  return [heading, table(columns, rows, { lines: Infinity, width }), ...report.warnings.map(explain)].join('\n\n');
}

/** The report as CSV, one row a line, amounts with two decimals. */
export function reportCsv({ lines }: Form990Report): string {
  return toCsv(
    ['Line', 'Description', ...TITLES],
    lines.map((line) => [line.code, line.description, ...figuresOf(line).map(plainMoney)]),
  );
}
