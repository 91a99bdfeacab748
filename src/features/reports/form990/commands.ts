import type { Command } from 'commander';
import type { App } from '../../../app.ts';
import { type Options, task } from '../../../cli/kit/action.ts';
import { encode } from '../../../lib/encode.ts';
import { decode } from '../../../validate.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import { formatOptions, writeReport } from '../formats/output-cli.ts';
import { describeForm990 } from './description.ts';
import { Form990Query, Form990Report } from './schema.ts';
import { functionalExpenses } from './service.ts';

/** Adds `vestry report form990`. */
export function form990Command(report: Command): void {
  const command = report
    .command('form990')
    .description('print the functional expenses of a fiscal year for Form 990, Part IX')
    .option('--year <year>', 'the calendar year in which the fiscal year starts')
    .option('--from <date>', 'the first day, as YYYY-MM-DD (use this instead of a year)')
    .option('--to <date>', 'the last day');
  formatOptions(command, '; xlsx also lists the expenses')
    .addHelpText('after', '\nExample:\n  $ vestry report form990 --year 2026 --output part-ix.xlsx')
    .action(task({ run: (app, _args, options) => run(app, options) }));
}

async function run(app: App, options: Options): Promise<void> {
  const { year, from, to } = options;
  const query = decode(Form990Query, { year, from, to });
  const report = () => functionalExpenses(app, query);
  await writeReport(
    {
      json: async () => encode(Form990Report, await report()),
      describe: async () => describeForm990(await report(), await getLetterhead(app)),
      workbook: async () => (await import('./workbook.ts')).reportWorkbook(app, query),
    },
    options,
  );
}
