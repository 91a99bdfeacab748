import { type Command, Option } from 'commander';
import type { App } from '../../../app.ts';
import { Method } from '../../../books/payment-methods.ts';
import { action, type Options } from '../../../cli/kit/action.ts';
import { amountIn } from '../../../cli/kit/amounts.ts';
import { decode } from '../../../validate.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { printEntered } from './print-cli.ts';
import { expenseFinders } from './named-cli.ts';
import { foundBy, PURPOSE_FLAGS, purposeIn, purposeOptions } from './purpose-cli.ts';
import { EnteredExpense, NewExpense } from './schema.ts';
import { createExpense } from './service.ts';
import { withVendorWarning } from './vendor.ts';

const FLAGS = {
  ...PURPOSE_FLAGS,
  expenseDate: '--date',
  paymentMethod: '--method',
  paymentReference: '--reference',
  accountId: '--paid-from',
  settled: '--paid-on',
};

const EXAMPLES = `
A subcategory, ministry, fund or account is a name or an id. Use --part instead of --subcategory for a bill with several
parts. Use --paid-from for an expense that was paid before it was approved, such as by a debit card.

Examples:
  $ vestry expense create --as ann@example.org --date 2026-03-05 --amount 84.20 --subcategory "Office Supplies" \\
      --ministry Administration --vendor "Paper & Co" --description "Paper and envelopes"
  $ vestry expense create --as ann@example.org --date 2026-03-06 --amount 100 --description "Internet and repair" \\
      --ministry Administration --part "Subcategory: Internet & Hosting | Amount: 60" \\
      --part "Subcategory: Repairs & Maintenance | Fund: Building Fund | Amount: 40"`;

/** Adds `vestry expense create`. */
export function createExpenseCommand(expense: Command): void {
  purposeOptions(personOptions(expense.command('create'), true))
    .description('enter an expense as your own draft')
    .requiredOption('--date <date>', 'the day on the bill or receipt, as YYYY-MM-DD')
    .requiredOption('--amount <amount>', 'the amount')
    .requiredOption('--description <text>', 'what was bought, and what for')
    .addOption(new Option('--method <method>', 'how it was or will be paid').choices(Method.options))
    .option('--reference <text>', 'the number of the check, transfer or other payment')
    .option('--paid-from <name>', 'the account from which the expense was already paid')
    .option('--paid-on <date>', 'with --paid-from: the day of that payment (default: the day on the bill)')
    .addHelpText('after', EXAMPLES)
    .action(
      action({
        flags: FLAGS,
        answer: EnteredExpense,
        run: async (app, _args, options) => {
          const acting = await actingPerson(app, options, 'expenses.submit');
          const expense = await createExpense(acting, decode(NewExpense, await fieldsOf(app, options)));
          return withVendorWarning(acting, expense);
        },
        print: printEntered,
      }),
    );
}

/** Returns the fields that the flags set, in the form of the API. */
async function fieldsOf(app: App, options: Options): Promise<Record<string, unknown>> {
  const { date, amount, description, method, reference } = options;
  return {
    ...(await purposeIn(app, options)),
    expenseDate: date,
    amount: amountIn(amount),
    description,
    ...(options.paidFrom === undefined
      ? { paymentMethod: method, paymentReference: reference }
      : { settled: settlementOf(options, await expenseFinders(app)) }),
  };
}

type Finders = Awaited<ReturnType<typeof expenseFinders>>;

function settlementOf({ paidFrom, paidOn, date, method, reference }: Options, { account }: Finders) {
  return { accountId: foundBy(account, paidFrom), date: paidOn ?? date, method: method ?? 'Card', reference };
}
