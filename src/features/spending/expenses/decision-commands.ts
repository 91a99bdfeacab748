import type { Command } from 'commander';
import { type App, inTransaction } from '../../../app.ts';
import { action } from '../../../cli/kit/action.ts';
import { items } from '../../../lib/wire.ts';
import { decode } from '../../../validate.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { approveExpense, rejectExpense } from './approval.ts';
import { printExpense, printExpenses } from './print-cli.ts';
import { submitExpense } from './moves.ts';
import { placeInService } from './releases.ts';
import { Approval, ApprovedExpense, Expense, ExpensePath, InUse, Rejection } from './schema.ts';

const SubmittedExpenses = items(Expense);
const ApprovedExpenses = items(ApprovedExpense);

const APPROVE_EXAMPLES = `
Nobody may approve an expense that they entered, changed or submitted, or that pays them back.

Examples:
  $ vestry expense approve 12 15 --as elder@example.org
  $ vestry expense approve 12 --as elder@example.org --booked-on 2026-04-01`;

/** Adds `vestry expense submit`, `approve` and `reject`. */
export function expenseDecisionCommands(expense: Command): void {
  personOptions(expense.command('submit <id...>'))
    .description('submit drafts for approval; if one of them is refused, none is submitted')
    .addHelpText('after', '\nExample:\n  $ vestry expense submit 12 15 --as ann@example.org')
    .action(
      action({
        answer: SubmittedExpenses,
        run: async (app, ids, options) => {
          const acting = await actingPerson(app, options, 'expenses.submit');
          return forEach(acting, ids, submitExpense);
        },
        print: ({ items: submitted }) => printExpenses(submitted),
      }),
    );
  approveCommand(expense);
  inUseCommand(expense);
  personOptions(expense.command('reject <id>'), true)
    .description('send an expense back to its owner as a draft')
    .requiredOption('--reason <text>', 'what the owner should correct')
    .addHelpText('after', '\nExample:\n  $ vestry expense reject 12 --as elder@example.org --reason "No receipt"')
    .action(
      action({
        answer: Expense,
        run: async (app, [id], options) => {
          const { reason } = decode(Rejection, { reason: options.reason });
          return rejectExpense(await actingPerson(app, options, 'expenses.approve'), idOf(id), reason);
        },
        print: printExpense,
      }),
    );
}

function inUseCommand(expense: Command): void {
  personOptions(expense.command('in-use <id>'))
    .description('say since when what an expense paid for is in use, which releases the money of its fund')
    .requiredOption('--date <date>', 'the day since which it is in use, as YYYY-MM-DD')
    .addHelpText('after', '\nExample:\n  $ vestry expense in-use 44 --date 2026-09-01 --as ann@example.org')
    .action(
      action({
        answer: Expense,
        run: async (app, [id], options) => {
          const { date } = decode(InUse, { date: options.date });
          return placeInService(await actingPerson(app, options, 'finance.manage'), idOf(id), date);
        },
        print: printExpense,
      }),
    );
}

function approveCommand(expense: Command): void {
  personOptions(expense.command('approve <id...>'), true)
    .description('approve expenses that other people submitted; if one of them is refused, none is approved')
    .option('--booked-on <date>', 'the day on which the expenses count in reports (default: the day on each bill)')
    .addHelpText('after', APPROVE_EXAMPLES)
    .action(
      action({
        answer: ApprovedExpenses,
        run: async (app, ids, options) => {
          const approval = decode(Approval, { bookedOn: options.bookedOn });
          const acting = await actingPerson(app, options, 'expenses.approve');
          return forEach(acting, ids, (app, id) => approveExpense(app, id, approval));
        },
        print: ({ items: approved }) => [printExpenses(approved), ...approved.flatMap(warningsOf)].join('\n\n'),
      }),
    );
}

const idOf = (text: string | undefined) => decode(ExpensePath, { id: text }).id;

/** Changes the status of all the expenses, or of none if one of them is refused. */
function forEach<T>(app: App, ids: readonly string[], move: (app: App, id: number) => Promise<T>) {
  const wanted = [...new Set(ids.map(idOf))];
  return inTransaction(app, async (app) => {
    const moved: T[] = [];
    for (const id of wanted) moved.push(await move(app, id));
    return { items: moved };
  });
}

function warningsOf({ id, warnings = [] }: ApprovedExpense): string[] {
  return warnings.map(({ message }) => `Expense ${id}: ${message}`);
}
