/** `vestry bank import` and `vestry import bank`: import a file of a bank, with the columns of a CSV file as options. */
import path from 'node:path';
import { type Command, Option } from 'commander';
import * as z from 'zod';
import { action, type Options } from '../../../cli/kit/action.ts';
import { collect } from '../../../cli/kit/amounts.ts';
import { quoted } from '../../../cli/kit/command-line.ts';
import { say } from '../../../cli/kit/print.ts';
import { AppError, SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import { formatMoney } from '../../../lib/money.ts';
import { counted } from '../../../lib/text.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { readBounded } from '../../imports/file.ts';
import { topRows } from '../../imports/header.ts';
import { otherKind } from '../../imports/kind.ts';
import { readSheet } from '../../imports/sheet.ts';
import { accountIn } from '../account-cli.ts';
import type { MappingGuess } from '../files/csv-guess.ts';
import type { CsvMapping, FileMapping } from '../files/schema.ts';
import { importLines, previewLines } from './import.ts';
import { mappingOf } from './mapping.ts';
import { ImportedLines, PreviewedLines } from './schema.ts';

const helpOf = (command: string) => `
Vestry reads OFX, QFX and CSV. Files may overlap: a line that an earlier file had is skipped. For the first CSV file of an
account, name its columns by their titles or places; the account keeps them. If you name columns again, they replace all
that the account keeps. --map "Posting Date=date" does the same as --date "Posting Date".
A file with a column that may matter, such as a fee or a status, is refused until the column is read or left out (--ignore).

Examples:
  $ vestry ${command} Checking statement.qfx --dry-run
  $ vestry ${command} 2 2026-03.csv --date "Posting Date" --description Description --amount Amount --dates mdy
  $ vestry ${command} 6 2026-03.csv --date "#1" --description "#3" --debit "#4" --credit "#5" --dates ymd
  $ vestry ${command} "Visa" visa.csv --date Date --description Merchant --amount Amount --reversed --dates mdy
  $ vestry ${command} "Visa" visa.qfx --reversed`;

/** The options for a CSV file, by the field of the mapping. The type makes sure that no field is forgotten. */
const CSV_OPTIONS: Record<Exclude<keyof CsvMapping, 'ignore'>, Option> = {
  date: new Option('--date <column>', 'CSV: the column with the date'),
  description: new Option('--description <column>', 'CSV: the column with the text of the bank'),
  dateFormat: new Option('--dates <order>', 'CSV: the order of day, month and year: mdy, dmy, ymd or roc'),
  amount: new Option('--amount <column>', 'CSV: the column with the amount, if one column has all amounts'),
  debit: new Option('--debit <column>', 'CSV: the column with money that left the account'),
  credit: new Option('--credit <column>', 'CSV: the column with money that arrived'),
  direction: new Option('--direction <column>', 'CSV: the column that says debit or credit, if amounts have no sign'),
  reversed: new Option('--reversed', 'money that leaves the account is positive, as in the files of some cards'),
  decimalSign: new Option('--decimal-sign <sign>', 'CSV: the sign before the decimals').choices(['.', ',']),
  payee: new Option('--payee <column>', 'CSV: the column with the name of the other party'),
  memo: new Option('--memo <column>', 'CSV: the column with further text'),
  checkNumber: new Option('--check-number <column>', 'CSV: the column with the number of the check'),
  bankId: new Option('--bank-id <column>', "CSV: the column with the bank's id of the line"),
  kind: new Option('--kind <column>', 'CSV: the column with the kind of the line'),
  status: new Option('--status <column>', 'CSV: the column that marks pending lines'),
  balance: new Option('--balance <column>', 'CSV: the column with the balance after the line'),
  currency: new Option('--currency <column>', 'CSV: the column with the currency'),
  account: new Option('--account <column>', 'CSV: the column with the number of the account'),
  encoding: new Option('--encoding <name>', 'CSV: the encoding, such as windows-1252'),
};

/** Adds `vestry bank import`, and returns the command. */
export function importCommand(bank: Command): Command {
  return fileCommand(bank.command('import <account> <file>'), 'bank import');
}

/** Adds `vestry import bank`, which does the same as `vestry bank import`. */
export function importBankCommand(family: Command): void {
  fileCommand(family.command('bank <account> <file>'), 'import bank');
}

function fileCommand(command: Command, name: string): Command {
  personOptions(command)
    .description('import the lines of a file of the bank')
    .option('--dry-run', 'check everything and report what would happen, without writing')
    .option(
      '--map <header=field>',
      'CSV: read a column as this field, such as "Posting Date=date" or "#3=amount"; repeatable',
      collect,
    )
    .option('--ignore <column>', 'CSV: leave out a column that nothing reads and that may matter; repeatable', collect);
  for (const option of Object.values(CSV_OPTIONS)) command.addOption(option);
  return command.addHelpText('after', helpOf(name)).action(
    action({
      flags: { dateFormat: '--dates', mapping: 'The options for CSV' },
      answer: z.union([ImportedLines, PreviewedLines]),
      run: async (app, [account, file = ''], options) => {
        const acting = await actingPerson(app, options, 'statements.manage');
        const accountId = await accountIn(acting, account);
        const ignore = (options.ignore as string[] | undefined) ?? [];
        const bytes = await readBounded(file);
        const sent = { bytes, name: path.basename(file), mapping: mappingIn(options), ignore };
        const work = options.dryRun === true ? previewLines : importLines;
        return work(acting, accountId, sent).catch(async (error: unknown) => {
          const told = await otherFile(error, file, sent.bytes);
          const hint = hintOf(told);
          if (hint !== undefined) say(options, hint);
          throw told;
        });
      },
      print: (answer) => ('importId' in answer ? printImported(answer) : printPreviewed(answer)),
    }),
  );
}

/**
 * Returns the refusal of a file that is no file of a bank but a list for another import, or else the error itself, which
 * goes first if it names cells.
 */
async function otherFile(error: unknown, file: string, bytes: Buffer): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'file_refused' || error.details.rows) return error;
  if (unreadIn(error).length > 0) return error;
  try {
    return otherKind('bank', topRows(await readSheet(file, bytes)), file) ?? error;
  } catch {
    return error;
  }
}

/** Returns the columns because of which a file was refused. */
function unreadIn({ details }: AppError): readonly string[] {
  return (details.extra?.['unread'] as string[] | undefined) ?? [];
}

/** Returns the options that may fit a CSV file that was refused because none were given, or nothing. */
function hintOf(error: unknown): string | undefined {
  if (!(error instanceof AppError)) return undefined;
  const guess = error.details.extra?.['guess'] as MappingGuess | null | undefined;
  if (!guess || Object.keys(guess.mapping).length === 0) return undefined;
  const flags = Object.entries(CSV_OPTIONS).flatMap(([field, { long }]) => {
    const value = guess.mapping[field as keyof typeof CSV_OPTIONS];
    // A point is what Vestry expects anyway.
    if (value == null || value === false || (field === 'decimalSign' && value === '.')) return [];
    return value === true ? [long] : [`${long} ${quoted(value)}`];
  });
  const read = Object.values(guess.mapping);
  const unread = unreadIn(error);
  const left = unread.filter((column) => !read.includes(column)).map((column) => `--ignore ${quoted(column)}`);
  if (unread.length > 0 && left.length === unread.length) return `To leave them out: ${left.join(' ')}`;
  const missing = guess.missing.map((field) => (field === 'dateFormat' ? '--dates mdy|dmy|ymd' : `--${field} COLUMN`));
  return `These options may fit: ${[...flags, ...missing, ...left].join(' ')}`;
}

/** The options that name no column of the file. */
const NO_COLUMNS = new Set(['dateFormat', 'reversed', 'decimalSign', 'encoding']);

/** Returns the mapping in the options, or null if none of them is given. */
function mappingIn(options: Options): FileMapping | null {
  const given = new Map<string, unknown>();
  for (const [field, option] of Object.entries(CSV_OPTIONS)) {
    const value = options[option.attributeName()];
    if (value !== undefined) given.set(field, value);
  }
  for (const map of (options.map as string[] | undefined) ?? []) {
    const [, theirs = '', ours = ''] = /^(.+)=(\w+)$/.exec(map) ?? [];
    const fields = Object.keys(CSV_OPTIONS).filter((field) => !NO_COLUMNS.has(field));
    if (!fields.includes(ours)) {
      throw new SetupError(`--map "${map}" names no field. Choose one of: ${fields.join(', ')}`, EXIT.usage);
    }
    if (given.has(ours)) throw new SetupError(`Two columns are given for ${ours}.`, EXIT.usage);
    given.set(ours, theirs.trim());
  }
  return given.size === 0 ? null : mappingOf(Object.fromEntries(given));
}

type Read = Pick<z.output<typeof PreviewedLines>, 'empty' | 'otherCurrencies' | 'reversed'>;

/** Says what was left out of a file, and whether its signs were turned. */
function howRead({ empty, otherCurrencies, reversed }: Read): string[] {
  return [
    ...(reversed ? ['The signs of the amounts were turned.'] : []),
    ...(empty > 0 ? [`Left out, because they moved no money: ${counted(empty, 'row')}.`] : []),
    ...otherCurrencies.map(
      ({ currency, count, total, lines }) =>
        `Left out, because they are in ${currency}: ${counted(count, 'row')} of ${formatMoney(total)} together (first line ${lines[0]}).`,
    ),
  ];
}

function printPreviewed(answer: z.output<typeof PreviewedLines>) {
  const { imported, skipped, changed, pending, from, to } = answer;
  return [
    `${counted(imported, 'line')} would be imported, ${skipped} known already, ${changed} changed by the bank, ${pending} still pending.`,
    ...(from !== null && to !== null ? [`The lines are of ${from} to ${to}.`] : []),
    ...howRead(answer),
    'This was a dry run: nothing was written.',
  ].join('\n');
}

function printImported(answer: z.output<typeof ImportedLines>) {
  const { importId, imported, skipped, changed, pending, ruled, refused } = answer;
  return [
    `Import ${importId}: ${counted(imported, 'line')} imported, ${skipped} known already, ${changed} changed by the bank, ${pending} still pending.`,
    ...(ruled > 0 ? [`Rules settled ${ruled} of them.`] : []),
    ...(refused > 0
      ? [`Rules could not settle ${refused} of them. See why with: vestry bank rule apply ACCOUNT --dry-run`]
      : []),
    ...howRead(answer),
  ].join(' ');
}
