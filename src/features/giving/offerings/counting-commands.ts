import type { Command } from 'commander';
import { action, type Options } from '../../../cli/kit/action.ts';
import { collect, amountIn } from '../../../cli/kit/amounts.ts';
import { encode } from '../../../lib/encode.ts';
import { Reopening } from '../../../lib/wire.ts';
import { withoutMissing } from '../../../lib/without-missing.ts';
import { decode } from '../../../validate.ts';
import { askCounts } from './count-questions-cli.ts';
import { printSession } from './list-view.ts';
import { EnteredSession, NewSession, Reconciliation, Session, SessionCounts, SubmittedSession } from './schema.ts';
import { createSession, reconcileSession, reopenSession, submitSession, updateSession } from './service.ts';
import { findSession, submitNext } from './session-cli.ts';

const FLAGS = {
  sundayAttendanceCount: '--attendance',
  countedCash: '--cash',
  countedChecks: '--checks',
  accountId: '--account',
};

/** Adds the commands for counting an offering: they open, count, submit, reconcile and reopen its session. */
export function countingCommands(session: Command): void {
  withCounts(session.command('create').requiredOption('--date <date>', 'the day of the offering, as YYYY-MM-DD'))
    .description('open the offering session of a date')
    .addHelpText('after', '\nExample:\n  $ vestry session create --date 2026-03-01')
    .action(
      action({
        flags: FLAGS,
        answer: EnteredSession,
        run: (app, _args, options) =>
          createSession(app, decode(NewSession, { date: options.date, ...countsIn(options) })),
        print: printSession,
      }),
    );
  withCounts(session.command('count <session>'))
    .description('save what was counted in a draft: asks at a terminal, or changes only what options give')
    .addHelpText('after', COUNT_EXAMPLE)
    .action(
      action({
        flags: FLAGS,
        answer: Session,
        run: async (app, [named], options) => {
          const stored = await findSession(app, named);
          const wire = encode(Session, stored);
          const kept = Object.entries(wire).filter(([field]) => field in SessionCounts.shape);
          const given = countsIn(options);
          const said = Object.keys(given).length > 0 ? given : await askCounts(stored);
          const counts = decode(SessionCounts, { ...Object.fromEntries(kept), ...said });
          return updateSession(app, stored.id, counts);
        },
        print: (session, _at, { dataDir }) => [printSession(session), submitNext(session, dataDir)].join('\n\n'),
      }),
    );
  submitCommand(session);
  reconcileCommand(session);
  reopenCommand(session);
}

const COUNT_EXAMPLE = `
Examples:
  $ vestry session count 2026-03-01
  $ vestry session count 2026-03-01 --attendance 84 --cash 310.50 --checks 1,240 --counted-by "Ann Lee" --counted-by "Bo Chen"`;

function withCounts(command: Command): Command {
  return command
    .option('--attendance <count>', 'how many people attended')
    .option('--control-total <amount>', 'the total that was counted')
    .option('--cash <amount>', 'the cash that was counted')
    .option('--checks <amount>', 'the sum of the checks that were counted')
    .option('--counted-by <name>', 'the name of a counter; may be repeated', collect)
    .option('--notes <text>', 'remarks');
}

/** Returns the counts that flags set, in the form of the API. */
function countsIn({ attendance, controlTotal, cash, checks, countedBy, notes }: Options): Record<string, unknown> {
  const amountOf = (text: unknown) => (text === undefined ? undefined : amountIn(text));
  const counts = {
    sundayAttendanceCount: attendance === undefined ? undefined : Number(attendance),
    controlTotal: amountOf(controlTotal),
    countedCash: amountOf(cash),
    countedChecks: amountOf(checks),
    countedBy,
    notes,
  };
  return withoutMissing(counts);
}

function submitCommand(session: Command): void {
  session
    .command('submit <session>')
    .description('submit a draft, which locks its gifts; the sums of the gifts must equal the counts')
    .addHelpText('after', '\nExample:\n  $ vestry session submit 2026-03-01')
    .action(
      action({
        answer: SubmittedSession,
        run: async (app, [named]) => submitSession(app, (await findSession(app, named)).id),
        print: ({ warnings = [], ...session }) =>
          [printSession(session), ...warnings.map(({ message }) => message)].join('\n\n'),
      }),
    );
}

function reconcileCommand(session: Command): void {
  session
    .command('reconcile <session>')
    .description('record that the cash and the checks of a submitted session are at the bank')
    .option('--deposited-on <date>', 'the day of the deposit, as YYYY-MM-DD; today if left out')
    .option('--account <id>', 'the account that received the deposit (the default account)')
    .option('--bank-reference <text>', "the bank's reference for the deposit")
    .addHelpText('after', '\nExample:\n  $ vestry session reconcile 2026-03-01 --deposited-on 2026-03-02')
    .action(
      action({
        flags: FLAGS,
        answer: Session,
        run: async (app, [named], { depositedOn, account, bankReference }) => {
          const accountId = account === undefined ? null : Number(account);
          const details = decode(Reconciliation, { depositedOn, accountId, bankReference });
          return reconcileSession(app, (await findSession(app, named)).id, details);
        },
        print: printSession,
      }),
    );
}

function reopenCommand(session: Command): void {
  session
    .command('reopen <session>')
    .description('make a submitted or reconciled session a draft again, and take back its deposit')
    .requiredOption('--reason <text>', 'the reason, which is kept in the audit log')
    .addHelpText('after', '\nExample:\n  $ vestry session reopen 2026-03-01 --reason "A check is missing"')
    .action(
      action({
        answer: Session,
        run: async (app, [named], options) => {
          const { reason } = decode(Reopening, { reason: options.reason });
          return reopenSession(app, (await findSession(app, named)).id, reason);
        },
        print: printSession,
      }),
    );
}
