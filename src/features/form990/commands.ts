import { type Command, Option } from 'commander';
import { action } from '../../cli/action.ts';
import { decode } from '../../validate.ts';
import { printReport, reportCsv } from './print.ts';
import { Form990Query, Form990Report } from './schema.ts';
import { functionalExpenses } from './service.ts';

/** Adds `vestry report form990`. */
export function form990Command(report: Command): void {
  report
    .command('form990')
    .description('print the functional expenses of a fiscal year for Form 990, Part IX')
    .option('--year <year>', 'the calendar year in which the fiscal year starts')
    .option('--from <date>', 'instead of a year: the first day, as YYYY-MM-DD')
    .option('--to <date>', 'and the last day')
    .addOption(new Option('--format <format>', 'how to print it').choices(['table', 'csv']).default('table'))
    .action(
      action({
        answer: Form990Report,
        run: (app, _args, { year, from, to }) => functionalExpenses(app, decode(Form990Query, { year, from, to })),
        print: (value, { format }) => (format === 'csv' ? reportCsv(value) : printReport(value)),
      }),
    );
}
