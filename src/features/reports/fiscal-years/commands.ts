import type { Command } from 'commander';
import { action, type LocalTime } from '../../../cli/kit/action.ts';
import { type Column, state, table } from '../../../cli/kit/print.ts';
import { formatMoney } from '../../../lib/money.ts';
import { Reopening } from '../../../lib/wire.ts';
import { decode } from '../../../validate.ts';
import { FiscalYear, type FiscalYearItem, FiscalYearList, FiscalYearPath } from './schema.ts';
import { closeFiscalYear, getFiscalYear, listFiscalYears, reopenFiscalYear } from './service.ts';

/** Adds `vestry year ...`. */
export function yearCommands(year: Command): void {
  year
    .command('list')
    .description('list the fiscal years since the books began, the latest first')
    .action(
      action({
        answer: FiscalYearList,
        run: (app) => listFiscalYears(app),
        print: ({ items }, at) => table(columns(at), items),
      }),
    );
  year
    .command('show <year>')
    .description('show a fiscal year, its open months, and what has changed since it was closed')
    .action(action({ answer: FiscalYear, run: (app, [text]) => getFiscalYear(app, readYear(text)), print: printYear }));
  year
    .command('close <year>')
    .description('close a fiscal year and store its reports; all its months must be finalized')
    .addHelpText(
      'after',
      '\nThe year is the calendar year in which the fiscal year begins.\n\nExample:\n  $ vestry year close 2025',
    )
    .action(
      action({ answer: FiscalYear, run: (app, [text]) => closeFiscalYear(app, readYear(text)), print: printYear }),
    );
  year
    .command('reopen <year>')
    .description('open a closed fiscal year again')
    .requiredOption('--reason <text>', 'the reason, for the audit log')
    .action(
      action({
        answer: FiscalYear,
        run: (app, [text], { reason }) => reopenFiscalYear(app, readYear(text), decode(Reopening, { reason }).reason),
        print: printYear,
      }),
    );
}

const readYear = (text: string | undefined) => decode(FiscalYearPath, { year: text }).year;

const columns = (at: LocalTime): Column<FiscalYearItem>[] => [
  { title: 'Year', cell: ({ year }) => String(year) },
  { title: 'From', cell: ({ from }) => from },
  { title: 'To', cell: ({ to }) => to },
  { title: 'Status', cell: ({ status }) => state(status) },
  { title: 'Closed', cell: ({ closedAt }) => closedAt && at(closedAt).slice(0, 10) },
];

function printYear({ year, from, to, status, months, changes, statementsIssuedSince }: FiscalYear): string {
  const open = months.filter((month) => month.status === 'Draft').map(({ month }) => month);
  return [
    `Fiscal year ${year}, ${from} to ${to}: ${state(status)}`,
    ...(status === 'Closed' || open.length === 0 ? [] : [`Months to finalize: ${open.join(', ')}`]),
    ...changes.map(
      ({ report, stored, current }) => `Changed since: ${report}: ${lineText(stored)} -> ${lineText(current)}`,
    ),
    ...(statementsIssuedSince > 0 ? [`Contribution statements issued since: ${statementsIssuedSince}`] : []),
  ].join('\n');
}

const lineText = (line: FiscalYear['changes'][number]['stored']) =>
  line === null ? 'no line' : `${line.name} ${formatMoney(line.amount)}`;
