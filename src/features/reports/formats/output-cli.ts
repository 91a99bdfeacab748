/** Writes a report in the format that the options of a command name. */
import { stripVTControlCharacters } from 'node:util';
import { type Command, Option } from 'commander';
import type { Options } from '../../../cli/kit/action.ts';
import { chosenFormat, fileOptions } from '../../../cli/kit/export.ts';
import { refuseTerminal, writeOutput } from '../../../cli/kit/output.ts';
import { prose, say } from '../../../cli/kit/print.ts';
import { jsonText } from '../../../cli/kit/terminal.ts';
import { reportCsv } from './csv.ts';
import { printReport } from './print.ts';
import type { Report } from './report.ts';

const FORMATS = ['table', 'csv', 'xlsx', 'pdf'] as const;
type Format = (typeof FORMATS)[number];

/** Adds the options for the format and the output file of a report. `more` is added to the help of `--format`. */
export function formatOptions(command: Command, more = ''): Command {
  const help = `the format (default: that of the output file, or a table if there is no file)${more}`;
  return fileOptions(command.addOption(new Option('--format <format>', help).choices(FORMATS)));
}

/**
 * Functions that return a report: `json` returns the answer of the API, `describe` returns the description, and
 * `workbook` returns a workbook. `workbook` exists only if the workbook contains more than the description.
 */
export type Reporting = {
  json: () => Promise<unknown>;
  describe: () => Promise<Report>;
  workbook?: () => Promise<Buffer>;
};

/** Writes a report to a file or to standard output. With `--json` and no output file, prints the API's answer. */
export async function writeReport(reporting: Reporting, options: Options): Promise<void> {
  const output = options.output as string | undefined;
  const format = chosenFormat(options, FORMATS) ?? 'table';
  const isWanted = output === undefined && options.json === true;
  const content = isWanted ? `${jsonText(await reporting.json(), 2)}\n` : await CONTENT[format](reporting, output);
  await writeOutput([content], output, options.force === true);
  if (output === undefined) return;
  say(options, `Written to ${output}`);
  if (options.json) process.stdout.write(`${JSON.stringify({ format, output })}\n`);
}

type Content = (reporting: Reporting, output: string | undefined) => Promise<string | Buffer>;

const CONTENT: Record<Format, Content> = {
  table: async ({ describe }, output) => {
    const report = await describe();
    if (output === undefined) return `${prose(printReport(report))}\n`;
    return `${stripVTControlCharacters(printReport(report, Infinity))}\n`;
  },
  csv: async ({ describe }) => reportCsv(await describe()),
  xlsx: async ({ describe, workbook }, output) => {
    refuseTerminal('A workbook', output);
    return workbook ? workbook() : (await import('./workbook.ts')).reportWorkbook(await describe());
  },
  pdf: async ({ describe }, output) => {
    refuseTerminal('A PDF', output);
    return (await import('./report-pdf.ts')).printReportPdf(await describe());
  },
};
