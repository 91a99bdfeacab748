import type { Command } from 'commander';
import { action } from '../../../cli/kit/action.ts';
import { amountIn } from '../../../cli/kit/amounts.ts';
import { pageLine } from '../../../cli/kit/print.ts';
import { decode } from '../../../validate.ts';
import { incomeCategoryCommands } from '../income-categories/commands.ts';
import { printIncome } from './print-cli.ts';
import { NewOtherIncome, OtherIncome, OtherIncomePage, OtherIncomeQuery } from './schema.ts';
import { createOtherIncome, listOtherIncome } from './service.ts';

const FLAGS = { incomeCategoryId: '--category', accountId: '--account', fundId: '--fund' };

/** Adds `vestry income ...`. */
export function incomeCommands(income: Command): void {
  income
    .command('list')
    .description('list other income, the newest first')
    .option('--search <words>', 'words in the payer, the reference or the memo')
    .option('--category <id>', 'only income of this category')
    .option('--account <id>', 'only income in this account')
    .option('--fund <id>', 'only income of this fund')
    .option('--from <date>', 'the first day, as YYYY-MM-DD')
    .option('--to <date>', 'the last day')
    .option('--page <page>', 'which page to show (default: 1)')
    .option('--page-size <count>', 'how many entries to show on a page (default: 25)')
    .action(
      action({
        flags: FLAGS,
        answer: OtherIncomePage,
        run: (app, _args, { search, category, account, fund, from, to, page, pageSize }) => {
          const filters = { incomeCategoryId: category, accountId: account, fundId: fund, search, from, to };
          return listOtherIncome(app, decode(OtherIncomeQuery, { ...filters, page, pageSize }));
        },
        print: (list) => `${printIncome(list.items)}\n\n${pageLine(list, 'entry')}`,
      }),
    );
  addCommand(income);
  incomeCategoryCommands(income.command('category').description('the categories of other income'));
}

const ADD_EXAMPLE = `
Example:
  $ vestry income add --date 2026-03-31 --amount 12.40 --category 1 --account 2 --payer "First Bank"`;

function addCommand(income: Command): void {
  income
    .command('add')
    .description('enter income that is not giving, such as interest or rent')
    .requiredOption('--date <date>', 'the day on which the income was received, as YYYY-MM-DD')
    .requiredOption('--amount <amount>', 'the amount')
    .requiredOption('--category <id>', 'the income category')
    .requiredOption('--account <id>', 'the account that received the money')
    .option('--fund <id>', 'the fund to which the income belongs (the General fund)')
    .option('--payer <name>', 'who paid')
    .option('--reference <text>', 'such as a check number')
    .option('--memo <text>', 'remarks')
    .addHelpText('after', ADD_EXAMPLE)
    .action(
      action({
        flags: FLAGS,
        answer: OtherIncome,
        run: (app, _args, { category, account, fund, amount: sum, date, payer, reference, memo }) => {
          const input = {
            date,
            amount: amountIn(sum),
            incomeCategoryId: Number(category),
            accountId: Number(account),
            fundId: fund === undefined ? null : Number(fund),
          };
          return createOtherIncome(app, decode(NewOtherIncome, { ...input, payer, reference, memo }));
        },
        print: (one) => printIncome([one]),
      }),
    );
}
