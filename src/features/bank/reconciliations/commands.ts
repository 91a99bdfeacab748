import type { Command } from 'commander';
import * as z from 'zod';
import { type App, inTransaction } from '../../../app.ts';
import { action, type Options } from '../../../cli/kit/action.ts';
import { collect, amountIn } from '../../../cli/kit/amounts.ts';
import { keyOf } from '../../../books/account-documents.ts';
import { AppError, badField } from '../../../errors.ts';
import type { Permission } from '../../../permissions.ts';
import { decode } from '../../../validate.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { accountIn, documentsIn } from '../account-cli.ts';
import type { DocumentName } from '../matches/schema.ts';
import { finishReconciliation, reviewReconciliation, undoReconciliation } from './finish.ts';
import { printReconciliation } from './print.ts';
import { ChangedReconciliation, NewReconciliation, Reconciliation } from './schema.ts';
import {
  deleteReconciliation,
  getReconciliation,
  listReconciliations,
  startReconciliation,
  updateReconciliation,
} from './service.ts';

const HELP = `
The first time, give the last day and the balance of the statement. Then match the lines of the bank, or tick what a
paper statement shows, until the difference is 0, and finish. Another person can review the reconciliation if you name
yourself with --as when you finish it.

Examples:
  $ vestry bank reconcile Checking --end-date 2026-03-31 --end-balance 18250.40
  $ vestry bank reconcile Checking --tick Deposit/9 --tick Payment/7
  $ vestry bank reconcile Checking --finish --as ann@example.org
  $ vestry bank review Checking --as ben@example.org`;

/** Adds the commands for reconciliations. */
export function reconciliationCommands(bank: Command): void {
  reconcileCommand(bank);
  discardCommand(bank);
  stepCommand(bank, {
    name: 'undo',
    description: 'make the last reconciliation a draft again',
    permissions: ['statements.manage'],
    step: undoReconciliation,
  });
  stepCommand(bank, {
    name: 'review',
    description: 'record that another person has reviewed the last reconciliation',
    permissions: ['statements.manage', 'expenses.approve'],
    step: reviewReconciliation,
  });
}

function reconcileCommand(bank: Command): void {
  personOptions(bank.command('reconcile <account>'))
    .description('compare an account with a bank statement')
    .option('--end-date <date>', 'the last day of the statement, as YYYY-MM-DD')
    .option('--end-balance <amount>', 'the balance on the statement; for a debt, what the church owes')
    .option('--tick <document>', 'a document that the statement has, such as Payment/7; may be repeated', collect)
    .option('--untick <document>', 'a document to take out again; may be repeated', collect)
    .option('--finish', 'finish, if the difference is 0')
    .addHelpText('after', HELP)
    .action(
      action({
        flags: { endDate: '--end-date', endBalance: '--end-balance', cleared: '--tick' },
        answer: Reconciliation,
        run: async (app, [account], options) => {
          const acting = await actingPerson(app, options, 'statements.manage');
          return reconcile(acting, await accountIn(acting, account), options);
        },
        print: printReconciliation,
      }),
    );
}

/** Starts or changes the draft of an account as the options say, and finishes it if asked to; all or nothing. */
function reconcile(app: App, id: number, options: Options): Promise<Reconciliation> {
  return inTransaction(app, async (app) => {
    const draft = await draftOrNew(app, id, options);
    const path = { id, rid: draft.id };
    const ticked = tickedBy(draft, options);
    const changed = ticked
      ? await updateReconciliation(app, path, decode(ChangedReconciliation, { cleared: ticked }))
      : draft;
    return options.finish === true ? finishReconciliation(app, path) : changed;
  });
}

/** Returns the draft of an account, changed as the options say, or a new one. */
async function draftOrNew(app: App, id: number, { endDate, endBalance }: Options): Promise<Reconciliation> {
  const draft = await lastOf(app, id, 'Draft');
  const sent = {
    ...(endDate !== undefined && { endDate }),
    ...(endBalance !== undefined && { endBalance: amountIn(endBalance) }),
  };
  if (!draft) return startReconciliation(app, id, decode(NewReconciliation, sent));
  const path = { id, rid: draft.id };
  if (Object.keys(sent).length === 0) return getReconciliation(app, path);
  return updateReconciliation(app, path, decode(ChangedReconciliation, sent));
}

/** Returns the documents to tick, or undefined if the options change nothing. Raises `validation_failed`. */
function tickedBy({ cleared }: Reconciliation, { tick, untick }: Options): DocumentName[] | undefined {
  const [added, removed] = [documentsIn(tick, 'tick'), documentsIn(untick, 'untick')];
  if (added.length === 0 && removed.length === 0) return undefined;
  const ticked = cleared.filter(({ matchId }) => matchId === null).map(({ type, id }) => ({ type, id }));
  const before = new Set(ticked.map(keyOf));
  const wrong = removed.find((name) => !before.has(keyOf(name)));
  if (wrong) throw badField('untick', 'not_ticked', notTicked(keyOf(wrong), cleared));
  const out = new Set(removed.map(keyOf));
  return [...ticked, ...added].filter((name) => !out.has(keyOf(name)));
}

function notTicked(key: string, cleared: Reconciliation['cleared']): string {
  const match = cleared.find((document) => keyOf(document) === key)?.matchId;
  if (match == null) return `must name a ticked document; ${key} is not ticked`;
  return `must name a ticked document; ${key} is in match ${match}, which \`vestry bank unmatch\` deletes`;
}

function discardCommand(bank: Command): void {
  personOptions(bank.command('discard <account>'))
    .description('delete the draft of a reconciliation with its ticks; matches stay')
    .action(
      action({
        answer: z.object({ id: z.number() }),
        run: async (app, [account], options) => {
          const acting = await actingPerson(app, options, 'statements.manage');
          const id = await accountIn(acting, account);
          const draft = await lastOf(acting, id, 'Draft');
          if (!draft) throw new AppError('not_found', 'The account has no draft of a reconciliation.');
          await deleteReconciliation(acting, { id, rid: draft.id });
          return { id: draft.id };
        },
        print: ({ id }) => `The draft of reconciliation ${id} is deleted.`,
      }),
    );
}

type Step = {
  name: string;
  description: string;
  permissions: Permission[];
  step: typeof undoReconciliation;
};

function stepCommand(bank: Command, { name, description, permissions, step }: Step): void {
  personOptions(bank.command(`${name} <account>`))
    .description(description)
    .action(
      action({
        answer: Reconciliation,
        run: async (app, [account], options) => {
          const acting = await actingPerson(app, options, ...permissions);
          const id = await accountIn(acting, account);
          const last = await lastOf(acting, id, 'Finished');
          if (!last) throw new AppError('not_found', 'The account has no finished reconciliation.');
          return step(acting, { id, rid: last.id });
        },
        print: printReconciliation,
      }),
    );
}

/** Returns the last reconciliation of an account with a status, or undefined. */
async function lastOf(app: App, id: number, wanted: 'Draft' | 'Finished') {
  return (await listReconciliations(app, id)).items.find(({ status }) => status === wanted);
}
