import type { Command } from 'commander';
import { action, type Options } from '../../../cli/kit/action.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { readBounded } from '../../imports/file.ts';
import { decode } from '../../../validate.ts';
import { accountIn, idIn } from '../account-cli.ts';
import { CsvMapping } from '../files/schema.ts';
import { importLines } from './import.ts';
import { BankLine, ImportedLines } from './schema.ts';
import { ignoreLine } from './service.ts';

const IMPORT_HELP = `
Vestry reads OFX, QFX and CSV. Files may overlap: a line that an earlier file had is skipped. For the first CSV file of an
account, name its columns by their titles or places; the account keeps them.

Examples:
  $ vestry bank import Checking statement.qfx
  $ vestry bank import 2 2026-03.csv --date "Posting Date" --description Description --amount Amount --dates mdy
  $ vestry bank import 6 2026-03.csv --date "#1" --description "#3" --debit "#4" --credit "#5" --dates ymd`;

const COLUMNS = ['date', 'description', 'amount', 'debit', 'credit', 'checkNumber', 'status'] as const;

/** Adds the commands for the lines of bank statements. */
export function lineCommands(bank: Command): void {
  importCommand(bank);
  stateCommand(bank, { name: 'ignore', description: 'ignore a line, because it needs no document', isIgnored: true });
  stateCommand(bank, { name: 'open', description: 'open an ignored line again', isIgnored: false });
}

function importCommand(bank: Command): void {
  personOptions(bank.command('import <account> <file>'))
    .description('import the lines of a file of the bank')
    .option('--date <column>', 'CSV: the column with the date')
    .option('--description <column>', 'CSV: the column with the text of the bank')
    .option('--amount <column>', 'CSV: the column with the amount, if one column has both signs')
    .option('--debit <column>', 'CSV: the column with money that left the account')
    .option('--credit <column>', 'CSV: the column with money that arrived')
    .option('--check-number <column>', 'CSV: the column with the number of the check')
    .option('--status <column>', 'CSV: the column that marks pending lines')
    .option('--dates <order>', 'CSV: the order of day, month and year: mdy, dmy, ymd or roc')
    .option('--encoding <name>', 'CSV: the encoding, such as windows-1252')
    .addHelpText('after', IMPORT_HELP)
    .action(
      action({
        flags: { dateFormat: '--dates' },
        answer: ImportedLines,
        run: async (app, [account, file = ''], options) => {
          const acting = await actingPerson(app, options, 'statements.manage');
          const accountId = await accountIn(acting, account);
          return importLines(acting, accountId, { bytes: await readBounded(file), mapping: mappingIn(options) });
        },
        print: ({ imported, skipped, changed, pending }) =>
          `${imported} lines imported, ${skipped} known already, ${changed} changed by the bank, ${pending} still pending.`,
      }),
    );
}

/** Returns the mapping in the options, or null if none of them is given. */
function mappingIn(options: Options): CsvMapping | null {
  const columns = Object.fromEntries(COLUMNS.flatMap((field) => (options[field] ? [[field, options[field]]] : [])));
  const { dates, encoding } = options;
  if (Object.keys(columns).length === 0 && dates === undefined) return null;
  return decode(CsvMapping, { ...columns, dateFormat: dates, ...(encoding === undefined ? {} : { encoding }) });
}

type State = { name: string; description: string; isIgnored: boolean };

function stateCommand(bank: Command, { name, description, isIgnored }: State): void {
  personOptions(bank.command(`${name} <account> <line>`))
    .description(description)
    .action(
      action({
        answer: BankLine,
        run: async (app, [account, line], options) => {
          const acting = await actingPerson(app, options, 'statements.manage');
          return ignoreLine(acting, { id: await accountIn(acting, account), lineId: idIn(line) }, isIgnored);
        },
        print: ({ id, status }) => `Line ${id} is ${status}.`,
      }),
    );
}
