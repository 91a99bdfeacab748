import { type Command, Option } from 'commander';
import type { App } from '../../../app.ts';
import { action, type Options } from '../../../cli/kit/action.ts';
import { amount, bold, type Column, type Row, RULE, table, total } from '../../../cli/kit/print.ts';
import { badField } from '../../../errors.ts';
import { fiscalYear } from '../../../lib/date.ts';
import { decode } from '../../../validate.ts';
import { getChurch } from '../../church/profile/service.ts';
import { GivingSummary, GroupBy, SummaryQuery, SummaryYear } from './schema.ts';
import { summarizeGiving } from './service.ts';

/** Adds `vestry report giving`. */
export function givingReportCommand(report: Command): void {
  report
    .command('giving')
    .description('show the sums of giving, with the attendance')
    .option('--year <year>', 'the fiscal year, named by the calendar year in which it starts')
    .option('--from <date>', 'the first day, as YYYY-MM-DD; cannot be combined with --year')
    .option('--to <date>', 'the last day, as YYYY-MM-DD')
    .addOption(new Option('--by <what>', 'how to group the sums').choices(GroupBy.options).default('month'))
    .addHelpText('after', '\nExample:\n  $ vestry report giving --year 2026 --by category')
    .action(
      action({
        answer: GivingSummary,
        run: async (app, _args, options) => summarizeGiving(app, decode(SummaryQuery, await queryOf(app, options))),
        print: printSummary,
      }),
    );
}

async function queryOf(app: App, { year, from, to, by }: Options) {
  if (year === undefined) return { from, to, groupBy: by };
  if (from !== undefined || to !== undefined)
    throw badField('year', 'conflict', 'cannot be combined with --from or --to');
  const { fiscalYearStartMonth } = await getChurch(app);
  return { ...fiscalYear(decode(SummaryYear, { year }).year, fiscalYearStartMonth), groupBy: by };
}

const TITLES = { week: 'Week of', month: 'Month', category: 'Category', method: 'Method' };
type Line = Pick<GivingSummary['items'][number], 'name' | 'count' | 'givers' | 'amount' | 'attendance'>;

const FIGURES: readonly Column<Line>[] = [
  { title: 'Gifts', align: 'right', cell: ({ count }) => count },
  { title: 'Givers', align: 'right', cell: ({ givers }) => givers },
  { title: 'Amount', align: 'right', cell: (line) => amount(line.amount) },
  { title: 'Sundays', align: 'right', cell: ({ attendance }) => attendance?.sundays ?? null },
  { title: 'Attendance', align: 'right', cell: ({ attendance }) => attendance?.total ?? null },
  { title: 'Average', align: 'right', cell: ({ attendance }) => attendance?.average ?? null },
];

function printSummary({ from, to, groupBy, items, totals }: GivingSummary): string {
  const columns = [{ title: TITLES[groupBy], cell: ({ name }: Line) => name }, ...FIGURES];
  const rows: Row<Line>[] = [...items, RULE, total({ name: 'Total', ...totals })];
  return `${bold(`Giving from ${from} to ${to}`)}\n\n${table(columns, rows)}`;
}
