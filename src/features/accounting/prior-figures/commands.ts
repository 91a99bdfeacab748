import type { Command } from 'commander';
import type { App } from '../../../app.ts';
import { action, type Options } from '../../../cli/kit/action.ts';
import { amountIn } from '../../../cli/kit/amounts.ts';
import { decode } from '../../../validate.ts';
import { importFile, importOptions } from '../../imports/file-cli.ts';
import { fieldsOf } from './columns.ts';
import { importPriorFigures } from './import.ts';
import { printImport, printPriorFigures } from './print.ts';
import { PriorFigures, PriorFiguresImport, PriorFiguresPath } from './schema.ts';
import { getPriorFigures } from './service.ts';

const HELP = `
The year is the calendar year in which the fiscal year begins; it must be before the books. The file has one row for each
amount of the whole year, with the columns Name and Amount, and Kind (Income or Expense) where the name is that of no
category: such a row stays a row of its own in reports. Expenses are positive. The file replaces all figures of the year.

Examples:
  $ vestry prior-figures set 2025 --file 2025.csv --dry-run
  $ vestry prior-figures set 2025 --file 2025.xlsx --assets 212000 --liabilities 150000`;

const FLAGS = {
  fiscalYear: '<year>',
  netAssets: '--net-assets',
  assets: '--assets',
  liabilities: '--liabilities',
};

/** Adds `vestry prior-figures ...`. */
export function priorFiguresCommands(figures: Command): void {
  figures
    .command('show <year>')
    .description('print the figures of a fiscal year before the books')
    .action(
      action({
        flags: FLAGS,
        answer: PriorFigures,
        run: (app, [text]) => getPriorFigures(app, yearOf(text)),
        print: printPriorFigures,
      }),
    );
  importOptions(figures.command('set <year>'))
    .description('replace the figures of a fiscal year before the books with those of a CSV file or a workbook (.xlsx)')
    .requiredOption('--file <file>', 'the file with the income and expenses')
    .option('--net-assets <amount>', 'the net assets at the end of the year')
    .option('--assets <amount>', 'the assets at the end of the year')
    .option('--liabilities <amount>', 'the liabilities at the end of the year')
    .addHelpText('after', HELP)
    .action(
      action({
        flags: FLAGS,
        answer: PriorFiguresImport,
        run: (app, [text], options) => importFigures(app, yearOf(text), options),
        print: printImport,
      }),
    );
}

const yearOf = (text: string | undefined) => decode(PriorFiguresPath, { fiscalYear: text }).fiscalYear;

function importFigures(app: App, year: number, options: Options): Promise<PriorFiguresImport> {
  const given = (value: unknown) => (value === undefined ? undefined : amountIn(value));
  const { netAssets, assets, liabilities } = options;
  const totals = { netAssets: given(netAssets), assets: given(assets), liabilities: given(liabilities) };
  return importFile(app, String(options.file), options, {
    target: {
      kind: 'prior',
      refusesTypos: true,
      fields: fieldsOf(year),
      needs: [
        ['Name', 'Amount'],
        ['Category', 'Amount'],
      ],
      what: 'the name or the amount',
    },
    work: (table, { dryRun }) => importPriorFigures(app, year, table, { dryRun, totals }),
  });
}
