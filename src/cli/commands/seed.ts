import type { Command } from 'commander';
import * as z from 'zod';
import type { App } from '../../app.ts';
import { dataDirOf } from '../../config.ts';
import { seed } from '../../features/upkeep/catalogs.ts';
import { ExpenseSubCategory } from '../../features/spending/categories/schema.ts';
import { addUsualCategories } from '../../features/spending/categories/usual.ts';
import { DemoSummary } from '../../features/upkeep/demo/schema.ts';
import { counted } from '../../lib/text.ts';
import { action, type LocalTime, type Options } from '../kit/action.ts';
import { chosenDemo, demoFlags, makeDemo, printDemo } from './demo.ts';
import { typing } from '../kit/command-line.ts';

const Seeded = z.object({
  added: z.int(),
  demo: DemoSummary.optional(),
  categories: z.array(ExpenseSubCategory).optional(),
});
type Seeded = z.output<typeof Seeded>;

const HELP = `
Examples:
  $ vestry seed --demo --data-dir demo   a church to try Vestry with
  $ vestry seed --more-categories        housing allowance, mortgage interest, property tax, depreciation and others`;

/**
 * Adds the flags and the action of `vestry seed`, which adds the catalog entries that were never added before. Entries
 * that the church changed or deleted stay as they are.
 */
export function seedCommand(command: Command): void {
  demoFlags(command)
    .description('apply the catalogs that come with Vestry; entries that you renamed or disabled stay as they are')
    .option(
      '--more-categories',
      'also add the expense categories that accountants often ask for, such as depreciation, if they are missing',
    )
    .addHelpText('after', HELP)
    .action(
      action({
        founds: true,
        seeds: false,
        answer: Seeded,
        run: (app, _args, options) => run(app, options),
        print,
      }),
    );
}

async function run(app: App, options: Options): Promise<Seeded> {
  const wanted = chosenDemo(options);
  const added = await seed(app);
  const demo = wanted && (await makeDemo(app, options, wanted));
  const more = options.moreCategories === true ? await addUsualCategories(app) : undefined;
  return { added, ...(demo && { demo }), ...(more && { categories: more.items }) };
}

function print({ added, demo, categories }: Seeded, _at: LocalTime, { dataDir }: Options): string {
  const more = categories && printCategories(categories);
  if (demo) {
    const summary = printDemo(demo, typing(dataDirOf(typeof dataDir === 'string' ? { dataDir } : {})));
    return more === undefined ? summary : `${more}\n${summary}`;
  }
  const entries = added === 0 ? undefined : `${counted(added, 'catalog entry', 'catalog entries')} added.`;
  return [entries, more].filter((line) => line !== undefined).join('\n') || 'The catalogs are complete.';
}

function printCategories(categories: readonly ExpenseSubCategory[]): string {
  if (categories.length === 0) return 'All usual expense categories are there. Nothing was added.';
  const lines = categories.map(({ name, form990LineCode }) => `  ${name} (Form 990, line ${form990LineCode})`);
  return ['Expense categories added:', ...lines].join('\n');
}
