/** Commands that make the document that a bank line shows. */
import { type Command, Option } from 'commander';
import { Method } from '../../../books/payment-methods.ts';
import type { App } from '../../../app.ts';
import { action, type Options } from '../../../cli/kit/action.ts';
import { decode } from '../../../validate.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { incomeCategoriesById } from '../../ledger/income-categories/service.ts';
import { printIncome } from '../../ledger/other-income/print-cli.ts';
import { OtherIncome } from '../../ledger/other-income/schema.ts';
import { printTransfer } from '../../ledger/transfers/print-cli.ts';
import { EnteredTransfer } from '../../ledger/transfers/schema.ts';
import { printExpense } from '../../spending/expenses/print-cli.ts';
import { expenseFinders, finderOf } from '../../spending/expenses/named-cli.ts';
import { foundBy, PURPOSE_FLAGS, purposeIn, purposeOptions } from '../../spending/expenses/purpose-cli.ts';
import { Expense } from '../../spending/expenses/schema.ts';
import { accountIn, idIn } from '../account-cli.ts';
import { getLine } from '../lines/service.ts';
import { makeExpense, makeIncome, makeTransfer } from './make.ts';
import { LineExpense, LineIncome, LineTransfer } from './make-schema.ts';

/** Adds the commands that make an expense, other income or a transfer of a line, and match the two. */
export function makeCommands(bank: Command): void {
  expenseCommand(bank);
  incomeCommand(bank);
  transferCommand(bank);
}

const DATE = ['--date <date>', 'its day, as YYYY-MM-DD (default: the day of the line)'] as const;
const MEMO = ['--memo <text>', 'remarks (default: the text of the bank)'] as const;

const EXPENSE_EXAMPLES = `
The line has the amount, the day and the account. The expense is submitted, and waits for approval. A subcategory,
ministry or fund is a name or an id. Use --part instead of --subcategory for a bill with several parts.

Example:
  $ vestry bank expense Checking 33 --as ann@example.org --subcategory "Bank & Processing Fees" \\
      --ministry Administration --vendor "First Bank"`;

function expenseCommand(bank: Command): void {
  purposeOptions(personOptions(bank.command('expense <account> <line>'), true))
    .description('make the expense that a line shows, such as a fee of the bank, and match the two')
    .option(
      '--date <date>',
      'the day on the bill; if later than the line, also the day of the payment (default: the day of the line)',
    )
    .option('--description <text>', 'what was bought, and what for (default: the text of the bank)')
    .addOption(
      new Option('--method <method>', 'how it was paid (default: Check for a check, else BankTransfer)').choices(
        Method.options,
      ),
    )
    .addHelpText('after', EXPENSE_EXAMPLES)
    .action(
      action({
        flags: { ...PURPOSE_FLAGS, expenseDate: '--date', paymentMethod: '--method', lineId: 'line' },
        answer: Expense,
        run: async (app, named, options) => {
          const { acting, path } = await lineIn(app, named, options);
          const { date: expenseDate, description, method: paymentMethod } = options;
          const fields = { ...(await purposeIn(acting, options)), expenseDate, description, paymentMethod };
          return makeExpense(acting, path, decode(LineExpense, fields));
        },
        print: printExpense,
      }),
    );
}

const INCOME_EXAMPLE = `
Example:
  $ vestry bank income Checking 34 --category Interest --payer "First Bank"`;

function incomeCommand(bank: Command): void {
  personOptions(bank.command('income <account> <line>'))
    .description('make the other income that a line shows, such as interest, and match the two')
    .requiredOption('--category <name>', 'the income category, by its name or id')
    .option('--fund <name>', 'the fund to which the income belongs (default: the General fund)')
    .option('--payer <name>', 'who paid')
    .option('--reference <text>', 'such as a check number')
    .option(...MEMO)
    .option(...DATE)
    .addHelpText('after', INCOME_EXAMPLE)
    .action(
      action({
        flags: { incomeCategoryId: '--category', fundId: '--fund', lineId: 'line' },
        answer: OtherIncome,
        run: async (app, named, options) => {
          const { acting, path } = await lineIn(app, named, options);
          const { category, fund, payer, reference, memo, date } = options;
          const categories = [...(await incomeCategoriesById(acting)).values()];
          const incomeCategoryId = foundBy(finderOf('incomeCategoryId', categories), category);
          const fundId = foundBy((await expenseFinders(acting)).fund, fund);
          return makeIncome(
            acting,
            path,
            decode(LineIncome, { incomeCategoryId, fundId, payer, reference, memo, date }),
          );
        },
        print: (income) => printIncome([income]),
      }),
    );
}

const TRANSFER_EXAMPLE = `
Example:
  $ vestry bank transfer Checking 35 --account Savings`;

function transferCommand(bank: Command): void {
  personOptions(bank.command('transfer <account> <line>'))
    .description('make the transfer that a line shows, and match the two')
    .requiredOption('--account <name>', 'the other account, by its name or id')
    .option(...MEMO)
    .option(...DATE)
    .addHelpText('after', TRANSFER_EXAMPLE)
    .action(
      action({
        flags: { fromAccountId: '--account', toAccountId: '--account' },
        answer: EnteredTransfer,
        run: async (app, named, options) => {
          const { acting, path } = await lineIn(app, named, options);
          const { account, memo, date } = options;
          const other = await accountIn(acting, String(account));
          const { amount } = await getLine(acting, path);
          const side = amount < 0 ? { toAccountId: other } : { fromAccountId: other };
          return makeTransfer(acting, path, decode(LineTransfer, { ...side, memo, date }));
        },
        print: printTransfer,
      }),
    );
}

/** Returns the app acting as the person, and the line that the arguments name. */
async function lineIn(app: App, [account, line]: readonly string[], options: Options) {
  const acting = await actingPerson(app, options, 'statements.manage');
  return { acting, path: { id: await accountIn(acting, account), lineId: idIn(line) } };
}
