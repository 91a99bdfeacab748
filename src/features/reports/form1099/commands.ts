import { type Command, Option } from 'commander';
import type { App } from '../../../app.ts';
import { type Options, task } from '../../../cli/kit/action.ts';
import { collect } from '../../../cli/kit/amounts.ts';
import { refuseUnwritable, writeOutput } from '../../../cli/kit/output.ts';
import { amount, type Column, prose, say, table } from '../../../cli/kit/print.ts';
import { badField } from '../../../errors.ts';
import { encode } from '../../../lib/encode.ts';
import { decode } from '../../../validate.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import { VendorPath } from '../../spending/vendors/schema.ts';
import { formatOptions, writeReport } from '../formats/output-cli.ts';
import { describeForm1099 } from './description.ts';
import { filerFile } from './filer.ts';
import { boxText, printedBox } from './boxes.ts';
import { recordFilings } from './filings.ts';
import { type Form1099Filing, Form1099FilingList, Form1099Query, Form1099Report, NewForm1099Filing } from './schema.ts';
import { form1099 } from './service.ts';

const HELP = `
The report shows masked tax ids. --filer writes the reportable amounts with complete tax ids to a CSV file that only you
can read, for a service that files the forms. The audit log records this. Delete the file when it is not needed anymore.

--filed-on records that forms were filed as the report has them now. From then on, the report says when a corrected form
is needed. When you have filed it, record it in the same way. Name yourself with --as, so that the audit log has your
name.

Examples:
  $ vestry report 1099 --year 2026 --output 1099.pdf
  $ vestry report 1099 --year 2026 --filer filer.csv
  $ vestry report 1099 --year 2026 --filed-on 2027-01-20`;

/** Adds `vestry report 1099`. */
export function form1099Command(report: Command): void {
  const command = personOptions(report.command('1099'))
    .description('print what vendors were paid in a calendar year, for Form 1099')
    .requiredOption('--year <year>', 'the calendar year of the payments')
    .option('--filer <file>', 'write a CSV file with complete tax ids for filing')
    .addOption(
      new Option('--filed-on <date>', 'record that the forms were filed on this day, as YYYY-MM-DD').conflicts([
        'filer',
        'output',
        'format',
      ]),
    )
    .option(
      '--vendor <id>',
      'with --filed-on, a vendor whose forms were filed (default: all that must be filed or corrected); may be repeated',
      collect,
    );
  formatOptions(command)
    .addHelpText('after', HELP)
    .action(task({ flags: { vendorIds: '--vendor' }, run: (app, _args, options) => run(app, options) }));
}

const READER = { locale: 'en-US', isPage: false } as const;

async function run(app: App, options: Options): Promise<void> {
  const { year } = decode(Form1099Query, { year: options.year });
  if (options.filedOn !== undefined) return recordFiled(app, options, year);
  if (options.vendor !== undefined) throw badField('vendorIds', 'needs_filed_on', 'is only for --filed-on');
  if (typeof options.filer === 'string') return writeFiler(app, options, { year, filer: options.filer });
  await writeReport(
    {
      json: async () => encode(Form1099Report, await form1099(app, year)),
      describe: async () => describeForm1099(await form1099(app, year), await getLetterhead(app), READER),
    },
    options,
  );
}

/** The columns of what was recorded as filed. */
const FILED: readonly Column<Form1099Filing>[] = [
  { title: 'Vendor', cell: ({ name, vendorId }) => `${name} (${vendorId})` },
  { title: 'Tax id', cell: ({ taxId }) => taxId ?? '' },
  { title: 'Box', cell: ({ box }) => boxText(printedBox(box)) },
  { title: 'Filed', align: 'right', cell: (one) => amount(one.amount) },
];

async function recordFiled(app: App, options: Options, year: number): Promise<void> {
  const ids = Array.isArray(options.vendor) ? options.vendor.map((text) => decode(VendorPath, { id: text }).id) : [];
  const input = decode(NewForm1099Filing, {
    year,
    filedOn: options.filedOn,
    ...(ids.length > 0 && { vendorIds: ids }),
  });
  const recorded = await recordFilings(await actingPerson(app, options, 'finance.manage'), input);
  if (options.json) return void process.stdout.write(`${JSON.stringify(encode(Form1099FilingList, recorded))}\n`);
  const text =
    recorded.items.length === 0
      ? `No form for ${year} must be filed or corrected. Nothing was recorded.`
      : `Recorded as filed on ${input.filedOn}:\n\n${table(FILED, recorded.items)}`;
  process.stdout.write(`${prose(text)}\n`);
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
