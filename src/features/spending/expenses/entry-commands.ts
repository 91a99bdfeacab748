import { type Command, Option } from 'commander';
import type { App } from '../../../app.ts';
import { FunctionalClass } from '../../../books/functional-classes.ts';
import { Method } from '../../../books/payment-methods.ts';
import { action, type Options } from '../../../cli/kit/action.ts';
import { collect, readAmount } from '../../../cli/kit/amounts.ts';
import { badField } from '../../../errors.ts';
import { toDecimal } from '../../../lib/money.ts';
import { decode } from '../../../validate.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { printExpense } from './list-view.ts';
import { expenseFinders, type Finder } from './named-cli.ts';
import { Expense, ExpensePath, NewExpense } from './schema.ts';
import { createExpense } from './service.ts';
import { type NamedSplit, parseSplits } from './split-text.ts';

const FLAGS = {
  expenseDate: '--date',
  subCategoryId: '--subcategory',
  ministryId: '--ministry',
  fundId: '--fund',
  functionalClass: '--class',
  paymentMethod: '--method',
  paymentReference: '--reference',
  accountId: '--paid-from',
  settled: '--paid-on',
  splits: '--part',
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
  personOptions(expense.command('create'), true)
    .description('enter an expense as your own draft')
    .requiredOption('--date <date>', 'the day on the bill or receipt, as YYYY-MM-DD')
    .requiredOption('--amount <amount>', 'the amount')
    .requiredOption('--description <text>', 'what was bought, and what for')
    .option('--vendor <name>', 'who sells it')
    .addOption(new Option('--vendor-id <id>', 'the vendor, if it is in the list of vendors').conflicts('vendor'))
    .option('--subcategory <name>', 'what the money was spent on, such as "Utilities" or "Facilities: Utilities"')
    .option('--ministry <name>', 'the ministry that the expense is for')
    .option('--fund <name>', 'the fund that pays (default: the General fund)')
    .addOption(
      new Option('--class <class>', "the functional class (default: the ministry's)").choices(FunctionalClass.options),
    )
    .option('--part <text>', 'a part, as "Subcategory: NAME | Ministry: NAME | Fund: NAME | Amount: 40"', collect)
    .addOption(new Option('--method <method>', 'how it was or will be paid').choices(Method.options))
    .option('--reference <text>', 'the number of the check, transfer or other payment')
    .option('--paid-from <name>', 'the account from which the expense was already paid')
    .option('--paid-on <date>', 'with --paid-from: the day of that payment (default: the day on the bill)')
    .option('--notes <text>', 'remarks')
    .addHelpText('after', EXAMPLES)
    .action(
      action({
        flags: FLAGS,
        answer: Expense,
        run: async (app, _args, options) => {
          const acting = await actingPerson(app, options, 'expenses.submit');
          return createExpense(acting, decode(NewExpense, await fieldsOf(app, options)));
        },
        print: printExpense,
      }),
    );
}

type Finders = Awaited<ReturnType<typeof expenseFinders>>;

/** Returns the fields that the flags set, in the form of the API. */
async function fieldsOf(app: App, options: Options): Promise<Record<string, unknown>> {
  const { date, amount, description, vendor, vendorId, method, reference, notes, class: functionalClass } = options;
  const find = await expenseFinders(app);
  const common = { expenseDate: date, amount: readAmount(amount), description, vendor, notes, functionalClass };
  return {
    ...common,
    subCategoryId: foundBy(find.subCategory, options.subcategory),
    ministryId: foundBy(find.ministry, options.ministry),
    fundId: foundBy(find.fund, options.fund),
    vendorId: vendorId === undefined ? null : decode(ExpensePath, { id: vendorId }).id,
    splits: options.part === undefined ? null : partsOf(options.part as string[], find),
    ...(options.paidFrom === undefined
      ? { paymentMethod: method, paymentReference: reference }
      : { settled: settlementOf(options, find) }),
  };
}

function foundBy(find: Finder, text: unknown): number | null {
  return typeof text === 'string' ? find(text) : null;
}

function settlementOf({ paidFrom, paidOn, date, method, reference }: Options, { account }: Finders) {
  return { accountId: foundBy(account, paidFrom), date: paidOn ?? date, method: method ?? 'Card', reference };
}

function partsOf(texts: readonly string[], find: Finders) {
  return texts.flatMap((text) => {
    const parts = parseSplits(text);
    if (!parts)
      throw badField('splits', 'invalid_part', `must have the form "Subcategory: NAME | Amount: 40": "${text}"`);
    return parts.map((part) => partOf(part, find));
  });
}

function partOf(part: NamedSplit, find: Finders) {
  return {
    subCategoryId: foundBy(find.subCategory, part.subCategoryName),
    accountId: foundBy(find.account, part.accountName),
    ministryId: foundBy(find.ministry, part.ministryName),
    fundId: foundBy(find.fund, part.fundName),
    functionalClass: part.functionalClass,
    form1099: part.form1099,
    amount: toDecimal(part.amount),
  };
}
