import type { Command } from 'commander';
import type { App } from '../../../app.ts';
import { type Options, task } from '../../../cli/kit/action.ts';
import { refuseUnwritable, writeOutput } from '../../../cli/kit/output.ts';
import { say } from '../../../cli/kit/print.ts';
import { encode } from '../../../lib/encode.ts';
import { decode } from '../../../validate.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import { formatOptions, writeReport } from '../formats/output-cli.ts';
import { describeForm1099 } from './description.ts';
import { filerFile } from './filer.ts';
import { Form1099Query, Form1099Report } from './schema.ts';
import { form1099 } from './service.ts';

const HELP = `
The report shows masked tax ids. --filer writes the reportable amounts with complete tax ids to a CSV file that only you
can read, for a service that files the forms. The audit log records this. Delete the file when it is not needed anymore.

Examples:
  $ vestry report 1099 --year 2026 --output 1099.pdf
  $ vestry report 1099 --year 2026 --filer filer.csv`;

/** Adds `vestry report 1099`. */
export function form1099Command(report: Command): void {
  const command = report
    .command('1099')
    .description('print what vendors were paid in a calendar year, for Form 1099')
    .requiredOption('--year <year>', 'the calendar year of the payments')
    .option('--filer <file>', 'write a CSV file with complete tax ids for filing');
  formatOptions(command)
    .addHelpText('after', HELP)
    .action(task({ run: (app, _args, options) => run(app, options) }));
}

const READER = { locale: 'en-US', isPage: false } as const;

async function run(app: App, options: Options): Promise<void> {
  const { year } = decode(Form1099Query, { year: options.year });
  if (typeof options.filer === 'string') return writeFiler(app, options, { year, filer: options.filer });
  await writeReport(
    {
      json: async () => encode(Form1099Report, await form1099(app, year)),
      describe: async () => describeForm1099(await form1099(app, year), await getLetterhead(app), READER),
    },
    options,
  );
}

async function writeFiler(app: App, options: Options, { year, filer }: { year: number; filer: string }): Promise<void> {
  // The audit log says that tax ids were exported, so a file that cannot be written must be refused before.
  refuseUnwritable(filer, options.force === true);
  const { csv, lacking, untyped } = await filerFile(app, year);
  await writeOutput([csv], filer, options.force === true, 'private');
  say(options, `Written to ${filer}, with complete tax ids. Delete it when it is not needed anymore.`);
  if (lacking.length > 0) say(options, `These vendors have no tax id in the file: ${lacking.join(', ')}`);
  if (untyped.length > 0) {
    const names = untyped.map(({ name, vendorId }) => `${name} (${vendorId})`).join(', ');
    say(options, `The type of the tax id is missing in the file for: ${names}`);
    say(options, `Say whether it is an SSN or an EIN: vestry vendor update ${untyped[0]?.vendorId} --tin-type EIN`);
  }
  if (options.json) process.stdout.write(`${JSON.stringify({ format: 'csv', output: filer })}\n`);
}
