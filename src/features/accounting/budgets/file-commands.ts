import type { Command } from 'commander';
import { type App, inSnapshot } from '../../../app.ts';
import { action, type Options, task } from '../../../cli/kit/action.ts';
import { exportOptions, writeExport } from '../../../cli/kit/export.ts';
import { encode } from '../../../lib/encode.ts';
import { decode } from '../../../validate.ts';
import { importFile, importOptions } from '../../imports/file-cli.ts';
import { budgetTarget, exportColumns } from './columns.ts';
import { importBudget } from './import.ts';
import { categoryText, kindOf } from './names.ts';
import { printImport } from './print.ts';
import { readBudgetRecords } from './references.ts';
import { BudgetImport, BudgetLine, NewBudget } from './schema.ts';
import { getBudget } from './versions.ts';
import { FLAGS, withYear, yearOf } from './year-cli.ts';

const helpOf = (command: string) => `
The file has one row for each line, with the columns Kind (Giving, Other income, Expense or Capital), Category, Ministry,
Fund, Annual, and January to December. Only Category and Annual are needed. A line without amounts of months is spread
evenly. The file replaces all lines of the budget.

Examples:
  $ vestry ${command} budget.csv --year 2027 --dry-run
  $ vestry ${command} budget.xlsx --year 2027 --on 2026-12-13`;

/** Adds `vestry budget export` and `vestry budget import`. */
export function fileCommands(budget: Command): void {
  exportOptions(withYear(budget.command('export')))
    .description('write the lines of a budget to a file that a spreadsheet can open and Vestry can import')
    .addHelpText('after', '\nExample:\n  $ vestry budget export --year 2026 --output budget.xlsx')
    .action(task({ flags: FLAGS, run: (app, _args, options) => exportBudget(app, options) }));
  fileCommand(budget.command('import <file>'), 'budget import');
}

/** Adds `vestry import budget`, which does the same as `vestry budget import`. */
export function importBudgetCommand(family: Command): void {
  fileCommand(family.command('budget <file>'), 'import budget');
}

function fileCommand(command: Command, name: string): void {
  importOptions(withYear(command))
    .description('replace the lines of a budget with those of a CSV file or a workbook (.xlsx), all or none')
    .option('--on <date>', 'the day on which the budget, or its amendment, was adopted')
    .option('--reason <text>', 'why the budget was changed')
    .addHelpText('after', helpOf(name))
    .action(
      action({
        flags: FLAGS,
        answer: BudgetImport,
        run: (app, [file], options) => importLines(app, file, options),
        print: printImport,
      }),
    );
}

async function exportBudget(app: App, options: Options): Promise<void> {
  const { from, lines } = await inSnapshot(app, async (app) => {
    const [budget, records] = [await getBudget(app, yearOf(options)), await readBudgetRecords(app)];
    const named = budget.lines.map((line) => ({ ...line, kind: kindOf(line), category: categoryText(records, line) }));
    return { from: budget.from, lines: named };
  });
  const pages = (async function* () {
    yield lines;
  })();
  await writeExport({ pages, total: lines.length }, options, {
    columns: exportColumns(Number(from.slice(5, 7))),
    toWire: (line) => encode(BudgetLine, line),
    what: 'line',
  });
}

/** Replaces the lines of a budget with those of a file, with the options of the command line. */
export async function importLines(app: App, file: string | undefined, options: Options): Promise<BudgetImport> {
  const year = yearOf(options);
  const { adoptedOn, reason } = decode(NewBudget, { adoptedOn: options.on, reason: options.reason, lines: [] });
  const { from } = await getBudget(app, year);
  return importFile(app, file, options, {
    target: budgetTarget(from),
    work: (table, { dryRun }) => importBudget(app, year, table, { dryRun, adoptedOn, reason }),
  });
}
