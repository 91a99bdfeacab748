import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Command, Option } from 'commander';
import type { App } from '../../app.ts';
import { action, type Options } from '../../cli/action.ts';
import { say } from '../../cli/print.ts';
import { counted } from '../../lib/text.ts';
import { progressBar } from '../../cli/progress.ts';
import { ask } from '../../cli/prompt.ts';
import { AppError } from '../../errors.ts';
import { decode } from '../../validate.ts';
import { ContributionsPath, StatementExport } from './schema.ts';
import { listVoid } from './service.ts';

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
  const { exportToFile, exportToFolder } = await import('./export.ts');
  const bar = progressBar(options, 'Printing');
  try {
    const write = options.singleFile ? exportToFile : exportToFolder;
    const language = LANGUAGE_OF[options.language as (typeof LANGUAGES)[number]];
    const printing = { language, mayReplace: Boolean(options.force), progress: bar.update };
    const { statements, missingLetters } = await write(app, year, output, printing);
    const files = options.singleFile ? Math.min(statements, 1) : statements;
    return { year, statements, files, output, voidStatements: await listVoid(app, year), missingLetters };
  } finally {
    bar.end();
  }
}

function refuseExisting(output: string, { singleFile, force }: Options): void {
  if (!existsSync(output)) return;
  const isFolder = statSync(output).isDirectory();
  const refuse = (message: string) => new AppError('conflict', `${output} ${message}`);
  if (singleFile && isFolder) {
    throw refuse(`is a folder. Name a file, such as ${path.join(output, 'statements.pdf')}.`);
  }
  if (!singleFile && !isFolder) {
    throw refuse('is a file. Name a folder, or print all statements into one file with --single-file.');
  }
  if (force || (!singleFile && readdirSync(output).length === 0)) return;
  throw refuse('is there already. Name another, or write over it with --force.');
}

function print({ year, statements, output, voidStatements, missingLetters }: StatementExport): string {
  for (const { memberName, letters } of missingLetters) {
    // Said to the quiet too: such a letter is not to be sent unseen.
    say(
      {},
      `On the statement of ${memberName}, no font has ${letters}: a box stands there. Change the name, or write it in.`,
    );
  }
  const lines = voidStatements.map(
    ({ statementNumber, memberName }) =>
      `${statementNumber} for ${memberName} is void: no gift of ${year} stands on it any more. Tell them not to use it.`,
  );
  return [written(statements, year, output), ...lines].join('\n');
}

function written(statements: number, year: number, output: string): string {
  if (statements === 0) return `Nobody gave in ${year} under a name.`;
  return `${counted(statements, 'contribution statement')} for ${year} written to ${output}`;
}
