import type { Command } from 'commander';
import { action } from '../../cli/kit/action.ts';
import { amount, type Column, table } from '../../cli/kit/print.ts';
import { decode } from '../../validate.ts';
import { actingPerson, personOptions } from '../access/auth/person-cli.ts';
import { WAITING_KINDS } from './kinds.ts';
import { Decision, WaitingList, WaitingPath, WaitingRejection } from './schema.ts';
import { approve, listWaiting, reject } from './service.ts';

const KINDS = WAITING_KINDS.join(', ');

/** Adds `vestry approvals`. */
export function approvalsCommand(command: Command): void {
  personOptions(command, true)
    .description('list what waits for your decision, and what it does to balances')
    .addHelpText('after', '\nExample:\n  $ vestry approvals --as elder@example.org')
    .action(
      action({
        answer: WaitingList,
        run: async (app, _args, options) => listWaiting(await actingPerson(app, options, 'expenses.approve')),
        print: printWaiting,
      }),
    );
}

/** Adds `vestry approve`. */
export function approveCommand(command: Command): void {
  personOptions(command, true)
    .argument('<kind>', `one of ${KINDS}`)
    .argument('<id>', 'its id')
    .description('approve something that waits for a second person')
    .addHelpText('after', '\nExample:\n  $ vestry approve Transfer 12 --as elder@example.org')
    .action(
      action({
        answer: Decision,
        run: async (app, [kind, id], options) => {
          const path = decode(WaitingPath, { kind, id });
          return approve(await actingPerson(app, options, 'expenses.approve'), path, { modifiedAt: null });
        },
        print: printDecision,
      }),
    );
}

/** Adds `vestry reject`. */
export function rejectCommand(command: Command): void {
  personOptions(command, true)
    .argument('<kind>', `one of ${KINDS}`)
    .argument('<id>', 'its id')
    .description('reject something that waits for a second person')
    .requiredOption('--reason <text>', 'what should be corrected')
    .addHelpText('after', '\nExample:\n  $ vestry reject Transfer 12 --reason "Wrong fund" --as elder@example.org')
    .action(
      action({
        flags: { kind: '<kind>', id: '<id>', reason: '--reason' },
        answer: Decision,
        run: async (app, [kind, id], options) => {
          const path = decode(WaitingPath, { kind, id });
          const rejection = decode(WaitingRejection, { reason: options.reason });
          return reject(await actingPerson(app, options, 'expenses.approve'), path, rejection);
        },
        print: printDecision,
      }),
    );
}

type Item = WaitingList['items'][number];

const COLUMNS: readonly Column<Item>[] = [
  { title: 'Kind', cell: ({ kind }) => kind },
  { title: 'Id', align: 'right', cell: ({ id }) => id },
  { title: 'Date', cell: ({ date }) => date },
  { title: 'Amount', align: 'right', cell: (item) => amount(item.amount) },
  { title: 'What for', cell: ({ description }) => description },
  { title: 'From', cell: ({ requestedByName }) => requestedByName },
  { title: 'Does', cell: ({ effects }) => effects.map(effectText).join('; ') },
];

function effectText({ account, fund, change }: Item['effects'][number]): string {
  return `${account ?? `fund ${fund}`} ${change > 0 ? '+' : ''}${amount(change)}`;
}

function printWaiting({ items, isCapped }: WaitingList): string {
  if (items.length === 0) return 'Nothing waits for you.';
  const list = table(COLUMNS, items);
  return isCapped ? `${list}\n\nMore wait. Decide these first, and list again.` : list;
}

function printDecision({ kind, id, status, warnings = [] }: Decision): string {
  return [`${kind} ${id} is ${status}.`, ...warnings.map(({ message }) => message)].join('\n');
}
