import type { Command } from 'commander';
import * as z from 'zod';
import { action, type Options } from '../../../cli/kit/action.ts';
import { collect, amountIn } from '../../../cli/kit/amounts.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { amount, type Column, pageLine, table } from '../../../cli/kit/print.ts';
import { decode } from '../../../validate.ts';
import { Deposit, DepositPage, DepositPath, DepositQuery, NewDeposit } from './schema.ts';
import { createDeposit, deleteDeposit, listDeposits } from './service.ts';

const ADD_EXAMPLES = `
If a fee is given, name yourself with --as: the fee is entered as an expense, and Vestry must know who enters it.

Examples:
  $ vestry deposit add --date 2026-03-30 --account 2 --cash 41 --checks 41
  $ vestry deposit add --date 2026-03-30 --account 2 --giving 310 --fee 2.90 --as ann@example.org`;

/** Adds `vestry deposit ...`. */
export function depositCommands(deposit: Command): void {
  deposit
    .command('list')
    .description('list deposits, the newest first')
    .option('--search <words>', 'words in the memo')
    .option('--account <id>', 'only deposits into this account')
    .option('--from <date>', 'the first day, as YYYY-MM-DD')
    .option('--to <date>', 'the last day')
    .option('--page <page>', 'which page to show (default: 1)')
    .option('--page-size <count>', 'how many entries to show on a page (default: 25)')
    .action(
      action({
        flags: { accountId: '--account' },
        answer: DepositPage,
        run: (app, _args, { search, account, from, to, page, pageSize }) =>
          listDeposits(app, decode(DepositQuery, { search, accountId: account, from, to, page, pageSize })),
        print: (list) => `${table(COLUMNS, list.items)}\n\n${pageLine(list, 'deposit')}`,
      }),
    );
  addCommand(deposit);
  deposit
    .command('delete <id>')
    .description('delete a deposit of an open month; its money is undeposited again')
    .action(
      action({
        answer: Deleted,
        run: async (app, [argument]) => {
          const { id } = decode(DepositPath, { id: argument });
          await deleteDeposit(app, id);
          return { id };
        },
        print: ({ id }) => `Deposit ${id} is deleted.`,
      }),
    );
}

function addCommand(deposit: Command): void {
  personOptions(deposit.command('add'))
    .description('enter a deposit at the bank')
    .requiredOption('--date <date>', 'the day of the deposit, as YYYY-MM-DD')
    .requiredOption('--account <id>', 'the account that receives the money')
    .option('--cash <session>', 'a session whose remaining cash is deposited; may be repeated', collect)
    .option('--checks <session>', 'a session whose remaining checks are deposited; may be repeated', collect)
    .option('--giving <id>', 'a single gift that is deposited; may be repeated', collect)
    .option('--income <id>', 'other income that is deposited; may be repeated', collect)
    .option('--fee <amount>', 'the fee that the bank or the processor kept')
    .option('--memo <text>', 'remarks, such as the number of the deposit slip')
    .addHelpText('after', ADD_EXAMPLES)
    .action(
      action({
        flags: { accountId: '--account', items: '--cash, --checks, --giving or --income' },
        answer: Deposit,
        run: async (app, _args, options) =>
          createDeposit(await actingPerson(app, options, 'statements.manage'), orderOf(options)),
        print: (one) => table(COLUMNS, [one]),
      }),
    );
}

function orderOf({ date, account, cash, checks, giving, income, fee, memo }: Options): NewDeposit {
  const idsIn = (list: unknown) =>
    (Array.isArray(list) ? list : []).map((text) => decode(DepositPath, { id: text }).id);
  const items = [
    ...idsIn(cash).map((sessionId) => ({ sessionId, method: 'Cash' })),
    ...idsIn(checks).map((sessionId) => ({ sessionId, method: 'Check' })),
    ...idsIn(giving).map((givingId) => ({ givingId })),
    ...idsIn(income).map((otherIncomeId) => ({ otherIncomeId })),
  ];
  const accountId = decode(DepositPath, { id: account }).id;
  return decode(NewDeposit, { date, accountId, items, memo, ...(fee === undefined ? {} : { fee: amountIn(fee) }) });
}

const Deleted = z.object({ id: z.number() });

const COLUMNS: readonly Column<Deposit>[] = [
  { title: 'Id', align: 'right', cell: ({ id }) => id },
  { title: 'Date', cell: ({ date }) => date },
  { title: 'Account', cell: ({ accountName }) => accountName },
  { title: 'Amount', align: 'right', cell: (deposit) => amount(deposit.amount) },
  { title: 'Memo', cell: ({ memo }) => memo },
];
