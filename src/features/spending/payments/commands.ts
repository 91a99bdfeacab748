import type { Command } from 'commander';
import * as z from 'zod';
import { action } from '../../../cli/kit/action.ts';
import { amount, type Column, pageLine, table } from '../../../cli/kit/print.ts';
import { decode } from '../../../validate.ts';
import { Payment, PaymentPage, PaymentPath, PaymentQuery, PaymentVoid } from './schema.ts';
import { listPayments } from './service.ts';
import { deletePayment, voidPayment } from './void.ts';

/** Adds `vestry payment ...`. Payments are entered with `vestry expense pay`. */
export function paymentCommands(payment: Command): void {
  payment
    .command('list')
    .description('list payments, the newest first')
    .option('--search <words>', 'words in the reference, or in the reason for voiding a payment')
    .option('--account <id>', 'only payments from this account')
    .option('--expense <id>', 'only payments of this expense')
    .option('--from <date>', 'the first day, as YYYY-MM-DD')
    .option('--to <date>', 'the last day')
    .option('--page <page>', 'which page to show (default: 1)')
    .option('--page-size <count>', 'how many entries to show on a page (default: 25)')
    .action(
      action({
        flags: { accountId: '--account', expenseId: '--expense' },
        answer: PaymentPage,
        run: (app, _args, { search, account, expense, from, to, page, pageSize }) => {
          const filters = { search, accountId: account, expenseId: expense, from, to };
          return listPayments(app, decode(PaymentQuery, { ...filters, page, pageSize }));
        },
        print: (list) => `${table(COLUMNS, list.items)}\n\n${pageLine(list, 'payment')}`,
      }),
    );
  payment
    .command('void <id>')
    .description('void a payment, such as a lost check; its expenses become Approved again')
    .requiredOption('--date <date>', 'the day on which the payment is voided, in an open month')
    .requiredOption('--reason <text>', 'the reason, which is saved with the payment')
    .addHelpText('after', '\nExample:\n  $ vestry payment void 12 --date 2026-03-31 --reason "Lost in the mail"')
    .action(
      action({
        answer: Payment,
        run: (app, [argument], { date, reason }) =>
          voidPayment(app, decode(PaymentPath, { id: argument }).id, decode(PaymentVoid, { date, reason })),
        print: (one) => table(COLUMNS, [one]),
      }),
    );
  payment
    .command('delete <id>')
    .description('delete a mistaken payment of an open month; its expenses become Approved again')
    .addHelpText('after', '\nExample:\n  $ vestry payment delete 12')
    .action(
      action({
        answer: Deleted,
        run: async (app, [argument]) => {
          const { id } = decode(PaymentPath, { id: argument });
          await deletePayment(app, id);
          return { id };
        },
        print: ({ id }) => `Payment ${id} is deleted.`,
      }),
    );
}

const Deleted = z.object({ id: z.number() });

const COLUMNS: readonly Column<Payment>[] = [
  { title: 'Id', align: 'right', cell: ({ id }) => id },
  { title: 'Date', cell: ({ date }) => date },
  { title: 'Account', cell: ({ accountName }) => accountName },
  { title: 'Method', cell: ({ method }) => method },
  { title: 'Reference', cell: ({ reference }) => reference },
  { title: 'Amount', align: 'right', cell: (payment) => amount(payment.amount) },
  { title: 'Expenses', cell: ({ items }) => items.flatMap(({ expenseId }) => expenseId ?? []).join(', ') },
  { title: 'Payables', cell: ({ items }) => items.flatMap(({ vendor }) => vendor ?? []).join(', ') },
  { title: '', cell: ({ voidedOn }) => (voidedOn === null ? '' : `voided ${voidedOn}`) },
];
