import { type Command, Option } from 'commander';
import { ACCOUNT_KINDS } from '../../../books/account-kinds.ts';
import { action } from '../../../cli/kit/action.ts';
import { amount, type Column, table } from '../../../cli/kit/print.ts';
import { withoutMissing } from '../../../lib/without-missing.ts';
import { decode } from '../../../validate.ts';
import { AccountPath, Accounts, AccountWithBalance, NewAccount } from './schema.ts';
import { createAccount, getAccount, listAccounts, updateAccount } from './service.ts';

const FLAGS = { nameZh: '--name-zh' };
const kindOption = () => new Option('--kind <kind>', 'the kind of account').choices(ACCOUNT_KINDS);

/** Adds `vestry account ...`. */
export function accountCommands(account: Command): void {
  account
    .command('list')
    .description('list the accounts and their balances')
    .action(action({ answer: Accounts, run: (app) => listAccounts(app), print: ({ items }) => table(COLUMNS, items) }));
  account
    .command('add')
    .description('add an account')
    .requiredOption('--name <name>', 'the name of the account')
    .option('--name-zh <name>', 'the name in Chinese')
    .addOption(kindOption().makeOptionMandatory())
    .option('--number <number>', 'the number of the account at the bank')
    .option('--default', 'make this the default account')
    .addHelpText('after', '\nExample:\n  $ vestry account add --name "Savings" --kind Savings --number 001234575')
    .action(
      action({
        flags: FLAGS,
        answer: AccountWithBalance,
        run: (app, _args, { name, nameZh, kind, number, default: isDefault }) =>
          createAccount(app, decode(NewAccount, { name, nameZh, kind, number, isDefault })),
        print: (one) => table(COLUMNS, [one]),
      }),
    );
  updateCommand(account);
}

function updateCommand(account: Command): void {
  account
    .command('update <id>')
    .description('change an account; an option that is left out changes nothing')
    .option('--name <name>', 'the name of the account')
    .option('--name-zh <name>', 'the name in Chinese; "" removes it')
    .addOption(kindOption())
    .option('--number <number>', 'the number of the account at the bank; "" removes it')
    .option('--default', 'make this the default account')
    .option('--inactive', 'close the account to new documents')
    .option('--active', 'open the account to new documents again')
    .action(
      action({
        flags: FLAGS,
        answer: AccountWithBalance,
        run: async (app, [argument], { active, inactive, default: becomesDefault, ...options }) => {
          const { id } = decode(AccountPath, { id: argument });
          const stored = await getAccount(app, id);
          const { name, nameZh, kind, number } = { ...stored, ...withoutMissing(options) };
          const isActive = inactive === true ? false : active === true ? true : stored.isActive;
          const isDefault = becomesDefault === true || stored.isDefault;
          return updateAccount(app, id, decode(NewAccount, { name, nameZh, kind, number, isActive, isDefault }));
        },
        print: (one) => table(COLUMNS, [one]),
      }),
    );
}

const COLUMNS: readonly Column<AccountWithBalance>[] = [
  { title: 'Id', align: 'right', cell: ({ id }) => id },
  { title: 'Account', cell: ({ name }) => name },
  { title: 'Kind', cell: ({ kind }) => kind },
  { title: 'Number', cell: ({ number }) => number },
  { title: 'Balance', align: 'right', cell: ({ balance }) => amount(balance) },
  {
    title: '',
    cell: ({ isActive, isDefault, isReserved }) =>
      isReserved ? 'used by Vestry' : isDefault ? 'default' : isActive ? '' : 'inactive',
  },
];
