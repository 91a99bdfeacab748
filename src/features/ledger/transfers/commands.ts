import type { Command } from 'commander';
import * as z from 'zod';
import type { App } from '../../../app.ts';
import { action, type Options } from '../../../cli/kit/action.ts';
import { amountIn } from '../../../cli/kit/amounts.ts';
import { pageLine } from '../../../cli/kit/print.ts';
import { decode } from '../../../validate.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { accountIn } from '../accounts/named-cli.ts';
import { approveTransfer } from './approval.ts';
import { printTransfer, printTransfers } from './print-cli.ts';
import { EnteredTransfer, NewTransfer, TransferPage, TransferPath, TransferQuery } from './schema.ts';
import { createTransfer, deleteTransfer, listTransfers } from './service.ts';

const FLAGS = {
  accountId: '--account',
  fundId: '--fund',
  fromAccountId: '--from-account',
  toAccountId: '--to-account',
  fromFundId: '--from-fund',
  toFundId: '--to-fund',
};

const ADD_EXAMPLES = `
Another person must approve money that leaves a Restricted or Endowment fund. Give the --reason, and name yourself with --as.

Examples:
  $ vestry transfer add --date 2026-03-31 --amount 5000 --from-account Checking --to-account Savings --memo "Reserve"
  $ vestry transfer add --date 2026-03-31 --amount 800 --from-fund 3 --to-fund 1 --memo "Repair of the roof" \\
      --reason "The roof is part of the building" --as ann@example.org
  $ vestry transfer add --date 2026-03-31 --amount 50000 --from-account Checking --to-account Broker --fund 4 \\
      --memo "The endowment at the broker"
  $ vestry transfer add --date 2026-03-31 --amount 2000 --from-fund 1 --to-fund 3 --loan --memo "Until the autumn"
  $ vestry transfer add --date 2026-09-30 --amount 500 --from-fund 3 --to-fund 1 --repays 12 --memo "First part"`;

/** Adds `vestry transfer ...`. */
export function transferCommands(transfer: Command): void {
  listCommand(transfer);
  addCommand(transfer);
  personOptions(transfer.command('approve <id>'))
    .description('approve a transfer that another person entered')
    .addHelpText('after', '\nExample:\n  $ vestry transfer approve 12 --as elder@example.org')
    .action(
      action({
        answer: EnteredTransfer,
        run: async (app, [argument], options) =>
          approveTransfer(await actingPerson(app, options, 'expenses.approve'), idOf(argument)),
        print: printTransfer,
      }),
    );
  transfer
    .command('delete <id>')
    .description('delete a transfer that waits for approval, or that is in an open month')
    .action(
      action({
        answer: Deleted,
        run: async (app, [argument]) => {
          const id = idOf(argument);
          await deleteTransfer(app, id);
          return { id };
        },
        print: ({ id }) => `Transfer ${id} is deleted.`,
      }),
    );
}

function listCommand(transfer: Command): void {
  transfer
    .command('list')
    .description('list transfers, the newest first')
    .option('--search <words>', 'words in the memo or the reason')
    .option('--status <status>', 'PendingApproval or Posted')
    .option('--account <id>', 'only transfers from or to this account')
    .option('--fund <id>', 'only transfers from or to this fund')
    .option('--from <date>', 'the first day, as YYYY-MM-DD')
    .option('--to <date>', 'the last day')
    .option('--page <page>', 'which page to show (default: 1)')
    .option('--page-size <count>', 'how many entries to show on a page (default: 25)')
    .action(
      action({
        flags: FLAGS,
        answer: TransferPage,
        run: (app, _args, { search, status, account, fund, from, to, page, pageSize }) => {
          const filters = { accountId: account, fundId: fund, search, status, from, to };
          return listTransfers(app, decode(TransferQuery, { ...filters, page, pageSize }));
        },
        print: (list) => `${printTransfers(list.items)}\n\n${pageLine(list, 'transfer')}`,
      }),
    );
}

function addCommand(transfer: Command): void {
  personOptions(transfer.command('add'))
    .description('move money between two accounts, two funds, or both')
    .requiredOption('--date <date>', 'the day of the transfer, as YYYY-MM-DD')
    .requiredOption('--amount <amount>', 'the amount')
    .requiredOption('--memo <text>', 'what the transfer is for')
    .option('--from-account <name>', 'the account that the money leaves, by its name or id')
    .option('--to-account <name>', 'the account that receives the money, by its name or id')
    .option('--from-fund <id>', 'the fund that the money leaves')
    .option('--to-fund <id>', 'the fund that receives the money')
    .option(
      '--fund <id>',
      'the fund for which money goes to or comes from an account that is no money, such as an Investment',
    )
    .option('--loan', 'the fund that receives the money owes it to the other fund')
    .option('--repays <id>', 'the loan between the two funds that the transfer pays back')
    .option('--reason <text>', 'why money may leave a fund that donors have restricted')
    .addHelpText('after', ADD_EXAMPLES)
    .action(
      action({
        flags: FLAGS,
        answer: EnteredTransfer,
        run: async (app, _args, options) => {
          const acting = await actingPerson(app, options, 'statements.manage');
          return createTransfer(acting, await transferOf(acting, options));
        },
        print: printTransfer,
      }),
    );
}

async function transferOf(app: App, { amount: sum, date, memo, reason, ...options }: Options): Promise<NewTransfer> {
  const accountOf = async (text: unknown) => (typeof text === 'string' ? accountIn(app, text) : null);
  const numberOf = (text: unknown) => (text === undefined ? null : Number(text));
  return decode(NewTransfer, {
    date,
    amount: amountIn(sum),
    fromAccountId: await accountOf(options.fromAccount),
    toAccountId: await accountOf(options.toAccount),
    fromFundId: numberOf(options.fromFund),
    toFundId: numberOf(options.toFund),
    fundId: numberOf(options.fund),
    loan: options.loan === true,
    repays: numberOf(options.repays),
    memo,
    reason,
  });
}

const idOf = (argument: string | undefined) => decode(TransferPath, { id: argument }).id;

const Deleted = z.object({ id: z.number() });
