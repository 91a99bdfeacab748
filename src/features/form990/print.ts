import { amount, bold, table } from '../../cli/print.ts';
import { toCsv } from '../../lib/csv.ts';
import { plainMoney } from '../../lib/money.ts';
import type { Form990Report } from './schema.ts';
import { explain, figuresOf, TITLES } from './wording.ts';

const WIDEST_NAME = 48;

/** The report as a table for the terminal. */
export function printReport(report: Form990Report): string {
  const columns = [
    { title: 'Line' },
    { title: 'Description' },
    ...TITLES.map((title) => ({ title, align: 'right' as const })),
  ];
  const rows = report.lines.map((line) => [
    line.code,
    shorten(line.description ?? '-'),
    ...figuresOf(line).map(amount),
  ]);
  const heading = bold(`Form 990, Part IX: functional expenses from ${report.from} to ${report.to}`);
  return [heading, table(columns, rows), ...report.warnings.map(explain)].join('\n\n');
}

/** The report as CSV, one row a line, amounts with two decimals. */
export function reportCsv({ lines }: Form990Report): string {
  return toCsv(
    ['Line', 'Description', ...TITLES],
    lines.map((line) => [line.code, line.description, ...figuresOf(line).map(plainMoney)]),
  );
}

function shorten(text: string): string {
  return process.stdout.isTTY && text.length > WIDEST_NAME ? `${text.slice(0, WIDEST_NAME - 1)}…` : text;
}
