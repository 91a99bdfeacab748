import { existsSync, readdirSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { App } from '../../app.ts';
import { action, type Options } from '../../cli/action.ts';
import { progressBar } from '../../cli/progress.ts';
import { ask } from '../../cli/prompt.ts';
import { AppError } from '../../errors.ts';
import { decode } from '../../validate.ts';
import { ContributionsPath, StatementExport } from './schema.ts';

const LANGUAGES = ['en-US', 'zh-TW', 'by-name'] as const;
const LANGUAGE_OF = { 'en-US': 'en-US', 'zh-TW': 'zh-TW', 'by-name': 'byName' } as const;

/** Adds `vestry export contributions`. */
export function contributionCommands(family: Command): void {
  family
    .command('contributions')
    .description('write a contribution statement (PDF) for every giver of a calendar year')
    .option('--year <year>', 'the calendar year')
    .option('--output <path>', 'the folder for a file each, or with --single-file the file')
    .option('--single-file', 'all in one file, for the printer')
    .addOption(
      new Option('--language <language>', "by-name: Chinese for those with a Chinese name; else the church's").choices(
        LANGUAGES,
      ),
    )
    .option('--force', 'write into a folder that is not empty, or over a file')
    .addHelpText(
      'after',
      '\nOnce the year is over every statement has a number. Printed again as it was, it is marked as a copy; with other\n' +
        'figures it gets a new number and names the one it corrects.\n\nExample:\n' +
        '  $ vestry export contributions --year 2026 --output statements-2026',
    )
    .action(action({ answer: StatementExport, run: (app, _args, options) => run(app, options), print }));
}

async function run(app: App, options: Options): Promise<StatementExport> {
  const { year } = decode(ContributionsPath, { year: await ask(options.year, '--year', 'Calendar year:') });
  const output = await ask(options.output, '--output', 'Folder or file to write to:');
  refuseExisting(output, options);
  const { exportToFile, exportToFolder } = await import('./printing.ts');
  const bar = progressBar(options, 'Printing');
  try {
    const write = options.singleFile ? exportToFile : exportToFolder;
    const language = LANGUAGE_OF[options.language as (typeof LANGUAGES)[number]];
    const statements = await write(app, year, output, { language, progress: bar.update });
    return { year, statements, files: options.singleFile ? 1 : statements, output };
  } finally {
    bar.end();
  }
}

function refuseExisting(output: string, { singleFile, force }: Options): void {
  if (force || !existsSync(output)) return;
  if (!singleFile && readdirSync(output).length === 0) return;
  throw new AppError('conflict', `${output} is there already. Name another, or write over it with --force.`);
}

function print({ year, statements, output }: StatementExport): string {
  if (statements === 0) return `Nobody gave in ${year} under a name.`;
  return `${statements} contribution statements for ${year} written to ${output}`;
}
