import type { Command } from 'commander';
import { type App, inSnapshot } from '../../../app.ts';
import { type Options, task } from '../../../cli/kit/action.ts';
import { encode } from '../../../lib/encode.ts';
import { LARGEST_PAGE_SIZE } from '../../../lib/page.ts';
import type { Locale } from '../../../lib/wire.ts';
import { decode } from '../../../validate.ts';
import { readCatalogs } from '../books/catalogs.ts';
import { generalLedger } from '../books/general-ledger.ts';
import { GeneralLedger, GeneralLedgerQuery, type LedgerItem } from '../books/ledger-schema.ts';
import { writeReport } from '../formats/output-cli.ts';
import { describeGeneralLedger } from './lists.ts';
import type { Translate } from './names.ts';
import { FLAGS, optionOf, reportOptions } from './options-cli.ts';
import { completed } from './setting.ts';

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
      describe: () =>
        inSnapshot(app, async (app) => {
          const items = await allItems(app, query);
          return completed(app, options.language as Locale | undefined, async (setting) => {
            const { from, to } = query;
            return describeGeneralLedger(
              { subject: await subjectOf(app, query, setting.say), from, to, items },
              setting,
            );
          });
        }),
    },
    options,
  );
}

/** Returns the entries of all pages. */
async function allItems(app: App, query: GeneralLedgerQuery): Promise<LedgerItem[]> {
  const items: LedgerItem[] = [];
  for (let page = 1; ; page += 1) {
    const found = await generalLedger(app, { ...query, page, pageSize: LARGEST_PAGE_SIZE });
    items.push(...found.items);
    if (page >= found.totalPages) return items;
  }
}

/** Returns the name of the account, the fund or the category. */
async function subjectOf(app: App, query: GeneralLedgerQuery, say: Translate): Promise<string> {
  const { accounts, funds, categories, incomeCategories, subCategories } = await readCatalogs(app);
  const named = (list: readonly { id: number; name: string }[], id: number | undefined) =>
    list.find((one) => one.id === id)?.name;
  const { accountId, fundId, categoryId, incomeCategoryId, subCategoryId } = query;
  const [account, fund] = [named(accounts, accountId), named(funds, fundId)];
  if (account !== undefined) return say(account, 'accounts');
  if (fund !== undefined) return say(fund, 'funds');
  const category = named(categories, categoryId);
  if (category !== undefined) return say(category, 'categories');
  const income = named(incomeCategories, incomeCategoryId);
  return income === undefined
    ? say(named(subCategories, subCategoryId) ?? '', 'subCategories')
    : say(income, 'incomeCategories');
}
