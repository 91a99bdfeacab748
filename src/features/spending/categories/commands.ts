import type { Command } from 'commander';
import * as z from 'zod';
import { FORM_1099_BOXES } from '../../../books/form1099.ts';
import { action, type Options } from '../../../cli/kit/action.ts';
import { activeOptions, isActiveOf } from '../../../cli/kit/active.ts';
import { type Column, table } from '../../../cli/kit/print.ts';
import { idText } from '../../../lib/wire.ts';
import { withoutMissing } from '../../../lib/without-missing.ts';
import { decode } from '../../../validate.ts';
import {
  createGroup,
  createSubCategory,
  deleteGroup,
  deleteSubCategory,
  updateGroup,
  updateSubCategory,
} from './changes.ts';
import {
  ExpenseCategories,
  ExpenseCategoryGroup,
  ExpenseCategoryGroupUpdate,
  ExpenseCategoryPath,
  ExpenseSubCategory,
  ExpenseSubCategoryUpdate,
  NewExpenseCategoryGroup,
  NewExpenseSubCategory,
} from './schema.ts';
import { getGroup, getSubCategory, listExpenseCategories } from './service.ts';

const FLAGS = { nameZh: '--name-zh', groupId: '--group', form990LineCode: '--line' };

/** Adds `vestry expense category ...`. */
export function expenseCategoryCommands(category: Command): void {
  category
    .command('list')
    .description('list the groups of expense categories and their subcategories')
    .action(action({ answer: ExpenseCategories, run: (app) => listExpenseCategories(app), print: printAll }));
  subCategoryCommands(category);
  groupCommands(category.command('group').description('the groups of expense categories'));
}

function subCategoryCommands(category: Command): void {
  subCategoryOptions(category.command('add'), { required: true })
    .description('add an expense subcategory')
    .addHelpText(
      'after',
      '\nExample:\n  $ vestry expense category add --group 2 --name "Snow removal" --line 16 --form1099 NEC1',
    )
    .action(
      action({
        flags: FLAGS,
        answer: ExpenseSubCategory,
        run: (app, _args, options) => createSubCategory(app, decode(NewExpenseSubCategory, namedOf(options))),
        print: (one) => table(COLUMNS, [one]),
      }),
    );
  activeOptions(subCategoryOptions(category.command('update <id>'), { required: false }), 'new expenses')
    .description('change an expense subcategory; an option that is left out changes nothing')
    .addHelpText(
      'after',
      '\nExamples:\n  $ vestry expense category update 6 --form1099 MISC1\n  $ vestry expense category update 6 --form1099 ""',
    )
    .action(
      action({
        flags: FLAGS,
        answer: ExpenseSubCategory,
        run: async (app, [argument], options) => {
          const id = idOf(argument);
          const { groupId, name, nameZh, form990LineCode, form1099 } = await getSubCategory(app, id);
          const stored = { groupId, name, nameZh, form990LineCode, form1099 };
          const input = { ...stored, ...namedOf(options), isActive: isActiveOf(options) };
          return updateSubCategory(app, id, decode(ExpenseSubCategoryUpdate, input));
        },
        print: (one) => table(COLUMNS, [one]),
      }),
    );
  deleteCommand(category, {
    description: 'remove an expense subcategory that was never used',
    remove: deleteSubCategory,
    what: 'Expense subcategory',
  });
}

function groupCommands(group: Command): void {
  group
    .command('add')
    .description('add a group of expense categories')
    .requiredOption('--name <name>', 'the name of the group')
    .option('--name-zh <name>', 'the name in Chinese')
    .addHelpText('after', '\nExample:\n  $ vestry expense category group add --name "Preschool"')
    .action(
      action({
        flags: FLAGS,
        answer: ExpenseCategoryGroup,
        run: (app, _args, { name, nameZh }) => createGroup(app, decode(NewExpenseCategoryGroup, { name, nameZh })),
        print: printGroup,
      }),
    );
  activeOptions(group.command('update <id>'), 'new expenses')
    .description('change a group of expense categories; an option that is left out changes nothing')
    .option('--name <name>', 'the name of the group')
    .option('--name-zh <name>', 'the name in Chinese; "" removes it')
    .action(
      action({
        flags: FLAGS,
        answer: ExpenseCategoryGroup,
        run: async (app, [argument], options) => {
          const id = idOf(argument);
          const { name, nameZh } = await getGroup(app, id);
          const input = { name, nameZh, ...namedOf(options), isActive: isActiveOf(options) };
          return updateGroup(app, id, decode(ExpenseCategoryGroupUpdate, input));
        },
        print: printGroup,
      }),
    );
  deleteCommand(group, {
    description: 'remove a group without subcategories',
    remove: deleteGroup,
    what: 'Expense category group',
  });
}

function subCategoryOptions(command: Command, { required }: { required: boolean }): Command {
  const option = required ? command.requiredOption.bind(command) : command.option.bind(command);
  option('--group <id>', 'the group that the subcategory belongs to');
  option('--name <name>', 'the name of the subcategory');
  option('--line <line>', 'the line of Form 990, Part IX, such as 11g');
  return command
    .option('--name-zh <name>', 'the name in Chinese; "" removes it')
    .option(
      '--form1099 <box>',
      `the box of Form 1099 for what vendors are paid (${FORM_1099_BOXES.join(', ')}); "" for none`,
    );
}

type Deletion = {
  description: string;
  remove: typeof deleteGroup;
  what: 'Expense subcategory' | 'Expense category group';
};

function deleteCommand(parent: Command, { description, remove, what }: Deletion): void {
  parent
    .command('delete <id>')
    .description(description)
    .action(
      action({
        answer: Deleted,
        run: async (app, [argument]) => {
          const id = idOf(argument);
          await remove(app, id);
          return { id };
        },
        print: ({ id }) => `${what} ${id} is removed.`,
      }),
    );
}

const Deleted = z.object({ id: z.number() });

const GroupOption = z.strictObject({ groupId: idText });

const idOf = (text: unknown) => decode(ExpenseCategoryPath, { id: text }).id;

/** Returns the fields that flags set, in the form of the API. An empty text becomes null, which clears the field. */
function namedOf({ group, name, nameZh, line, form1099 }: Options): Record<string, unknown> {
  const given = {
    groupId: group === undefined ? undefined : decode(GroupOption, { groupId: group }).groupId,
    name,
    nameZh: nameZh === '' ? null : nameZh,
    form990LineCode: line,
    form1099: form1099 === '' ? null : form1099,
  };
  return withoutMissing(given);
}

type Shown = ExpenseSubCategory | (Omit<ExpenseCategoryGroup, 'subCategories'> & { groupId: null });

const COLUMNS: readonly Column<Shown>[] = [
  { title: 'Group', align: 'right', cell: (one) => one.groupId ?? one.id },
  { title: 'Id', align: 'right', cell: (one) => (one.groupId === null ? '' : one.id) },
  { title: 'Name', cell: ({ name }) => name },
  { title: 'In Chinese', cell: ({ nameZh }) => nameZh },
  { title: '990', cell: (one) => (one.groupId === null ? '' : one.form990LineCode) },
  { title: '1099', cell: (one) => (one.groupId === null ? '' : one.form1099) },
  { title: '', cell: ({ isActive }) => (isActive ? '' : 'inactive') },
];

const printGroup = ({ subCategories, ...group }: ExpenseCategoryGroup) =>
  table<Shown>(COLUMNS, [{ ...group, groupId: null }, ...subCategories]);

const printAll = ({ items }: z.output<typeof ExpenseCategories>) =>
  table<Shown>(
    COLUMNS,
    items.flatMap(({ subCategories, ...group }) => [{ ...group, groupId: null }, ...subCategories]),
  );
