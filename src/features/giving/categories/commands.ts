import type { Command } from 'commander';
import { action, type Options } from '../../../cli/kit/action.ts';
import { type Column, table } from '../../../cli/kit/print.ts';
import { idText } from '../../../lib/wire.ts';
import { withoutMissing } from '../../../lib/without-missing.ts';
import * as z from 'zod';
import { decode } from '../../../validate.ts';
import { createCategory, disableCategory, enableCategory, updateCategory } from './changes.ts';
import {
  GivingCategories,
  GivingCategory,
  GivingCategoryPath,
  NewGivingCategory,
  SavedGivingCategory,
} from './schema.ts';
import { getCategory, listCategories } from './service.ts';

const FLAGS = { nameZh: '--name-zh', fundId: '--fund', isTaxDeductible: '--not-deductible', sortOrder: '--sort-order' };

/** Adds `vestry giving category ...`. */
export function givingCategoryCommands(category: Command): void {
  category.addHelpText('after', '\nExample:\n  $ vestry giving category list');
  category
    .command('list')
    .description('list the giving categories, also the disabled ones')
    .addHelpText('after', '\nExample:\n  $ vestry giving category list --json')
    .action(action({ answer: GivingCategories, run: (app) => listCategories(app, true), print: printAll }));
  fieldOptions(category.command('add').requiredOption('--name <name>', 'the name of the category'))
    .option('--restricted', 'without --fund: make a Restricted fund with the name of the category')
    .description('add a giving category')
    .addHelpText(
      'after',
      '\nExamples:\n  $ vestry giving category add --name "Youth camp" --restricted\n  $ vestry giving category add --name "Coffee money" --not-deductible --fund 1',
    )
    .action(
      action({
        flags: FLAGS,
        answer: SavedGivingCategory,
        run: (app, _args, options) =>
          createCategory(app, decode(NewGivingCategory, { ...named(options), isRestricted: options.restricted })),
        print: printOne,
      }),
    );
  fieldOptions(category.command('update <id>').option('--name <name>', 'the name of the category'))
    .option('--deductible', 'gifts are tax-deductible (only statements in the United States say so)')
    .description('change a giving category; an option that is left out changes nothing')
    .addHelpText('after', '\nExample:\n  $ vestry giving category update 3 --name-zh 宣教')
    .action(
      action({
        flags: FLAGS,
        answer: SavedGivingCategory,
        run: async (app, [argument], options) => {
          const id = idOf(argument);
          const { name, nameZh, description, isTaxDeductible, fundId, sortOrder } = await getCategory(app, id);
          const stored = { name, nameZh, description, isTaxDeductible, fundId, sortOrder };
          return updateCategory(app, id, decode(NewGivingCategory, { ...stored, ...named(options) }));
        },
        print: printOne,
      }),
    );
  for (const { command, description, run } of SWITCHES)
    category
      .command(`${command} <id>`)
      .description(description)
      .addHelpText('after', `\nExample:\n  $ vestry giving category ${command} 3`)
      .action(action({ answer: GivingCategory, run: (app, [argument]) => run(app, idOf(argument)), print: printOne }));
}

const SWITCHES = [
  {
    command: 'disable',
    description: 'refuse new gifts for a category; gifts that were entered keep it',
    run: disableCategory,
  },
  { command: 'enable', description: 'accept gifts for a disabled category again', run: enableCategory },
];

function fieldOptions(command: Command): Command {
  return command
    .option('--name-zh <name>', 'the name in Chinese; "" removes it')
    .option('--description <text>', 'one sentence that says what the category is for; "" removes it')
    .option('--fund <id>', 'the fund that receives the gifts (vestry fund list)')
    .option('--not-deductible', 'gifts are not tax-deductible (only statements in the United States say so)')
    .option('--sort-order <number>', 'the place in lists; the smallest number comes first');
}

const idOf = (text: unknown) => decode(GivingCategoryPath, { id: text }).id;

const NumberOptions = z.strictObject({
  fundId: idText.optional(),
  sortOrder: z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number')
    .transform(Number)
    .optional(),
});

/** Returns the fields that flags set, in the form of the API. An empty text becomes null, which clears the field. */
function named(options: Options): Record<string, unknown> {
  const { name, nameZh, description, fund: fundId, sortOrder } = options;
  const given = {
    name,
    nameZh: nameZh === '' ? null : nameZh,
    description: description === '' ? null : description,
    isTaxDeductible: options.notDeductible === true ? false : options.deductible,
    ...decode(NumberOptions, { fundId, sortOrder }),
  };
  return withoutMissing(given);
}

const COLUMNS: readonly Column<GivingCategory>[] = [
  { title: 'Id', align: 'right', cell: ({ id }) => id },
  { title: 'Category', cell: ({ name }) => name },
  { title: 'In Chinese', cell: ({ nameZh }) => nameZh },
  { title: 'Fund', align: 'right', cell: ({ fundId }) => fundId },
  { title: 'Deductible', cell: ({ isTaxDeductible }) => (isTaxDeductible ? 'yes' : 'no') },
  { title: '', cell: ({ isActive }) => (isActive ? '' : 'disabled') },
];

const printOne = ({ warnings = [], ...category }: SavedGivingCategory) =>
  [table(COLUMNS, [category]), ...warnings.map(({ message }) => message)].join('\n');
const printAll = ({ items }: z.output<typeof GivingCategories>) => table(COLUMNS, items);
