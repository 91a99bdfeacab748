import type { Command } from 'commander';
import type { App } from '../../../app.ts';
import { action, type Options, task } from '../../../cli/kit/action.ts';
import { spanOf, spanOptions, writeExport } from '../../../cli/kit/export.ts';
import { importFile, importOptions } from '../../imports/file-cli.ts';
import { exportExpenses } from './export.ts';
import { importExpenses } from '../import/service.ts';
import { spendingTarget } from '../import/columns.ts';
import { ExpenseImport } from '../import/schema.ts';
import { EXPENSE_EXPORT, printImport } from './print.ts';

const IMPORT_EXAMPLES = `
Examples:
  $ vestry import expenses spent.csv --submitted-by ann@example.org --dry-run
  $ vestry import expenses bank.csv --submitted-by ann@example.org --ministry Worship --map "Cost Centre=subCategoryName"`;

/** Adds `vestry import expenses`. */
export function importExpensesCommand(family: Command): void {
  importOptions(family.command('expenses <file>'))
    .description('add the expenses of a CSV file or a workbook (.xlsx) as drafts, all or none')
    .requiredOption('--submitted-by <email>', 'the e-mail address of the user who will own the drafts')
    .option('--ministry <name>', 'the ministry for rows that name none')
    .option('--allow-duplicates', 'import the file even if it was imported before')
    .addHelpText('after', IMPORT_EXAMPLES)
    .action(
      action({
        answer: ExpenseImport,
        run: (app, [file], options) => importSpending(app, file, options),
        print: printImport,
      }),
    );
}

/** Imports the expenses of a file with the options of the command. */
export function importSpending(app: App, file: string | undefined, options: Options): Promise<ExpenseImport> {
  const ministry = options.ministry as string | undefined;
  const own = { submittedBy: String(options.submittedBy), ministry };
  return importFile(app, file, options, {
    target: spendingTarget(ministry !== undefined),
    work: (table, flags) => importExpenses(app, table, { ...flags, ...own }),
  });
}

/** Adds `vestry export expenses`. */
export function exportExpensesCommand(family: Command): void {
  spanOptions(family.command('expenses'))
    .description('write every expense with its payee; importing the file again adds the expenses as drafts')
    .addHelpText('after', '\nExample:\n  $ vestry export expenses --from 2026-01-01 --output expenses.xlsx')
    .action(
      task({
        run: (app, _args, options) =>
          exportExpenses(app, spanOf(options), (pages, total) =>
            writeExport({ pages, total }, options, EXPENSE_EXPORT),
          ),
      }),
    );
}
