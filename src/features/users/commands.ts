import type { Command } from 'commander';
import { action, type Options } from '../../cli/action.ts';
import { ask, choose, readSecretLine } from '../../cli/prompt.ts';
import { badField } from '../../errors.ts';
import { ROLES } from '../../permissions.ts';
import { decode } from '../../validate.ts';
import { passwordFault } from '../auth/rules.ts';
import { CreatedUser, NewUser } from './schema.ts';
import { createUser } from './service.ts';

const collect = (value: string, list: string[] | undefined) => [...(list ?? []), value];

/** Adds `vestry user ...`. */
export function userCommands(user: Command): void {
  user
    .command('create')
    .description('create an account; without --password-stdin it gets a temporary password, shown once')
    .option('--email <email>', 'the address to sign in with')
    .option('--name <name>', 'the name to show')
    .option('--role <role>', `a role, repeatable: ${ROLES.join(', ')}`, collect)
    .option('--password-stdin', 'read the password from the first line of standard input')
    .addHelpText(
      'after',
      '\nExample:\n  $ vestry user create --email ann@example.org --name "Ann Lee" --role treasurer',
    )
    .action(
      action({
        founds: true,
        answer: CreatedUser,
        run: (app, _args, options) => create(app, options),
        print: printCreated,
      }),
    );
}

async function create(app: Parameters<typeof createUser>[0], options: Options): Promise<CreatedUser> {
  const input = decode(NewUser, {
    email: await ask(options.email, '--email', 'E-mail address:'),
    displayName: await ask(options.name, '--name', 'Name:'),
    roles: await choose(options.role as string[] | undefined, '--role', 'Roles:', ROLES),
  });
  if (!options.passwordStdin) return createUser(app, input);
  const password = await readSecretLine();
  const fault = passwordFault(password, input);
  if (fault) throw badField('password', fault.code, fault.message);
  return createUser(app, input, password);
}

function printCreated({ user, temporaryPassword, invitation }: CreatedUser): string {
  const lines = [`Created user ${user.id}: ${user.displayName} <${user.email}>, ${user.roles.join(', ')}`];
  if (temporaryPassword !== null)
    lines.push(`Temporary password (shown once, good for 72 hours): ${temporaryPassword}`);
  lines.push(`Or let them choose one with this link, until ${invitation.expiresAt}:`, `  ${invitation.url}`);
  return lines.join('\n');
}
