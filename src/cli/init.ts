/** `vestry init`: from an empty folder to a church with its first account; safe to run again. */
import type { Command } from 'commander';
import * as z from 'zod';
import { type App, inTransaction } from '../app.ts';
import { badField } from '../errors.ts';
import { passwordFault } from '../features/auth/rules.ts';
import { NewChurch } from '../features/profile/schema.ts';
import { defaultChurch, foundChurch, getChurch } from '../features/profile/service.ts';
import { NewUser, User, UserQuery } from '../features/users/schema.ts';
import { createUser, listUsers } from '../features/users/service.ts';
import { decode } from '../validate.ts';
import { action, type Options } from './action.ts';
import { ask, askNewSecret, readSecretLine } from './prompt.ts';

const Initialized = z.object({
  dataDir: z.string(),
  church: z.object({ name: z.string(), timeZone: z.string() }),
  superAdmin: User,
  isNew: z.boolean(),
  temporaryPassword: z.string().nullable(),
});
type Initialized = z.output<typeof Initialized>;

/** Adds the flags and the action of `vestry init`. */
export function initCommand(command: Command): void {
  command
    .description('set up a church: its name, its time zone and the first account, a super_admin')
    .option('--church <name>', 'the name of the church')
    .option('--time-zone <zone>', "the church's time zone, such as America/Chicago (this computer's)")
    .option('--email <email>', 'the address with which the first super_admin signs in')
    .option('--name <name>', 'the name to show for them')
    .option('--password-stdin', 'read their password from the first line of standard input')
    .addHelpText(
      'after',
      '\nAsks for what is not given. Without a password, one is made and shown once.\n\nExample:\n' +
        '  $ vestry init --church "Grace Church" --email ann@example.org --name "Ann Lee"',
    )
    .action(action({ founds: true, answer: Initialized, run: (app, _args, options) => init(app, options), print }));
}

async function init(app: App, options: Options): Promise<Initialized> {
  const { dataDir } = app.config;
  const { items } = await listUsers(app, decode(UserQuery, { role: 'super_admin', isActive: 'true' }));
  const [existing] = items;
  if (existing) {
    return { dataDir, church: await getChurch(app), superAdmin: existing, isNew: false, temporaryPassword: null };
  }
  const fallback = defaultChurch();
  const church = decode(NewChurch, {
    name: await ask(options.church, '--church', 'Name of the church:', fallback.name),
    timeZone: await ask(options.timeZone, '--time-zone', 'Time zone:', fallback.timeZone),
  });
  const input = decode(NewUser, {
    email: await ask(options.email, '--email', 'Your e-mail address:'),
    displayName: await ask(options.name, '--name', 'Your name:'),
    roles: ['super_admin'],
  });
  const password = await choosePassword(options, input);
  const { user, temporaryPassword } = await createUser(app, input, password);
  await inTransaction(app, (app) => foundChurch(app, church));
  return { dataDir, church: await getChurch(app), superAdmin: user, isNew: true, temporaryPassword };
}

async function choosePassword(options: Options, user: NewUser): Promise<string | undefined> {
  const message = 'Your password, at least 12 characters (leave empty to have one made):';
  const fault = (password: string) => passwordFault(password, user);
  if (!options.passwordStdin) return askNewSecret(message, (password) => fault(password)?.message);
  const password = await readSecretLine();
  const wrong = fault(password);
  if (wrong) throw badField('password', wrong.code, wrong.message);
  return password;
}

function print({ dataDir, church, superAdmin, isNew, temporaryPassword }: Initialized): string {
  const { email, displayName } = superAdmin;
  if (!isNew) return `${church.name} is set up already, in ${dataDir}, with the super_admin ${displayName} <${email}>.`;
  const password =
    temporaryPassword === null ? [] : [`Temporary password (shown once, good for 72 hours): ${temporaryPassword}`];
  return [
    `${church.name} is set up in ${dataDir} (time zone ${church.timeZone}).`,
    `First account: ${displayName} <${email}>, super_admin`,
    ...password,
    'Next: vestry serve',
  ].join('\n');
}
