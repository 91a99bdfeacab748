import type { Command } from 'commander';
import type { App } from '../../../app.ts';
import { type Options, task } from '../../../cli/kit/action.ts';
import { encode } from '../../../lib/encode.ts';
import type { Locale } from '../../../lib/wire.ts';
import { decode } from '../../../validate.ts';
import { generalLedger } from '../books/general-ledger.ts';
import { GeneralLedger, GeneralLedgerQuery } from '../books/ledger-schema.ts';
import { writeReport } from '../formats/output-cli.ts';
import { describeLedger } from './ledger.ts';
import { FLAGS, optionOf, reportOptions } from './options-cli.ts';

const SUBJECTS = ['accountId', 'fundId', 'categoryId', 'incomeCategoryId', 'subCategoryId'] as const;
const NAMES = [...SUBJECTS, 'from', 'to', 'basis'] as const;

/** Adds `vestry report general-ledger`. */
export function generalLedgerCommand(report: Command): void {
  const command = report
    .command('general-ledger')
    .description('every document that affects an account, a fund or a category, with the balance after it');
  reportOptions(command, NAMES)
    .option('--page <page>', 'with --json: which page to show (default: 1)')
    .option('--page-size <count>', 'with --json: how many entries to show on a page (default: 25)')
    .addHelpText('after', '\nExample:\n  $ vestry report general-ledger --account 2 --from 2026-01-01 --to 2026-03-31')
    .action(task({ flags: FLAGS, run: (app, _args, options) => run(app, options) }));
}

async function run(app: App, options: Options): Promise<void> {
  const { page, pageSize } = options;
  const given = Object.fromEntries(NAMES.map((name) => [name, options[optionOf(name)]]));
  const query = decode(GeneralLedgerQuery, { ...given, page, pageSize });
  await writeReport(
    {
      json: async () => encode(GeneralLedger, await generalLedger(app, query)),
      describe: () => describeLedger(app, query, options.language as Locale | undefined),
    },
    options,
  );
}
