/** `vestry init`: sets up a church in an empty folder, with its first account, and can start the service. */
import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import * as z from 'zod';
import { type App, inTransaction } from '../../app.ts';
import { closeApp, createApp } from '../../create-app.ts';
import { type Config, loadConfig } from '../../config.ts';
import { dataPaths } from '../../data-dir.ts';
import { seed } from '../../features/upkeep/catalogs.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { DemoSummary } from '../../features/upkeep/demo/schema.ts';
import { getChurch, isFounded, setUpProfile } from '../../features/church/profile/service.ts';
import { ownFiles } from '../../http/tls/own-files.ts';
import { User, UserQuery } from '../../features/access/users/schema.ts';
import { addUser, hasAccounts, listUsers } from '../../features/access/users/service.ts';
import { encode } from '../../lib/encode.ts';
import { decode } from '../../validate.ts';
import { operator, type Options } from '../kit/action.ts';
import { canInstall, refuseInstalling, runService } from './init/service-choice.ts';
import { type Answers, askAll, type Present, refuseBadFlags } from './init/answers.ts';
import { askPlace } from './init/place.ts';
import { demoFlags, makeDemo, printDemo } from './demo.ts';
import { prose, say } from '../kit/print.ts';
import { isInteractive, speak } from '../kit/prompt.ts';
import { isHeld, readHolder } from '../daemon/running.ts';
import { addressOptions } from '../kit/address.ts';
import { collect } from '../kit/amounts.ts';
import { type Language, languageOf, languageOption } from '../kit/language.ts';
import { trustingHere } from './https/trusting.ts';
import { turnOnHttps } from './https/turn-on.ts';
import { HTTPS_WORDS } from './https/words.ts';
import { openBooks } from './init/accounts.ts';
import { type Task, whatIsToDo } from './init/to-do.ts';
import { INIT_WORDS, type InitWords } from './init/words.ts';
import { Locale } from '../../lib/wire.ts';
import { SERVICE_WORDS } from '../daemon/words.ts';
import { describeSetupLink, setupLinkOf } from './setup-link.ts';
import { typing } from '../kit/command-line.ts';

const Initialized = z.object({
  dataDir: z.string(),
  church: z.object({ name: z.string(), timeZone: z.string() }),
  superAdmin: User.nullable(),
  isNew: z.boolean(),
  temporaryPassword: z.string().nullable(),
  demo: DemoSummary.optional(),
  url: z.string().nullable(),
  setupUrl: z.string().nullable(),
  toDo: z.array(z.object({ text: z.string(), command: z.string() })),
});
type Initialized = z.output<typeof Initialized>;

/** Adds the flags and the action of `vestry init`. */
export function initCommand(command: Command): void {
  addressOptions(demoFlags(command), "the church's")
    .description('set up a church: its name, address, first balances, and the first account, a super_admin')
    .option('--church <name>', 'the name of the church')
    .option('--time-zone <zone>', "the church's time zone, such as America/Chicago (this computer's)")
    .addOption(new Option('--locale <locale>', 'the language of its letters (en-US)').choices(Locale.options))
    .option('--ein <text>', 'in the United States, its employer identification number, such as 12-3456789')
    .option('--fiscal-year-start-month <text>', 'the month in which its fiscal year starts, from 1 to 12 (1)')
    .option('--email <email>', 'the address with which the first super_admin signs in')
    .option('--name <name>', 'the display name of the first super_admin')
    .option('--password-stdin', 'read the password from the first line of standard input')
    .option('--generate-password', 'generate a password and show it once')
    .option(
      '--account <name=balance>',
      'what an account holds when the books begin; with a kind before the name, as in "Savings:Reserve=500", it may be a new account; repeatable',
      collect,
    )
    .option('--opening-date <date>', 'the first day of the books, with --account (the first of this month)')
    .option('--no-demo', 'leave the books empty')
    .option('--browser', 'set up the church and the account in the browser instead of here')
    .option('--no-browser', 'set up the church and the account here')
    .option('--https', 'turn HTTPS on, so that phones and other computers can use Vestry')
    .option('--no-https', 'let only this computer use Vestry')
    .option('--service', 'let systemd or launchd start the service from now on')
    .option('--no-service', 'do not let systemd or launchd start the service')
    .option('--start', 'start the service in the background')
    .option('--no-start', 'do not start the service')
    .addOption(languageOption())
    .addHelpText(
      'after',
      '\nVestry asks for everything that you do not give. It is safe to run this command again.\n\nExamples:\n  $ vestry init\n' +
        '  $ vestry init --church "Grace Church" --email ann@example.org --name "Ann Lee" --start\n' +
        '  $ vestry init --ein 12-3456789 --account Checking=12500 --account "Savings:Reserve=4000" --opening-date 2026-01-01\n' +
        '  $ vestry init --lang zh-TW',
    )
    .action((_options: unknown, command: Command) => init(command.optsWithGlobals()));
}

async function init(options: Options): Promise<void> {
  refuseBadFlags(options);
  if (options.service === true) refuseInstalling();
  const language = languageOf(options);
  const words = INIT_WORDS[language];
  speak(language);
  if (isInteractive()) say(options, words.begin);
  const config = loadConfig({ dataDir: await askPlace(options, words) });
  const present = await lookAt(config, options, words);
  if (!present.hasChurch && isInteractive()) say(options, words.nothingYet);
  const answers = await askAll(options, present, { words, canInstall });
  const report = reporter(options, language);
  const isCancelled = () => {
    report.end();
    process.stderr.write(`\nvestry: ${words.stays}\n`);
    process.exit(EXIT.cancelled);
  };
  process.once('SIGINT', isCancelled);
  try {
    await withApp(config, (app) => fill(app, answers, options, report));
    if (answers.https) {
      const { isOn, notes } = await turnOnHttps(config.dataDir, HTTPS_WORDS[language]);
      for (const note of notes) say({ quiet: options.quiet }, note);
      if (isOn) report.secured(config.dataDir);
    }
    const url = await runService(config.dataDir, answers, options);
    const setupUrl = answers.browser && url !== null ? await linkOf(config.dataDir, url) : null;
    report.running(url, setupUrl, await withApp(loadConfig({ dataDir: config.dataDir }), whatIsToDo));
  } finally {
    process.off('SIGINT', isCancelled);
    report.end();
  }
}

function linkOf(dataDir: string, url: string): Promise<string | null> {
  return setupLinkOf({ dataDir }, readHolder(dataPaths(dataDir))?.localUrl ?? url);
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
async function lookAt(config: Config, options: Options, words: InitWords): Promise<Present> {
  const paths = dataPaths(config.dataDir);
  const isRunning = existsSync(paths.lock) && isHeld(paths);
  const nothing = { hasBooks: false, hasChurch: false, hasAccounts: false, hasSuperAdmin: false };
  if (!existsSync(paths.database)) return { ...nothing, isRunning };
  return withApp(config, async (app) => {
    const hasChurch = await isFounded(app);
    const hasSuperAdmin = (await findSuperAdmin(app)) !== undefined;
    if (hasChurch && isInteractive()) {
      say(options, words.exists((await getChurch(app)).name, config.dataDir));
    }
    return { hasBooks: true, hasChurch, hasAccounts: await hasAccounts(app), hasSuperAdmin, isRunning };
  });
}

/** Writes the answers. A church or super_admin that another process has created in the meantime is not replaced. */
async function fill(
  app: App,
  { church, account, browser, demo, balances }: Answers,
  options: Options,
  report: Reporter,
): Promise<void> {
  await seed(app);
  const done = await inTransaction(app, async (app): Promise<Initialized> => {
    const existing = await findSuperAdmin(app);
    const made = account && !existing ? await addUser(app, account.input, account.password) : undefined;
    const founds = church !== undefined && !(await isFounded(app));
    if (founds) await setUpProfile(app, church);
    if (founds && balances) await openBooks(app, balances);
    const superAdmin = made?.user ?? existing ?? null;
    if (!superAdmin && !browser)
      throw new SetupError('The super_admin was removed in the meantime. Run vestry init again.', EXIT.inTheWay);
    const isNew = made !== undefined || founds;
    const temporaryPassword = made?.temporaryPassword ?? null;
    const { dataDir } = app.config;
    const later = { url: null, setupUrl: null, toDo: [] };
    return { dataDir, church: await getChurch(app), superAdmin, isNew, temporaryPassword, ...later };
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
function reporter(options: Options, language: Language) {
  const words = INIT_WORDS[language];
  let done: Initialized | undefined;
  const tell = (text: string) => {
    if (!options.json) process.stdout.write(`${prose(text)}\n`);
  };
  return {
    founded: (initialized: Initialized) => {
      done = initialized;
      // At a terminal, `lookAt` has already said that the church exists, before the first question.
      if (done.superAdmin && (done.isNew || !isInteractive())) tell(describe(done, done.superAdmin, words));
    },
    filled: (demo: DemoSummary) => {
      if (!done) return;
      done = { ...done, demo };
      tell(`\n${printDemo(demo, typing(done.dataDir))}\n`);
    },
    secured: (dataDir: string) => {
      tell(`\n${trustingHere(ownFiles(dataDir).forDevices, HTTPS_WORDS[language]).join('\n')}\n`);
    },
    running: (url: string | null, setupUrl: string | null, tasks: readonly Task[]) => {
      if (!done) return;
      const typed = typing(done.dataDir);
      const toDo = tasks.map(({ command, reason }) => ({ text: words.reasons[reason], command: typed(command) }));
      done = { ...done, url, setupUrl, toDo };
      tell(next(done, language));
    },
    end: () => {
      if (done && options.json) process.stdout.write(`${JSON.stringify(encode(Initialized, done), null, 2)}\n`);
      done = undefined;
    },
  };
}

function describe(
  { dataDir, church, isNew, temporaryPassword }: Initialized,
  { email, displayName }: User,
  words: InitWords,
): string {
  const account = `${displayName} <${email}>`;
  if (!isNew) return words.unchanged(church.name, dataDir, account);
  const password = temporaryPassword === null ? [] : [words.temporary(temporaryPassword)];
  return [words.isSetUp(church.name, dataDir, church.timeZone), words.account(account), ...password].join('\n');
}

/** Returns the next steps. The address to open in a browser is on the last line, by itself. */
function next({ dataDir, url, setupUrl, superAdmin, toDo }: Initialized, language: Language): string {
  if (setupUrl !== null) return describeSetupLink(setupUrl, SERVICE_WORDS[language]);
  const words = INIT_WORDS[language];
  const typed = typing(dataDir);
  const last =
    url === null || !superAdmin ? words.startLater(typed('start')) : `${words.open(superAdmin.email)}\n  ${url}`;
  if (!superAdmin) return last;
  const lines = toDo.map(({ text, command }) => `  ${command}   # ${text}`);
  return [words.toDo, ...lines, '', last].join('\n');
}
