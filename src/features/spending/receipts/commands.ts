import path from 'node:path';
import type { Command } from 'commander';
import { action } from '../../../cli/kit/action.ts';
import { decode } from '../../../validate.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { readBounded } from '../../imports/file.ts';
import { printExpense } from '../expenses/print-cli.ts';
import { Expense, ExpensePath } from '../expenses/schema.ts';
import { LARGEST_RECEIPT } from './file-type.ts';
import { attachReceipt } from './service.ts';

const BOUND = {
  most: LARGEST_RECEIPT,
  advice: 'A receipt may have up to 10 MB. Save it as a smaller picture or PDF.',
};

const HELP = `
A receipt is a PDF, JPEG, PNG, WebP or HEIC file. The receipts that the expense has already stay.

Example:
  $ vestry expense receipt 12 paper-and-co.pdf --as ann@example.org`;

/** Adds `vestry expense receipt`. */
export function receiptCommand(expense: Command): void {
  personOptions(expense.command('receipt <id> <file>'))
    .description('attach a receipt to an expense')
    .addHelpText('after', HELP)
    .action(
      action({
        answer: Expense,
        run: async (app, [id, file = ''], options) => {
          const { id: expenseId } = decode(ExpensePath, { id });
          const bytes = await readBounded(file, BOUND);
          const acting = await actingPerson(app, options, 'expenses.submit', 'finance.manage');
          return attachReceipt(
            acting,
            expenseId,
            async () => ({ name: path.basename(file), bytes: once(bytes) }),
            true,
          );
        },
        print: printExpense,
      }),
    );
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}
