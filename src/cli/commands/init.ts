/** `vestry init`: sets up a church in an empty folder, with its first account, and can start the service. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import * as z from 'zod';
import { type App, inTransaction } from '../../app.ts';
import { closeApp, createApp } from '../../create-app.ts';
import { type Config, loadConfig } from '../../config.ts';
import { dataPaths } from '../../data-dir.ts';
import { seed } from '../../features/upkeep/catalogs.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { DemoSummary } from '../../features/upkeep/demo/schema.ts';
import { foundChurch, getChurch, isFounded } from '../../features/church/profile/service.ts';
import { User, UserQuery } from '../../features/access/users/schema.ts';
import { addUser, listUsers } from '../../features/access/users/service.ts';
import { encode } from '../../lib/encode.ts';
import { decode } from '../../validate.ts';
import { operator, type Options } from '../kit/action.ts';
import { canInstall, refuseInstalling, runService } from './init/service-choice.ts';
import { type Answers, askAll, type Present, refuseBadFlags } from './init/answers.ts';
import { askPlace } from './init/place.ts';
import { demoFlags, makeDemo, printDemo } from './demo.ts';
import { prose, say } from '../kit/print.ts';
import { isInteractive } from '../kit/prompt.ts';
import { isHeld } from '../daemon/running.ts';
import { typing } from '../kit/command-line.ts';

const Initialized = z.object({
  dataDir: z.string(),
  church: z.object({ name: z.string(), timeZone: z.string() }),
  superAdmin: User,
  isNew: z.boolean(),
  temporaryPassword: z.string().nullable(),
  demo: DemoSummary.optional(),
  url: z.string().nullable(),
});
type Initialized = z.output<typeof Initialized>;

/** Adds the flags and the action of `vestry init`. */
export function initCommand(command: Command): void {
  demoFlags(command)
    .description('set up a church: its name, its time zone and the first account, a super_admin')
    .option('--church <name>', 'the name of the church')
    .option('--time-zone <zone>', "the church's time zone, such as America/Chicago (this computer's)")
    .option('--email <email>', 'the address with which the first super_admin signs in')
    .option('--name <name>', 'the display name of the first super_admin')
    .option('--password-stdin', 'read the password from the first line of standard input')
    .option('--generate-password', 'generate a password and show it once')
    .option('--no-demo', 'leave the books empty')
    .option('--service', 'let systemd or launchd start the service from now on')
    .option('--no-service', 'do not let systemd or launchd start the service')
    .option('--start', 'start the service in the background')
    .option('--no-start', 'do not start the service')
    .addHelpText(
      'after',
      '\nVestry asks for everything that you do not give. It is safe to run this command again.\n\nExamples:\n  $ vestry init\n' +
        '  $ vestry init --church "Grace Church" --email ann@example.org --name "Ann Lee" --start',
    )
    .action((_options: unknown, command: Command) => init(command.optsWithGlobals()));
}

async function init(options: Options): Promise<void> {
  refuseBadFlags(options);
  if (options.service === true) refuseInstalling();
  if (isInteractive()) say(options, 'This sets up a church.');
  const config = loadConfig({ dataDir: await askPlace(options) });
  const present = await lookAt(config, options);
  if (!present.hasChurch && isInteractive())
    say(options, 'Nothing is written before your last answer. Press Ctrl-C to cancel.');
  const answers = await askAll(options, present, canInstall);
  const report = reporter(options);
  const isCancelled = () => {
    report.end();
    process.stderr.write('\nvestry: Cancelled. What was set up so far stays. To continue, run vestry init again.\n');
    process.exit(EXIT.cancelled);
  };
  process.once('SIGINT', isCancelled);
  try {
    await withApp(config, (app) => fill(app, answers, options, report));
    report.running(await runService(config.dataDir, answers, options));
  } finally {
    process.off('SIGINT', isCancelled);
    report.end();
  }
}

async function withApp<T>(config: Config, work: (app: App) => Promise<T>): Promise<T> {
  const app = await createApp(config, { actor: operator(), wait: 'block' });
  try {
    return await work(app);
  } finally {
    await closeApp(app);
  }
}

/** Returns what already exists in the data directory. Creates nothing. */
async function lookAt(config: Config, options: Options): Promise<Present> {
  const paths = dataPaths(config.dataDir);
  const isRunning = existsSync(paths.lock) && isHeld(paths);
  if (!existsSync(paths.database)) return { hasBooks: false, hasChurch: false, hasSuperAdmin: false, isRunning };
  return withApp(config, async (app) => {
    const hasChurch = await isFounded(app);
    const hasSuperAdmin = (await findSuperAdmin(app)) !== undefined;
    if (hasChurch && isInteractive()) {
      say(options, `${(await getChurch(app)).name} is already set up in ${config.dataDir} and will not be changed.`);
    }
    return { hasBooks: true, hasChurch, hasSuperAdmin, isRunning };
  });
}

/** Writes the answers. A church or super_admin that another process has created in the meantime is not replaced. */
async function fill(app: App, { church, account, demo }: Answers, options: Options, report: Reporter): Promise<void> {
  await seed(app);
  const done = await inTransaction(app, async (app): Promise<Initialized> => {
    const existing = await findSuperAdmin(app);
    const made = account && !existing ? await addUser(app, account.input, account.password) : undefined;
    const founds = church !== undefined && !(await isFounded(app));
    if (founds) await foundChurch(app, church);
    const superAdmin = made?.user ?? existing;
    if (!superAdmin)
      throw new SetupError('The super_admin was removed in the meantime. Run vestry init again.', EXIT.inTheWay);
    const isNew = made !== undefined || founds;
    const temporaryPassword = made?.temporaryPassword ?? null;
    const { dataDir } = app.config;
    return { dataDir, church: await getChurch(app), superAdmin, isNew, temporaryPassword, url: null };
  });
  // The generated password is shown only here, so it is shown before any step that may fail.
  report.founded(done);
  if (demo && done.isNew) report.filled(await makeDemo(app, options, demo));
  else if (demo) say(options, 'The books were not changed: --demo fills only the books of a new church.');
}

async function findSuperAdmin(app: App): Promise<User | undefined> {
  const { items } = await listUsers(app, decode(UserQuery, { role: 'super_admin', isActive: 'true', pageSize: '1' }));
  return items[0];
}

type Reporter = ReturnType<typeof reporter>;

/**
 * Reports each step to people when the step is done. With --json, prints one object at the end, even after a failure.
 */
function reporter(options: Options) {
  let done: Initialized | undefined;
  const tell = (text: string) => {
    if (!options.json) process.stdout.write(`${prose(text)}\n`);
  };
  return {
    founded: (initialized: Initialized) => {
      done = initialized;
      // At a terminal, `lookAt` has already said that the church exists, before the first question.
      if (done.isNew || !isInteractive()) tell(describe(done));
    },
    filled: (demo: DemoSummary) => {
      if (!done) return;
      done = { ...done, demo };
      tell(`\n${printDemo(demo, typing(done.dataDir))}\n`);
    },
    running: (url: string | null) => {
      if (!done) return;
      done = { ...done, url };
      tell(next(done));
    },
    end: () => {
      if (done && options.json) process.stdout.write(`${JSON.stringify(encode(Initialized, done), null, 2)}\n`);
      done = undefined;
    },
  };
}

function describe({ dataDir, church, superAdmin, isNew, temporaryPassword }: Initialized): string {
  const { email, displayName } = superAdmin;
  if (!isNew) {
    return `${church.name} is already set up in ${dataDir}, with the super_admin ${displayName} <${email}>; nothing was changed.`;
  }
  const password =
    temporaryPassword === null ? [] : [`Temporary password (shown once, good for 72 hours): ${temporaryPassword}`];
  return [
    `${church.name} is set up in ${dataDir} (time zone ${church.timeZone}).`,
    `Account: ${displayName} <${email}>, super_admin`,
    ...password,
  ].join('\n');
}

/** Returns the next steps. The address to open in a browser is on the last line, by itself. */
function next({ dataDir, url, superAdmin }: Initialized): string {
  const typed = typing(dataDir);
  if (url === null) return `Next: ${typed('start')}\nThis prints the address to open in a browser.`;
  return [
    'Next:',
    `  ${typed('user create --role offering_counter')}   # an account for each counter on Sunday`,
    `  ${typed('status')}   # whether Vestry is running, and at which address`,
    '',
    `Vestry is ready. Open this address in a browser and sign in as ${superAdmin.email}:`,
    `  ${url}`,
  ].join('\n');
}
