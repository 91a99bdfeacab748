import type { Command } from 'commander';
import * as z from 'zod';
import { action } from '../../../cli/kit/action.ts';
import { type Column, table } from '../../../cli/kit/print.ts';
import { decode } from '../../../validate.ts';
import { IncomeCategories, IncomeCategory, IncomeCategoryPath, NewIncomeCategory } from './schema.ts';
import {
  createIncomeCategory,
  deleteIncomeCategory,
  getIncomeCategory,
  listIncomeCategories,
  updateIncomeCategory,
} from './service.ts';

const FLAGS = { nameZh: '--name-zh' };

/** Adds `vestry income category ...`. */
export function incomeCategoryCommands(category: Command): void {
  category
    .command('list')
    .description('list the categories of other income')
    .action(
      action({
        answer: IncomeCategories,
        run: (app) => listIncomeCategories(app),
        print: ({ items }) => table(COLUMNS, items),
      }),
    );
  category
    .command('add')
    .description('add a category of other income')
    .requiredOption('--name <name>', 'the name of the category')
    .option('--name-zh <name>', 'the name in Chinese')
    .addHelpText('after', '\nExample:\n  $ vestry income category add --name "Cemetery plots"')
    .action(
      action({
        flags: FLAGS,
        answer: IncomeCategory,
        run: (app, _args, { name, nameZh }) => createIncomeCategory(app, decode(NewIncomeCategory, { name, nameZh })),
        print: (one) => table(COLUMNS, [one]),
      }),
    );
  updateCommand(category);
  category
    .command('delete <id>')
    .description('remove a category that was never used')
    .action(
      action({
        answer: Deleted,
        run: async (app, [argument]) => {
          const { id } = decode(IncomeCategoryPath, { id: argument });
          await deleteIncomeCategory(app, id);
          return { id };
        },
        print: ({ id }) => `Income category ${id} is removed.`,
      }),
    );
}

function updateCommand(category: Command): void {
  category
    .command('update <id>')
    .description('change a category; an option that is left out changes nothing')
    .option('--name <name>', 'the name of the category')
    .option('--name-zh <name>', 'the name in Chinese; "" removes it')
    .option('--inactive', 'refuse new income for the category')
    .option('--active', 'accept new income again')
    .action(
      action({
        flags: FLAGS,
        answer: IncomeCategory,
        run: async (app, [argument], { name, nameZh, active, inactive }) => {
          const { id } = decode(IncomeCategoryPath, { id: argument });
          const stored = await getIncomeCategory(app, id);
          const input = {
            name: name ?? stored.name,
            nameZh: nameZh ?? stored.nameZh,
            isActive: inactive === true ? false : active === true ? true : stored.isActive,
          };
          return updateIncomeCategory(app, id, decode(NewIncomeCategory, input));
        },
        print: (one) => table(COLUMNS, [one]),
      }),
    );
}

const Deleted = z.object({ id: z.number() });

const COLUMNS: readonly Column<IncomeCategory>[] = [
  { title: 'Id', align: 'right', cell: ({ id }) => id },
  { title: 'Category', cell: ({ name }) => name },
  { title: 'In Chinese', cell: ({ nameZh }) => nameZh },
  { title: '', cell: ({ isActive }) => (isActive ? '' : 'inactive') },
];
