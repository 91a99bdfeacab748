import { stripVTControlCharacters } from 'node:util';
import { type Command, Option } from 'commander';
import type { App } from '../../../app.ts';
import { type Options, task } from '../../../cli/kit/action.ts';
import { chosenFormat, fileOptions } from '../../../cli/kit/export.ts';
import { refuseTerminal, writeOutput } from '../../../cli/kit/output.ts';
import { prose, say } from '../../../cli/kit/print.ts';
import { encode } from '../../../lib/encode.ts';
import { decode } from '../../../validate.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import { printReport, reportCsv } from './print.ts';
import { Form990Query, Form990Report } from './schema.ts';
import { functionalExpenses } from './service.ts';

const FORMATS = ['table', 'csv', 'xlsx', 'pdf'] as const;
type Format = (typeof FORMATS)[number];

/** Adds `vestry report form990`. */
export function form990Command(report: Command): void {
  const command = report
    .command('form990')
    .description('print the functional expenses of a fiscal year for Form 990, Part IX')
    .option('--year <year>', 'the calendar year in which the fiscal year starts')
    .option('--from <date>', 'instead of a year: the first day, as YYYY-MM-DD')
    .option('--to <date>', 'the last day')
    .addOption(
      new Option(
        '--format <format>',
        'the format, by default that of the output file or else a table; xlsx also lists the expenses',
      ).choices(FORMATS),
    );
  fileOptions(command)
    .addHelpText('after', '\nExample:\n  $ vestry report form990 --year 2026 --output part-ix.xlsx')
    .action(task({ run: (app, _args, options) => run(app, options) }));
}

async function run(app: App, options: Options): Promise<void> {
  const { year, from, to } = options;
  const output = options.output as string | undefined;
  const format = chosenFormat(options, FORMATS) ?? 'table';
  const query = decode(Form990Query, { year, from, to });
  const isWanted = output === undefined && options.json === true;
  const content = isWanted ? await asJson(app, query) : await CONTENT[format](app, query, output);
  await writeOutput([content], output, options.force === true);
  if (output === undefined) return;
  say(options, `Written to ${output}`);
  if (options.json) process.stdout.write(`${JSON.stringify({ format, output })}\n`);
}

type Content = (app: App, query: Form990Query, output: string | undefined) => Promise<string | Buffer>;

const CONTENT: Record<Format, Content> = {
  table: async (app, query, output) => {
    const report = await functionalExpenses(app, query);
    if (output === undefined) return `${prose(printReport(report))}\n`;
    return `${stripVTControlCharacters(printReport(report, Infinity))}\n`;
  },
  csv: async (app, query) => reportCsv(await functionalExpenses(app, query)),
  xlsx: async (app, query, output) => {
    refuseTerminal('A workbook', output);
    return (await import('./workbook.ts')).reportWorkbook(app, query);
  },
  pdf: async (app, query, output) => {
    refuseTerminal('A PDF', output);
    const report = await functionalExpenses(app, query);
    return (await import('./report-pdf.ts')).printReportPdf(report, await getLetterhead(app));
  },
};

async function asJson(app: App, query: Form990Query): Promise<string> {
  return `${JSON.stringify(encode(Form990Report, await functionalExpenses(app, query)), null, 2)}\n`;
}
