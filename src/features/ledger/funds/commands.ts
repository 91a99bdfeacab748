import { type Command, Option } from 'commander';
import { FUND_CLASSES } from '../../../books/fund-classes.ts';
import { action } from '../../../cli/kit/action.ts';
import { collect } from '../../../cli/kit/amounts.ts';
import { activeOptions, isActiveOf } from '../../../cli/kit/active.ts';
import { type Column, table } from '../../../cli/kit/print.ts';
import { withoutMissing } from '../../../lib/without-missing.ts';
import { decode } from '../../../validate.ts';
import { Fund, FundPath, Funds, NewFund } from './schema.ts';
import { createFund, getFund, listFunds, updateFund } from './service.ts';

const FLAGS = { nameZh: '--name-zh', releasesAccountIds: '--releases' };
const classOption = () => new Option('--class <class>', 'what kind of money is in the fund').choices(FUND_CLASSES);

/** Adds `vestry fund ...`. */
export function fundCommands(fund: Command): void {
  fund
    .command('list')
    .description('list the funds')
    .action(action({ answer: Funds, run: (app) => listFunds(app), print: ({ items }) => table(COLUMNS, items) }));
  fund
    .command('add')
    .description('add a fund')
    .requiredOption('--name <name>', 'the name of the fund')
    .option('--name-zh <name>', 'the name in Chinese')
    .addOption(classOption().makeOptionMandatory())
    .option('--purpose <text>', 'what the money may be spent on')
    .option('--releases <id>', 'a loan whose principal the fund is for; may be repeated', collect)
    .addHelpText('after', '\nExample:\n  $ vestry fund add --name "Building Fund" --class Restricted')
    .action(
      action({
        flags: FLAGS,
        answer: Fund,
        run: (app, _args, { name, nameZh, class: fundClass, purpose, releases }) =>
          createFund(app, decode(NewFund, { name, nameZh, class: fundClass, purpose, ...loansOf(releases) })),
        print: (one) => table(COLUMNS, [one]),
      }),
    );
  updateCommand(fund);
}

function updateCommand(fund: Command): void {
  activeOptions(fund.command('update <id>'), 'new categories and expenses for the fund')
    .description('change a fund; an option that is left out changes nothing')
    .option('--name <name>', 'the name of the fund')
    .option('--name-zh <name>', 'the name in Chinese; "" removes it')
    .addOption(classOption())
    .option('--purpose <text>', 'what the money may be spent on; "" removes it')
    .option(
      '--releases <id>',
      'a loan whose principal the fund is for, in place of all others; may be repeated',
      collect,
    )
    .action(
      action({
        flags: FLAGS,
        answer: Fund,
        run: async (app, [argument], options) => {
          const { id } = decode(FundPath, { id: argument });
          const { name, nameZh, class: fundClass, purpose, isActive } = await getFund(app, id);
          const stored = { name, nameZh, class: fundClass, purpose, isActive };
          const given = Object.fromEntries(
            ['name', 'nameZh', 'class', 'purpose'].map((field) => [field, options[field]]),
          );
          const changes = withoutMissing(given);
          return updateFund(
            app,
            id,
            decode(NewFund, {
              ...stored,
              ...changes,
              ...loansOf(options.releases),
              isActive: isActiveOf(options) ?? isActive,
            }),
          );
        },
        print: (one) => table(COLUMNS, [one]),
      }),
    );
}

const loansOf = (ids: unknown) => (Array.isArray(ids) ? { releasesAccountIds: ids.map(Number) } : {});

const COLUMNS: readonly Column<Fund>[] = [
  { title: 'Id', align: 'right', cell: ({ id }) => id },
  { title: 'Fund', cell: ({ name }) => name },
  { title: 'In Chinese', cell: ({ nameZh }) => nameZh },
  { title: 'Class', cell: ({ class: fundClass }) => fundClass },
  { title: 'Purpose', cell: ({ purpose }) => purpose },
  { title: '', cell: ({ isActive }) => (isActive ? '' : 'inactive') },
];
