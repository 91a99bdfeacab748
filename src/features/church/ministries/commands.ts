import { type Command, Option } from 'commander';
import { action } from '../../../cli/kit/action.ts';
import { type Column, table } from '../../../cli/kit/print.ts';
import { decode } from '../../../validate.ts';
import { Ministries, Ministry, MinistryPath, MinistryUpdate, NewMinistry } from './schema.ts';
import { FUNCTIONAL_CLASSES } from '../../../books/functional-classes.ts';
import { createMinistry, listMinistries, updateMinistry } from './service.ts';

const FLAGS = { defaultFunctionalClass: '--class', nameZh: '--name-zh' };
const classOption = () =>
  new Option('--class <class>', "the functional class that the ministry's expenses have by default").choices(
    FUNCTIONAL_CLASSES,
  );

/** Adds `vestry ministry ...`. */
export function ministryCommands(ministry: Command): void {
  ministry
    .command('list')
    .description('list the ministries and their functional classes')
    .action(
      action({ answer: Ministries, run: (app) => listMinistries(app), print: ({ items }) => printMinistries(items) }),
    );
  ministry
    .command('add')
    .description('add a ministry')
    .requiredOption('--name <name>', 'the name of the ministry')
    .option('--name-zh <name>', 'the Chinese name of the ministry')
    .addOption(classOption().makeOptionMandatory())
    .addHelpText('after', '\nExample:\n  $ vestry ministry add --name "Seniors" --class ProgramServices')
    .action(
      action({
        flags: FLAGS,
        answer: Ministry,
        run: (app, _args, { name, nameZh, class: defaultFunctionalClass }) =>
          createMinistry(app, decode(NewMinistry, { name, nameZh, defaultFunctionalClass })),
        print: (one) => printMinistries([one]),
      }),
    );
  updateCommand(ministry);
}

function updateCommand(ministry: Command): void {
  ministry
    .command('update <id>')
    .description('change a ministry; whatever you leave out stays the same')
    .option('--name <name>', 'the name of the ministry')
    .option('--name-zh <name>', 'the Chinese name of the ministry; "" removes it')
    .addOption(classOption())
    .option('--inactive', 'close the ministry to new expenses')
    .option('--active', 'open the ministry to new expenses again')
    .action(
      action({
        flags: FLAGS,
        answer: Ministry,
        run: (app, [id], { name, nameZh, class: defaultFunctionalClass, inactive, active }) =>
          updateMinistry(
            app,
            decode(MinistryPath, { id }).id,
            decode(MinistryUpdate, {
              name,
              nameZh,
              defaultFunctionalClass,
              isActive: inactive === true ? false : active === true ? true : undefined,
            }),
          ),
        print: (one) => printMinistries([one]),
      }),
    );
}

const COLUMNS: readonly Column<Ministry>[] = [
  { title: 'Id', align: 'right', cell: ({ id }) => id },
  { title: 'Ministry', cell: ({ name }) => name },
  { title: 'In Chinese', cell: ({ nameZh }) => nameZh },
  { title: 'Class', cell: ({ defaultFunctionalClass }) => defaultFunctionalClass },
  { title: '', cell: ({ isActive }) => (isActive ? '' : 'inactive') },
];

function printMinistries(ministries: readonly Ministry[]): string {
  return table(COLUMNS, ministries);
}
