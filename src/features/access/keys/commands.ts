import type { Command } from 'commander';
import { action, type LocalTime } from '../../../cli/kit/action.ts';
import { collect } from '../../../cli/kit/amounts.ts';
import { numberIn } from '../../../cli/kit/number.ts';
import { type Column, pairTable, table } from '../../../cli/kit/print.ts';
import { PERMISSIONS } from '../../../permissions.ts';
import { decode } from '../../../validate.ts';
import { actingPerson, personOptions } from '../auth/person-cli.ts';
import { userNamed } from '../users/service.ts';
import { KeyFields, MadeProgramKey, ProgramKey, ProgramKeys } from './schema.ts';
import { endProgramKey, listProgramKeys, makeKey } from './service.ts';

const CREATE_HELP = `
The program sends the token as "Authorization: Bearer vsk_...". The token is shown once, and Vestry does not store it.

Example:
  $ vestry key create --as ann@example.org --name Website --permission meals.read`;

/** Maps the fields of a key to their flags. */
const FLAGS = { permissions: '--permission', expiresOn: '--expires-on' };

/** Adds `vestry key ...`. */
export function keyCommands(key: Command): void {
  createCommand(key);
  key
    .command('list')
    .description('list keys, the newest first')
    .option('--user <user>', 'only keys of this account, named by id or e-mail')
    .option('--all', 'include keys that were ended')
    .action(
      action({
        answer: ProgramKeys,
        run: async (app, _args, { user, all }) =>
          listProgramKeys(app, {
            userId: typeof user === 'string' ? await userNamed(app, user) : undefined,
            includeEnded: all === true,
          }),
        print: ({ items }, at) => printKeys(items, at),
      }),
    );
  key
    .command('end <key>')
    .description('end a key for good, named by its id; it stops working at once')
    .action(action({ answer: ProgramKey, run: (app, [id]) => endProgramKey(app, idIn(id)), print: printKey }));
}

function createCommand(key: Command): void {
  personOptions(key.command('create'), true)
    .description('make a key with which a program acts for you; its token is shown once')
    .requiredOption('--name <name>', 'what the key is for, such as the name of the program')
    .option(
      '--permission <permission>',
      'what the key may do, repeatable (default: all that you may do, except users.manage)',
      collect,
    )
    .option('--read-write', 'let the key write, too (default: it may only read)')
    .option('--expires-on <date>', 'the last day on which the key works (default: 90 days from today)')
    .addHelpText('after', CREATE_HELP)
    .action(
      action({
        flags: FLAGS,
        answer: MadeProgramKey,
        run: async (app, _args, { name, permission: permissions, readWrite, expiresOn, ...options }) => {
          const access = readWrite === true ? 'ReadWrite' : 'ReadOnly';
          const fields = decode(KeyFields, { name, permissions, access, expiresOn });
          return makeKey(await actingPerson(app, options, ...PERMISSIONS), fields);
        },
        print: ({ key: made, token }, at) =>
          `${printKey(made, at)}\n\nToken (shown once; keep it as safe as a password):\n  ${token}`,
      }),
    );
}

const idIn = (text?: string): number => numberIn(text, 'key. See the keys with: vestry key list');

const STATES = { Active: 'works', Expired: 'expired', Ended: 'ended' } as const;
const ACCESS = { ReadOnly: 'read only', ReadWrite: 'read and write' } as const;

function printKeys(keys: readonly ProgramKey[], at: LocalTime): string {
  if (keys.length === 0) return 'There are no keys. To make one: vestry key create';
  const columns: Column<ProgramKey>[] = [
    { title: 'Id', align: 'right', cell: ({ id }) => id },
    { title: 'Name', cell: ({ name }) => name },
    { title: 'Of', cell: ({ userName }) => userName },
    { title: 'Token', cell: ({ hint }) => `vsk_…${hint}` },
    { title: 'Access', cell: ({ access }) => ACCESS[access] },
    { title: 'State', cell: ({ state }) => STATES[state] },
    { title: 'Until', cell: ({ expiresAt }) => at(expiresAt) },
    { title: 'Last use', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : at(lastUsedAt)) },
  ];
  return table(columns, keys);
}

function printKey(key: ProgramKey, at: LocalTime): string {
  return pairTable('Key', [
    ['Id', String(key.id)],
    ['Name', key.name],
    ['Of', key.userName],
    ['Token', `vsk_…${key.hint}`],
    ['May', key.permissions.join(', ')],
    ['Access', ACCESS[key.access]],
    ['State', STATES[key.state]],
    ['Until', at(key.expiresAt)],
    ['Last use', key.lastUsedAt === null ? 'never' : at(key.lastUsedAt)],
  ]);
}
