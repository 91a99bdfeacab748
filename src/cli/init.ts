/** `vestry init`: from an empty folder to a church with its first account; safe to run again. */
import type { Command } from 'commander';
import * as z from 'zod';
import { type App, inTransaction } from '../app.ts';
import { SetupError } from '../errors.ts';
import { DemoSummary } from '../features/demo/schema.ts';
import { NewChurch } from '../features/profile/schema.ts';
import { defaultChurch, foundChurch, getChurch, isFounded } from '../features/profile/service.ts';
import { NewUser, User, UserQuery } from '../features/users/schema.ts';
import { addUser, listUsers, type NewPassword, newPassword } from '../features/users/service.ts';
import { decode } from '../validate.ts';
import { action, type Options } from './action.ts';
import { choosePassword } from './new-password.ts';
import { chosenDemo, demoFlags, makeDemo, printDemo } from './demo.ts';
import { ask } from './prompt.ts';

const IN_THE_WAY = 5;
/** The account's name has the flag that every name has; the church's goes by `--church`. */
const FLAGS = { displayName: '--name', name: '--church' };

const Initialized = z.object({
  dataDir: z.string(),
  church: z.object({ name: z.string(), timeZone: z.string() }),
  superAdmin: User,
  isNew: z.boolean(),
  temporaryPassword: z.string().nullable(),
  demo: DemoSummary.optional(),
});
type Initialized = z.output<typeof Initialized>;

/** Adds the flags and the action of `vestry init`. */
export function initCommand(command: Command): void {
  demoFlags(command)
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
    .action(
      action({
        founds: true,
        flags: FLAGS,
        answer: Initialized,
        run: (app, _args, options) => initAndFill(app, options),
        print,
      }),
    );
}

/** A church that was set up before keeps its books; `vestry seed --demo` says what is in the way of a demo. */
async function initAndFill(app: App, options: Options): Promise<Initialized> {
  const wanted = chosenDemo(options);
  const initialized = await init(app, options);
  if (!wanted || !initialized.isNew) return initialized;
  return { ...initialized, demo: await makeDemo(app, options, wanted) };
}

async function init(app: App, options: Options): Promise<Initialized> {
  const hasSuperAdmin = (await findSuperAdmin(app)) !== undefined;
  const church = (await isFounded(app)) ? undefined : await askChurch(options);
  const account = hasSuperAdmin ? undefined : await askAccount(options);
  // What was found may have changed while somebody was typing.
  return inTransaction(app, async (app) => {
    const existing = await findSuperAdmin(app);
    const made = account && !existing ? await addUser(app, account.input, account.password) : undefined;
    if (church) await foundChurch(app, church);
    const superAdmin = made?.user ?? existing;
    if (!superAdmin) throw new SetupError('The super_admin is gone. Run vestry init again.', IN_THE_WAY);
    const { dataDir } = app.config;
    const isNew = made !== undefined || church !== undefined;
    const temporaryPassword = made?.temporaryPassword ?? null;
    return { dataDir, church: await getChurch(app), superAdmin, isNew, temporaryPassword };
  });
}

async function findSuperAdmin(app: App): Promise<User | undefined> {
  const { items } = await listUsers(app, decode(UserQuery, { role: 'super_admin', isActive: 'true', pageSize: '1' }));
  return items[0];
}

async function askChurch(options: Options): Promise<NewChurch> {
  const usual = defaultChurch();
  return decode(NewChurch, {
    name: await ask(options.church, '--church', 'Name of the church:', usual.name),
    timeZone: await ask(options.timeZone, '--time-zone', 'Time zone:', usual.timeZone),
  });
}

async function askAccount(options: Options): Promise<{ input: NewUser; password: NewPassword }> {
  const input = decode(NewUser, {
    email: await ask(options.email, '--email', 'Your e-mail address:'),
    displayName: await ask(options.name, '--name', 'Your name:'),
    roles: ['super_admin'],
  });
  return { input, password: await newPassword(await choosePassword(options, input)) };
}

function print({ dataDir, church, superAdmin, isNew, temporaryPassword, demo }: Initialized): string {
  const { email, displayName } = superAdmin;
  if (!isNew) {
    return `${church.name} is set up already, in ${dataDir}, with the super_admin ${displayName} <${email}>; nothing was changed.`;
  }
  const password =
    temporaryPassword === null ? [] : [`Temporary password (shown once, good for 72 hours): ${temporaryPassword}`];
  return [
    `${church.name} is set up in ${dataDir} (time zone ${church.timeZone}).`,
    `Account: ${displayName} <${email}>, super_admin`,
    ...password,
    ...(demo ? ['', printDemo(demo), ''] : []),
    'Next: vestry serve',
  ].join('\n');
}
