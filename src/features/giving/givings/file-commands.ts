import type { Command } from 'commander';
import type { App } from '../../../app.ts';
import { action, type Options, task } from '../../../cli/kit/action.ts';
import { spanOf, spanOptions, writeExport } from '../../../cli/kit/export.ts';
import { decisionOptions, decisionsOf } from '../../imports/decisions-cli.ts';
import { importFile, importOptions } from '../../imports/file-cli.ts';
import { exportGivings } from './export.ts';
import { importGivings } from '../import/service.ts';
import { inSession } from '../import/session-rows.ts';
import { giftTarget } from '../import/columns.ts';
import { GIVING_EXPORT, printImport } from './print.ts';
import { GivingImport } from './schema.ts';

const IMPORT_EXAMPLES = `
Examples:
  $ vestry import givings breeze.csv --dry-run
  $ vestry import givings gifts.xlsx --create-members --category Tithe --map "Gift Memo=note"`;

/** Adds `vestry import givings`. */
export function importGivingsCommand(family: Command): void {
  giftFileOptions(family.command('givings <file>'))
    .description('add all givings of a CSV file or a workbook (.xlsx), or none if one row is bad')
    .addHelpText('after', IMPORT_EXAMPLES)
    .action(
      action({
        answer: GivingImport,
        run: (app, [file], options) => importGifts(app, file, options),
        print: printImport,
      }),
    );
}

/** Adds the options that say how to read a file of gifts. */
export function giftFileOptions(command: Command): Command {
  return decisionOptions(importOptions(command))
    .option('--create-members', 'add givers who are not yet members as new members')
    .option('--no-givers', 'the file names no givers: import all gifts without one')
    .option('--blank-givers', 'rows without a giver have none, although rows above them name one')
    .option('--allow-duplicates', 'import the file even if it was imported before')
    .option('--category <name>', 'the giving category for rows that name no category');
}

/**
 * Imports the givings of a file, with options from the command line. With a date, all gifts are added to the session of
 * this date, and the file needs no dates.
 */
export function importGifts(
  app: App,
  file: string | undefined,
  options: Options,
  sessionDate?: string,
): Promise<GivingImport> {
  const category = options.category as string | undefined;
  const own = {
    createMembers: options.createMembers === true,
    createSimilar: options.createSimilar === true,
    // An offering has loose gifts.
    blankGivers: sessionDate !== undefined || options.blankGivers === true,
    decisions: decisionsOf(options),
    category,
  };
  return importFile(app, file, options, {
    target: giftTarget({ hasCategory: category !== undefined, hasDate: sessionDate !== undefined }),
    work: (table, flags) =>
      importGivings(app, sessionDate === undefined ? table : inSession(table, sessionDate), { ...flags, ...own }),
  });
}

/** Adds `vestry export givings`. */
export function exportGivingsCommand(family: Command): void {
  spanOptions(family.command('givings'))
    .description('write every giving with its giver; the file can be imported again')
    .action(
      task({
        run: (app, _args, options) =>
          exportGivings(app, spanOf(options), (pages, total) => writeExport({ pages, total }, options, GIVING_EXPORT)),
      }),
    );
}
