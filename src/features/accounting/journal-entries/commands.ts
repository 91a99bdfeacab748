import type { Command } from 'commander';
import * as z from 'zod';
import { action } from '../../../cli/kit/action.ts';
import { pageLine, table } from '../../../cli/kit/print.ts';
import { decode } from '../../../validate.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { approveEntry } from './approval.ts';
import { readEntryFile } from './entry-cli.ts';
import { COLUMNS, printEntry } from './print.ts';
import { reverseEntry } from './reversal.ts';
import { JournalEntry, JournalEntryPage, JournalEntryPath, JournalEntryQuery, JournalEntryReversal } from './schema.ts';
import { createEntry, deleteEntry, getEntry, listEntries } from './service.ts';

const ADD_EXAMPLES = `
A CSV file has one row for each line, with the columns Account, Subcategory, Income category, Net assets, Fund, Ministry,
Class, Debit and Credit. A cell contains a name or an id. A JSON file contains the body of POST /api/journal-entries.
Another person must approve an entry that changes an account with money, or takes from a Restricted or Endowment fund
for another fund. Name yourself with --as.

Examples:
  $ vestry journal-entry add --file depreciation.json
  $ vestry journal-entry add --file depreciation.csv --date 2026-12-31 --memo "Depreciation" --year-end`;

/** Adds `vestry journal-entry ...`. */
export function journalEntryCommands(entry: Command): void {
  listCommand(entry);
  entry
    .command('show <id>')
    .description('show an adjusting entry with its lines')
    .action(
      action({
        answer: JournalEntry,
        run: (app, [argument]) => getEntry(app, idOf(argument)),
        print: printEntry,
      }),
    );
  addCommand(entry);
  personOptions(entry.command('approve <id>'))
    .description('approve an adjusting entry that another person entered')
    .addHelpText('after', '\nExample:\n  $ vestry journal-entry approve 4 --as elder@example.org')
    .action(
      action({
        answer: JournalEntry,
        run: async (app, [argument], options) =>
          approveEntry(await actingPerson(app, options, 'expenses.approve'), idOf(argument)),
        print: printOne,
      }),
    );
  reverseCommand(entry);
  entry
    .command('delete <id>')
    .description('delete an adjusting entry that waits for approval, or that is in an open month')
    .action(
      action({
        answer: Deleted,
        run: async (app, [argument]) => {
          const id = idOf(argument);
          await deleteEntry(app, id);
          return { id };
        },
        print: ({ id }) => `Adjusting entry ${id} is deleted.`,
      }),
    );
}

function listCommand(entry: Command): void {
  entry
    .command('list')
    .description('list adjusting entries, the newest first')
    .option('--search <words>', 'words in the memo')
    .option('--status <status>', 'PendingApproval or Posted')
    .option('--from <date>', 'the first day, as YYYY-MM-DD')
    .option('--to <date>', 'the last day')
    .option('--page <page>', 'which page to show (default: 1)')
    .option('--page-size <count>', 'how many entries to show on a page (default: 25)')
    .action(
      action({
        answer: JournalEntryPage,
        run: (app, _args, { search, status, from, to, page, pageSize }) =>
          listEntries(app, decode(JournalEntryQuery, { search, status, from, to, page, pageSize })),
        print: (list) => `${table(COLUMNS, list.items)}\n\n${pageLine(list, 'adjusting entry', 'adjusting entries')}`,
      }),
    );
}

function addCommand(entry: Command): void {
  personOptions(entry.command('add'))
    .description('enter an adjusting entry from a file')
    .requiredOption('--file <file>', 'the file with the entry, as JSON or CSV')
    .option('--date <date>', 'the day of the entry, for a CSV file')
    .option('--memo <text>', 'what the entry is for, for a CSV file')
    .option('--year-end', 'make it a year-end entry, for a CSV file')
    .addHelpText('after', ADD_EXAMPLES)
    .action(
      action({
        answer: JournalEntry,
        run: async (app, _args, options) => {
          const { file, date, memo, yearEnd } = options;
          const input = await readEntryFile(app, String(file), { date, memo, yearEnd: yearEnd === true });
          return createEntry(await actingPerson(app, options, 'statements.manage'), input);
        },
        print: printOne,
      }),
    );
}

function reverseCommand(entry: Command): void {
  personOptions(entry.command('reverse <id>'))
    .description('reverse a posted adjusting entry by entering its opposite')
    .requiredOption('--date <date>', 'the day of the reversal, in an open month')
    .requiredOption('--reason <text>', 'the reason, which becomes the memo of the reversal')
    .addHelpText('after', '\nExample:\n  $ vestry journal-entry reverse 4 --date 2026-03-31 --reason "Wrong account"')
    .action(
      action({
        answer: JournalEntry,
        run: async (app, [argument], options) => {
          const input = decode(JournalEntryReversal, { date: options.date, reason: options.reason });
          return reverseEntry(await actingPerson(app, options, 'statements.manage'), idOf(argument), input);
        },
        print: printOne,
      }),
    );
}

const idOf = (argument: string | undefined) => decode(JournalEntryPath, { id: argument }).id;

const Deleted = z.object({ id: z.number() });

const printOne = (entry: JournalEntry) => table(COLUMNS, [entry]);
