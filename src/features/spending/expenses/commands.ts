import { type Command, Option } from 'commander';
import { type App, inTransaction } from '../../../app.ts';
import { action, type Options } from '../../../cli/kit/action.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { pageLine } from '../../../cli/kit/print.ts';
import { amountIn } from '../../../cli/kit/amounts.ts';
import { items } from '../../../lib/wire.ts';
import { decode } from '../../../validate.ts';
import { Reversal } from '../../../books/reversal-schema.ts';
import { Method } from '../../../books/payment-methods.ts';
import { expenseCategoryCommands } from '../categories/commands.ts';
import { payExpense } from '../payments/pay.ts';
import { receiptCommand } from '../receipts/commands.ts';
import { expenseDecisionCommands } from './decision-commands.ts';
import { createExpenseCommand } from './entry-commands.ts';
import { printExpense, printExpenses } from './print-cli.ts';
import { reverseExpense } from './reversal.ts';
import {
  Expense,
  ExpensePage,
  ExpensePath,
  ExpenseQuery,
  ExpenseStatus,
  PaidExpense,
  ExpensePayment,
} from './schema.ts';
import { getExpense, listExpenses } from './service.ts';
import { updateExpenseCommand } from './update-command.ts';

const PaidExpenses = items(PaidExpense);
const PAY_EXAMPLES = `
If the approval rules limit who may pay, name yourself with --as.

Examples:
  $ vestry expense pay 12 15 --method Check --paid-on 2026-03-31
  $ vestry expense pay 12 --as ann@example.org`;

/** Adds `vestry expense ...`. */
export function expenseCommands(expense: Command): void {
  listCommand(expense);
  expense
    .command('show <id>')
    .description('show an expense')
    .action(action({ answer: Expense, run: (app, [id]) => getExpense(app, idOf(id)), print: printExpense }));
  createExpenseCommand(expense);
  updateExpenseCommand(expense);
  receiptCommand(expense);
  expenseDecisionCommands(expense);
  personOptions(expense.command('pay <id...>'))
    .description('record that approved expenses were paid; if one of them is refused, none is recorded')
    .option('--paid-on <date>', 'the day of the payment, as YYYY-MM-DD (default: today)')
    .addOption(new Option('--method <method>', 'how it was paid').choices(Method.options))
    .option('--account <id>', 'the account that paid (default: the account for the method)')
    .option('--reference <text>', 'the number of the check, transfer or other payment')
    .addHelpText('after', PAY_EXAMPLES)
    .action(
      action({
        flags: { paymentMethod: '--method', paymentReference: '--reference', accountId: '--account' },
        answer: PaidExpenses,
        run: pay,
        print: ({ items: paid }) => [printExpenses(paid), ...paid.flatMap(warningsOf)].join('\n\n'),
      }),
    );
  reverseCommand(expense);
  expenseCategoryCommands(expense.command('category').description('the categories of expenses, and their groups'));
}

function listCommand(expense: Command): void {
  expense
    .command('list')
    .description('list expenses, the newest first')
    .addOption(new Option('--status <status>', 'only expenses with this status').choices(ExpenseStatus.options))
    .option('--from <date>', 'the first day, as YYYY-MM-DD')
    .option('--to <date>', 'the last day')
    .option('--search <text>', 'part of a description, vendor, reference or note')
    .option('--page <page>', 'which page to show (default: 1)')
    .option('--page-size <count>', 'how many entries to show on a page (default: 25)')
    .addHelpText('after', '\nExample, expenses to be paid:\n  $ vestry expense list --status Approved')
    .action(
      action({
        answer: ExpensePage,
        run: (app, _args, { status, from, to, search, page, pageSize }) =>
          listExpenses(app, decode(ExpenseQuery, { status, from, to, search, page, pageSize })),
        print: (list) => `${printExpenses(list.items)}\n\n${pageLine(list, 'expense')}`,
      }),
    );
}

function reverseCommand(expense: Command): void {
  expense
    .command('reverse <id>')
    .description('reverse an approved or paid expense by adding a negative one')
    .requiredOption('--date <date>', 'the day on which the reversal counts, in an open month')
    .requiredOption('--reason <text>', 'the reason, which is saved with the reversal')
    .option('--amount <amount>', 'the amount to reverse (default: everything that is not reversed yet)')
    .action(
      action({
        answer: Expense,
        run: (app, [id], { date, reason, amount: taken }) => {
          const wanted = taken === undefined ? {} : { amount: amountIn(taken) };
          return reverseExpense(app, idOf(id), decode(Reversal, { date, reason, ...wanted }));
        },
        print: printExpense,
      }),
    );
}

const idOf = (text: string | undefined) => decode(ExpensePath, { id: text }).id;

async function pay(app: App, ids: readonly string[], options: Options) {
  const { paidOn, method, reference, account } = options;
  const payment = decode(ExpensePayment, {
    paidOn,
    paymentMethod: method,
    paymentReference: reference,
    accountId: account === undefined ? undefined : decode(ExpensePath, { id: account }).id,
  });
  const wanted = [...new Set(ids.map(idOf))];
  return inTransaction(await actingPerson(app, options, 'finance.manage'), async (app) => {
    const paid: PaidExpense[] = [];
    for (const id of wanted) paid.push(await payExpense(app, id, payment));
    return { items: paid };
  });
}

function warningsOf({ id, warnings = [] }: PaidExpense): string[] {
  return warnings.map(({ message }) => `Expense ${id}: ${message}`);
}
