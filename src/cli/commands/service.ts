/**
 * `vestry service`: lets the computer start the service, with a systemd user unit or a launchd agent.
 *
 * Vestry supports systemd and launchd, because each needs only one file and two or three commands. On Windows, which
 * has neither, `managerHere` throws an error, and docs/install.md explains how to use the Task Scheduler.
 */
import { isFromCache } from '../kit/command-line.ts';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { type Flags, loadConfig } from '../../config.ts';
import { dataPaths } from '../../data-dir.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { program } from '../../package.ts';
import type { Options } from '../kit/action.ts';
import { answer } from '../kit/answer.ts';
import { keeperOf, labelOf, launchdDomain, type Manager } from '../daemon/keeper.ts';
import { say } from '../kit/print.ts';
import { isHeld, readHolder } from '../daemon/running.ts';
import { isFileFor, MARK, serviceFile, type ServiceFacts, serviceText } from '../daemon/service-files.ts';
import { settingArguments, settingFlags, settingsIn } from './setting-flags.ts';
import { stopService } from '../daemon/stop.ts';
import { runTool, type Tool } from '../daemon/run-tool.ts';

const NAME = /^[a-z][a-z0-9-]{0,40}$/i;
/** Folders in which `node` may be a link to the current Node. Such a link stays valid when Node is upgraded. */
const LASTING = ['/opt/homebrew/bin', '/usr/local/bin', '/home/linuxbrew/.linuxbrew/bin', '/usr/bin'];

/** Adds `vestry service install|uninstall|print`. */
export function serviceCommands(family: Command): void {
  const named = (command: Command) =>
    command.option(
      '--name <name>',
      'the name of the service; choose another for a second church on this computer',
      'vestry',
    );
  settingFlags(
    named(family.command('install').summary('start the service now, and let systemd or launchd start it from now on')),
  )
    .description('write the file for systemd or launchd, start the service, and say how to undo it')
    .action((_options: unknown, command: Command) => install(command.optsWithGlobals()));
  named(family.command('uninstall').summary('undo what install did'))
    .description('stop the service and remove the file that install wrote; the church and its data stay')
    .action((_options: unknown, command: Command) => uninstall(command.optsWithGlobals()));
  settingFlags(named(family.command('print').summary('print the file that install would write')))
    .addOption(new Option('--format <manager>', 'the service manager').choices(['systemd', 'launchd']))
    .action((_options: unknown, command: Command) => print(command.optsWithGlobals()));
}

type Installed = { name: string; manager: Manager; file: string };

async function install(options: Options): Promise<void> {
  const installed = await installService(options);
  const hint =
    installed.manager === 'systemd'
      ? '\nIt runs while you are signed in. To run it whenever the computer is on: loginctl enable-linger'
      : '\nIt runs while you are signed in.';
  const text = `Vestry is installed as ${installed.name} and starts by itself. To check it: vestry status${hint}\nTo undo this: ${undo(installed.name)}`;
  answer(options, installed, text);
}

/**
 * Writes the service file for systemd or launchd, and has systemd or launchd start the service. Throws a SetupError
 * with the reason if this is not possible.
 */
export async function installService(options: Options): Promise<Installed> {
  const manager = managerHere();
  const facts = factsOf(options);
  const file = serviceFile(manager, facts.name);
  refuseOther(file, facts);
  refuseRunning(facts, keeperOf(manager, facts.name));
  warnOfPlace(options);
  warnOfEnvironment(options);
  mkdirSync(path.dirname(file), { recursive: true });
  const paths = dataPaths(facts.dataDir);
  if (manager === 'launchd') {
    // launchd does not create the folder for output, and refuses a new agent while the old agent is ending.
    mkdirSync(paths.logs, { recursive: true, mode: 0o700 });
    await stopService(paths, { options });
  }
  const isThere = existsSync(file);
  writeFileSync(file, serviceText(manager, facts));
  say(options, `${isThere ? 'Replaced' : 'Wrote'} ${file}`);
  const { name } = facts;
  for (const step of startSteps(manager, file, name)) runStep(options, step);
  return { name, manager, file };
}

function uninstall(options: Options): void {
  const manager = managerHere();
  const name = nameIn(options);
  const file = serviceFile(manager, name);
  if (!existsSync(file)) throw new SetupError(`No service ${name} is installed: there is no ${file}.`, EXIT.notFound);
  if (!readFileSync(file, 'utf8').includes(MARK)) throw foreign(file);
  const steps: readonly Step[] =
    manager === 'systemd'
      ? [{ run: ['systemctl', '--user', 'disable', '--now', `${name}.service`] }]
      : [{ run: ['launchctl', 'bootout', `${launchdDomain()}/${labelOf(name)}`], mayFail: true }];
  for (const step of steps) runStep(options, step);
  rmSync(file);
  say(options, `Removed ${file}`);
  if (manager === 'systemd') runStep(options, { run: ['systemctl', '--user', 'daemon-reload'] });
  answer(options, { name, manager, file }, 'Vestry no longer starts by itself. The data directory was not changed.');
}

function print(options: Options): void {
  const { format = process.platform === 'darwin' ? 'launchd' : 'systemd' } = options;
  warnOfPlace(options);
  warnOfEnvironment(options);
  process.stdout.write(serviceText(format as Manager, factsOf(options)));
}

/** Returns the service manager of this computer. Throws a SetupError if it has neither systemd nor launchd. */
export function managerHere(): Manager {
  if (process.platform === 'darwin') return 'launchd';
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  if (process.platform === 'linux' && folders.some((folder) => existsSync(path.join(folder, 'systemctl'))))
    return 'systemd';
  const message =
    'This computer has neither systemd nor launchd. Have its own service manager run the command ' +
    'that vestry service print shows.';
  throw new SetupError(message, EXIT.inTheWay);
}

function nameIn({ name }: Options): string {
  if (typeof name === 'string' && NAME.test(name)) return name;
  throw new SetupError('--name must consist of letters, digits and hyphens, and begin with a letter.', EXIT.usage);
}

function factsOf(options: Options): ServiceFacts {
  const place: Flags = typeof options.dataDir === 'string' ? { dataDir: options.dataDir } : {};
  const settings = settingsIn(options);
  // Checks the settings now: a service with invalid settings would fail later, where nobody sees the error.
  const { dataDir } = loadConfig({ ...settings, ...place });
  return { name: nameIn(options), node: lastingNode(), program, dataDir, settings: settingArguments(settings) };
}

/** Returns the path of this Node, preferably of a link that stays valid when Node is upgraded. */
function lastingNode(): string {
  const links = LASTING.map((folder) => path.join(folder, 'node'));
  return (
    links.find((link) => existsSync(link) && realpathSync(link) === realpathSync(process.execPath)) ?? process.execPath
  );
}

function refuseOther(file: string, { dataDir, name }: ServiceFacts): void {
  if (!existsSync(file)) return;
  const text = readFileSync(file, 'utf8');
  if (!text.includes(MARK)) throw foreign(file);
  if (isFileFor(text, dataDir)) return;
  const message = `The service ${name} is for another data directory (see ${file}). Choose another name for this service with --name.`;
  throw new SetupError(message, EXIT.refused);
}

function foreign(file: string): SetupError {
  return new SetupError(`${file} was not made by vestry service install. Nothing was changed.`, EXIT.refused);
}

/** Throws a SetupError if a service is running, unless it is the one that is installed under this name. */
function refuseRunning({ dataDir }: ServiceFacts, keeper: string): void {
  const paths = dataPaths(dataDir);
  if (!isHeld(paths) || readHolder(paths)?.keeper === keeper) return;
  throw new SetupError(
    'Vestry is already running. Stop it first (vestry stop), then install the service.',
    EXIT.inTheWay,
  );
}

function warnOfPlace(options: Options): void {
  if (!isFromCache()) return;
  say(
    options,
    `This Vestry runs from a cache (${path.dirname(path.dirname(program))}). When the cache is emptied, the service will ` +
      'no longer start. Install Vestry first: npm install --global vestry, then: vestry service install',
  );
}

function warnOfEnvironment(options: Options): void {
  const names = Object.keys(process.env).filter((name) => /^VESTRY_(?!DATA_DIR$)/.test(name) && process.env[name]);
  if (names.length === 0) return;
  say(
    options,
    `The service does not get ${names.join(', ')} from this terminal. Store the settings that it needs: vestry config set`,
  );
}

type Step = { run: Tool; mayFail?: boolean };

function startSteps(manager: Manager, file: string, name: string): readonly Step[] {
  if (manager === 'launchd') {
    return [
      { run: ['launchctl', 'bootout', `${launchdDomain()}/${labelOf(name)}`], mayFail: true },
      { run: ['launchctl', 'bootstrap', launchdDomain(), file] },
    ];
  }
  const systemctl = (...args: string[]): Step => ({ run: ['systemctl', '--user', ...args] });
  return [systemctl('daemon-reload'), systemctl('enable', `${name}.service`), systemctl('restart', `${name}.service`)];
}

function runStep(options: Options, { run, mayFail = false }: Step): void {
  try {
    runTool(run);
    say(options, `Ran ${run.join(' ')}`);
  } catch (error) {
    if (!mayFail) throw error;
  }
}

function undo(name: string): string {
  return name === 'vestry' ? 'vestry service uninstall' : `vestry service uninstall --name ${name}`;
}
