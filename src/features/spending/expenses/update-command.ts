import { type Command, Option } from 'commander';
import type { App } from '../../../app.ts';
import { Method } from '../../../books/payment-methods.ts';
import { action, type Options } from '../../../cli/kit/action.ts';
import { amountIn } from '../../../cli/kit/amounts.ts';
import { encode } from '../../../lib/encode.ts';
import { withoutMissing } from '../../../lib/without-missing.ts';
import { decode } from '../../../validate.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { printEntered } from './print-cli.ts';
import { PURPOSE_FLAGS, purposeIn, purposeOptions } from './purpose-cli.ts';
import { EnteredExpense, Expense, ExpenseFields, ExpensePath, NewExpense } from './schema.ts';
import { getExpense, updateExpense } from './service.ts';
import { NewExpenseSplit } from './split-schema.ts';
import { withVendorWarning } from './vendor.ts';

const FLAGS = {
  ...PURPOSE_FLAGS,
  expenseDate: '--date',
  paymentMethod: '--method',
  paymentReference: '--reference',
};

const EXAMPLES = `
An expense that waits for approval is rejected first, which makes it a draft again. An empty text clears --vendor,
--notes and --reference.

Examples:
  $ vestry expense update 12 --as ann@example.org --amount 84.20
  $ vestry expense update 12 --subcategory "Office: Postage & Shipping" --ministry Administration`;

/** Adds `vestry expense update`. */
export function updateExpenseCommand(expense: Command): void {
  purposeOptions(personOptions(expense.command('update <id>')))
    .description('change the given fields of a draft, such as an expense that was rejected')
    .option('--date <date>', 'the day on the bill or receipt, as YYYY-MM-DD')
    .option('--amount <amount>', 'the amount')
    .option('--description <text>', 'what was bought, and what for')
    .addOption(new Option('--method <method>', 'how it will be paid').choices(Method.options))
    .option('--reference <text>', 'the number of the check, transfer or other payment')
    .addHelpText('after', EXAMPLES)
    .action(
      action({
        flags: FLAGS,
        answer: EnteredExpense,
        run: async (app, [argument], options) => {
          const { id } = decode(ExpensePath, { id: argument });
          const acting = await actingPerson(app, options, 'expenses.submit');
          const wanted = decode(NewExpense, await changed(acting, id, options));
          return withVendorWarning(acting, await updateExpense(acting, id, wanted));
        },
        print: printEntered,
      }),
    );
}

/** Returns the stored fields with those that flags set, in the form of the API. */
async function changed(app: App, id: number, options: Options): Promise<Record<string, unknown>> {
  const said = await fieldsIn(app, options);
  const stored = encode(Expense, await getExpense(app, id));
  return {
    ...Object.fromEntries(Object.entries(stored).filter(([field]) => field in ExpenseFields.shape)),
    splits: stored.splits?.map(partOf) ?? null,
    settled: stored.settled && settlementOf(stored.settled),
    // The name of a vendor of the list is stored with the expense, but only the id is sent.
    ...(stored.vendorId !== null && { vendor: null }),
    ...('vendor' in said && { vendorId: null }),
    ...('vendorId' in said && { vendor: null }),
    // A subcategory replaces the parts, and parts replace the subcategory.
    ...('subCategoryId' in said && { splits: null }),
    ...('splits' in said && { subCategoryId: null }),
    ...said,
  };
}

/** The flags that say what an expense is for, and their fields. */
const PURPOSES = {
  vendor: 'vendor',
  vendorId: 'vendorId',
  subcategory: 'subCategoryId',
  ministry: 'ministryId',
  fund: 'fundId',
  class: 'functionalClass',
  part: 'splits',
  notes: 'notes',
};

async function fieldsIn(app: App, options: Options): Promise<Record<string, unknown>> {
  const { date, amount, description, method, reference } = options;
  const purpose = await purposeIn(app, options);
  const named = Object.entries(PURPOSES).filter(([flag]) => options[flag] !== undefined);
  const said = withoutMissing({
    ...Object.fromEntries(named.map(([, field]) => [field, purpose[field]])),
    expenseDate: date,
    amount: amount === undefined ? undefined : amountIn(amount),
    description,
    paymentMethod: method,
    paymentReference: reference,
  });
  return Object.fromEntries(Object.entries(said).map(([field, value]) => [field, value === '' ? null : value]));
}

type Wire = ReturnType<typeof encode<typeof Expense>>;

const partOf = (part: NonNullable<Wire['splits']>[number]) =>
  Object.fromEntries(Object.entries(part).filter(([field]) => field in NewExpenseSplit.shape));

const settlementOf = ({ accountId, date, method, reference }: NonNullable<Wire['settled']>) => ({
  accountId,
  date,
  method,
  reference,
});
