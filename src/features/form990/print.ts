import { amount, bold, table } from '../../cli/print.ts';
import { toCsv } from '../../lib/csv.ts';
import { plainMoney } from '../../lib/money.ts';
import type { Form990Report, ReportLine, ReportWarning } from './schema.ts';

const TITLES = ['Total', 'Program services', 'Management & general', 'Fundraising'];
const LABELS = {
  ProgramServices: 'program services',
  ManagementAndGeneral: 'management & general',
  Fundraising: 'fundraising',
};
const WIDEST_NAME = 48;

const figures = (line: Pick<ReportLine, 'total' | 'programServices' | 'managementAndGeneral' | 'fundraising'>) =>
  [line.total, line.programServices, line.managementAndGeneral, line.fundraising] as const;

/** The report as a table for the terminal. */
export function printReport(report: Form990Report): string {
  const columns = [
    { title: 'Line' },
    { title: 'Description' },
    ...TITLES.map((title) => ({ title, align: 'right' as const })),
  ];
  const rows = report.lines.map((line) => [line.code, shorten(line.description ?? '-'), ...figures(line).map(amount)]);
  const heading = bold(`Form 990, Part IX: functional expenses from ${report.from} to ${report.to}`);
  return [heading, table(columns, rows), ...report.warnings.map(explain)].join('\n\n');
}

/** The report as CSV, one row a line, amounts with two decimals. */
export function reportCsv({ lines }: Form990Report): string {
  return toCsv(
    ['Line', 'Description', ...TITLES],
    lines.map((line) => [line.code, line.description, ...figures(line).map(plainMoney)]),
  );
}

function shorten(text: string): string {
  return process.stdout.isTTY && text.length > WIDEST_NAME ? `${text.slice(0, WIDEST_NAME - 1)}…` : text;
}

function explain({ code, line, functionalClass, amount: sum, count }: ReportWarning): string {
  if (code === 'column_not_allowed') {
    const expenses = count === 1 ? '1 expense' : `${count} expenses`;
    return `Warning: line ${line} has no column for ${LABELS[functionalClass ?? 'ProgramServices']}; ${amount(sum)} (${expenses}) went to its only column.`;
  }
  return `Warning: line ${line} is over 10 % of line 25; itemise ${amount(sum)} on Schedule O.`;
}
