import { collect } from '../../../cli/kit/amounts.ts';
import type { Command } from 'commander';
import type { App } from '../../../app.ts';
import { action, type LocalTime, type Options } from '../../../cli/kit/action.ts';
import { type Column, pageLine, pairTable, table } from '../../../cli/kit/print.ts';
import { choosePassword } from '../auth/password-cli.ts';
import { ask, choose } from '../../../cli/kit/prompt.ts';
import { ROLES } from '../../../permissions.ts';
import { decode } from '../../../validate.ts';
import { CreatedUser, NewUser, ResetPassword, User, UserPage, UserQuery } from './schema.ts';
import {
  activateUser,
  createUser,
  deactivateUser,
  getUser,
  listUsers,
  resetPassword,
  resetSecondFactor,
  updateUser,
  userNamed,
} from './service.ts';

const ROLE_HELP = `a role, repeatable: ${ROLES.join(', ')}`;

/** Adds `vestry user ...`. */
export function userCommands(user: Command): void {
  listCommand(user);
  createCommand(user);
  user
    .command('show <user>')
    .description('show an account, named by id or e-mail')
    .action(one((app, id) => getUser(app, id)));
  user
    .command('set-roles <user>')
    .description('replace the roles of an account with the roles that you give')
    .option('--role <role>', ROLE_HELP, collect)
    .action(one(setRoles));
  resetCommand(user);
  user
    .command('reset-second-factor <user>')
    .description('remove every second factor of a person who has lost them, and end their sign-ins')
    .action(one((app, id) => resetSecondFactor(app, id)));
  user
    .command('deactivate <user>')
    .description('deactivate an account and end its sign-ins at once')
    .action(one((app, id) => deactivateUser(app, id)));
  user
    .command('activate <user>')
    .description('activate an account again')
    .action(one((app, id) => activateUser(app, id)));
}

/** The flags for the fields of an account. */
const FLAGS = { displayName: '--name', roles: '--role' };

function createCommand(user: Command): void {
  user
    .command('create')
    .description('create an account; without a password, it gets a temporary password that is shown once')
    .option('--email <email>', 'the address to sign in with')
    .option('--name <name>', 'the name to show')
    .option('--role <role>', ROLE_HELP, collect)
    .option('--password-stdin', 'read the password from the first line of standard input')
    .addHelpText(
      'after',
      '\nExample:\n  $ vestry user create --email ann@example.org --name "Ann Lee" --role treasurer',
    )
    .action(
      action({
        founds: true,
        asServed: true,
        flags: FLAGS,
        answer: CreatedUser,
        run: (app, _args, options) => create(app, options),
        print: printCreated,
      }),
    );
}

function resetCommand(user: Command): void {
  user
    .command('reset-password <user>')
    .description('give an account a temporary password, shown once, and end its sign-ins')
    .action(
      action({
        answer: ResetPassword,
        run: async (app, [who]) => resetPassword(app, await userNamed(app, who)),
        print: ({ temporaryPassword }) => `Temporary password (shown once, good for 72 hours): ${temporaryPassword}`,
      }),
    );
}

function listCommand(user: Command): void {
  user
    .command('list')
    .description('list accounts')
    .option('--search <text>', 'part of the name or address')
    .option('--role <role>', 'only accounts with this role')
    .option('--page <page>', 'which page to show (default: 1)')
    .option('--page-size <count>', 'how many entries to show on a page (default: 25)')
    .action(
      action({
        answer: UserPage,
        run: (app, _args, { search, role, page, pageSize }) =>
          listUsers(app, decode(UserQuery, { search, role, page, pageSize })),
        print: printUsers,
      }),
    );
}

/** Returns the action of a command on one account. The command prints the account afterwards. */
function one(run: (app: App, id: number, options: Options) => Promise<User>) {
  return action({
    flags: FLAGS,
    answer: User,
    run: async (app, [who], options) => run(app, await userNamed(app, who), options),
    print: printUser,
  });
}

async function setRoles(app: App, id: number, options: Options): Promise<User> {
  const { email, displayName, memberId } = await getUser(app, id);
  const roles = await choose(options.role as string[] | undefined, '--role', 'Roles:', ROLES);
  return updateUser(app, id, decode(NewUser, { email, displayName, memberId, roles }));
}

async function create(app: App, options: Options): Promise<CreatedUser> {
  const input = decode(NewUser, {
    email: await ask(options.email, '--email', 'E-mail address:'),
    displayName: await ask(options.name, '--name', 'Name:'),
    roles: await choose(options.role as string[] | undefined, '--role', 'Roles:', ROLES),
  });
  return createUser(app, input, await choosePassword(options, input));
}

function printCreated({ user, temporaryPassword, invitation }: CreatedUser): string {
  const created = `Created user ${user.id}: ${user.displayName} <${user.email}>, ${user.roles.join(', ')}`;
  // Whoever gave a password needs no link.
  if (temporaryPassword === null) return created;
  return [
    created,
    `Temporary password (shown once, good for 72 hours): ${temporaryPassword}`,
    `Or send the user this link to choose their own password. The link works until ${invitation.expiresAt}:`,
    `  ${invitation.url}`,
  ].join('\n');
}

function printUsers(list: UserPage, at: LocalTime): string {
  const columns: Column<User>[] = [
    { title: 'Id', align: 'right', cell: ({ id }) => id },
    { title: 'Name', cell: ({ displayName, isActive }) => (isActive ? displayName : `${displayName} (deactivated)`) },
    { title: 'E-mail', cell: ({ email }) => email },
    { title: 'Roles', cell: ({ roles }) => roles.join(', ') },
    { title: 'Last sign-in', cell: ({ lastLoginAt }) => (lastLoginAt === null ? 'never' : at(lastLoginAt)) },
  ];
  return `${table(columns, list.items)}\n\n${pageLine(list, 'account')}`;
}

function printUser(user: User, at: LocalTime): string {
  return pairTable('Account', [
    ['Id', String(user.id)],
    ['Name', user.displayName],
    ['E-mail', user.email],
    ['Roles', user.roles.join(', ')],
    ['State', user.isActive ? 'active' : 'deactivated'],
    ['Second factor', user.hasSecondFactor ? 'yes' : 'no'],
    ['Last sign-in', user.lastLoginAt === null ? 'never' : at(user.lastLoginAt)],
  ]);
}
