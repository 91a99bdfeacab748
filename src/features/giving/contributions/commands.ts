import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Command, Option } from 'commander';
import type { App } from '../../../app.ts';
import { action, localTime, type Options } from '../../../cli/kit/action.ts';
import { say } from '../../../cli/kit/print.ts';
import { counted } from '../../../lib/text.ts';
import { withBar } from '../../../cli/kit/progress.ts';
import { sending } from '../../messages/sending-cli.ts';
import { ask, confirm, isInteractive } from '../../../cli/kit/prompt.ts';
import { AppError } from '../../../errors.ts';
import { decode } from '../../../validate.ts';
import { describeResult } from '../../messages/results-cli.ts';
import type { SendResult } from '../../messages/schema.ts';
import { ContributionsPath, type StatementAddressee, StatementExport } from './schema.ts';
import { allContributions, listVoid } from './service.ts';

const LANGUAGES = ['en-US', 'zh-TW', 'by-name'] as const;
const LANGUAGE_OF = { 'en-US': 'en-US', 'zh-TW': 'zh-TW', 'by-name': 'byName' } as const;

/** Adds `vestry export contributions`. */
export function contributionCommands(family: Command): void {
  family
    .command('contributions')
    .description('write a contribution statement (PDF) for every giver of a calendar year')
    .option('--year <year>', 'the calendar year')
    .option('--output <path>', 'the folder for the files; with --single-file, the file to write')
    .option('--single-file', 'write all statements into one file, for printing')
    .addOption(
      new Option(
        '--language <language>',
        "the language (default: the church's); by-name: Chinese for givers with a Chinese name, English for others",
      ).choices(LANGUAGES),
    )
    .option('--email', 'send each giver their statement by e-mail, before any file is written')
    .option('--yes', 'do not ask before e-mails are sent')
    .option('--force', 'write into a folder that is not empty, or replace an existing file')
    .addHelpText(
      'after',
      '\nOnce the year is over, every statement gets a number. A statement that is printed again with the same figures is\n' +
        'marked as a copy. If its figures have changed, it gets a new number and names the statement that it corrects.\n' +
        'With --email, the e-mailed statement is the original. A file that the same command writes is a copy for the office.\n\n' +
        'Examples:\n' +
        '  $ vestry export contributions --year 2026 --output statements-2026\n' +
        '  $ vestry export contributions --year 2026 --email',
    )
    .action(
      action({ asServed: true, answer: StatementExport, run: (app, _args, options) => run(app, options), print }),
    );
}

async function run(app: App, options: Options): Promise<StatementExport> {
  const { year } = decode(ContributionsPath, { year: await ask(options.year, '--year', 'Calendar year:') });
  const isMailed = options.email === true;
  const isWritten = !isMailed || options.output !== undefined;
  const output = isWritten ? await ask(options.output, '--output', 'Folder or file to write to:') : null;
  if (output !== null) refuseExisting(output, options);
  const emailed = isMailed ? await mail(app, year, options) : null;
  const printed = output === null ? mailedOnly(emailed) : await write(app, year, { output, options });
  const unaddressed = (await allContributions(app, year)).filter(({ addressee }) => addressee.lacks !== null);
  return { year, output, ...printed, unaddressed, voidStatements: await listVoid(app, year), emailed };
}

const languageOf = ({ language }: Options) => LANGUAGE_OF[language as (typeof LANGUAGES)[number]];

async function mail(app: App, year: number, options: Options): Promise<SendResult> {
  const { yes, json } = options;
  if (isInteractive() && !yes && !json && !(await confirm(`Send the statements of ${year} by e-mail now?`))) {
    throw new AppError('conflict', 'Nothing was sent.');
  }
  const { mailStatements } = await import('./mailing.ts');
  const result = await sending(app, options, (progress) =>
    mailStatements(app, year, { language: languageOf(options), progress }),
  );
  // This is printed before the files are written, because the e-mails are out even if writing the files fails.
  for (const line of describeResult(result, await localTime(app)).split('\n')) say(options, line);
  return result;
}

const mailedOnly = (emailed: SendResult | null) => {
  return { statements: emailed?.results.length ?? 0, files: 0, missingLetters: [] };
};

async function write(app: App, year: number, { output, options }: { output: string; options: Options }) {
  const { exportToFile, exportToFolder } = await import('./export-cli.ts');
  const mayReplace = Boolean(options.force);
  const { statements, missingLetters } = await withBar(options, 'Printing', (progress) =>
    (options.singleFile ? exportToFile : exportToFolder)(app, year, output, {
      language: languageOf(options),
      mayReplace,
      progress,
    }),
  );
  return { statements, files: options.singleFile ? Math.min(statements, 1) : statements, missingLetters };
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
  if (isFolder) throw refuse('is not empty. Name another folder, or write into this one with --force.');
  throw refuse('already exists. Name another file, or replace this one with --force.');
}

function print({ year, statements, output, unaddressed, voidStatements, missingLetters }: StatementExport): string {
  for (const { memberName, letters } of missingLetters) {
    // This is printed even with --quiet, so that nobody unknowingly hands out a statement with a box in place of a
    // character.
    say(
      {},
      `The statement of ${memberName} contains ${letters}, which no font has, so a box is printed there. Change the name, or write it on the paper by hand.`,
    );
  }
  const lines = voidStatements.map(
    ({ statementNumber, memberName }) =>
      `${statementNumber} for ${memberName} is void: it no longer has any gift of ${year}. Tell ${memberName} not to use it.`,
  );
  const toAddress = unaddressed.flatMap(({ memberName, addressee: { lacks } }) =>
    lacks ? sentenceOf(memberName, lacks) : [],
  );
  return [...(output === null ? [] : [written(statements, year, output)]), ...toAddress, ...lines].join('\n');
}

type Lack = NonNullable<StatementAddressee['lacks']>;

function sentenceOf(memberName: string, { memberId, what }: Lack): string {
  const next = {
    DayOfDeath: `Enter the day of death: vestry member update ${memberId} --died-on YYYY-MM-DD`,
    Estate: `Enter the address of the estate: vestry member update ${memberId} --estate-care-of NAME --estate-address-line1 STREET`,
  }[what];
  return `The statement of ${memberName} is not addressed. ${next}`;
}

function written(statements: number, year: number, output: string): string {
  if (statements === 0) return `No statement was written, because no gift of ${year} names its giver.`;
  return `${counted(statements, 'contribution statement')} for ${year} written to ${output}`;
}
