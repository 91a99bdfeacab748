/** `vestry config`: lists the settings with their sources, and stores settings in config.json. */
import type { Command } from 'commander';
import { dataDirOf, type Flags, isSecretSetting, settingsFile } from '../../config.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { listSettings, type SettingInForce, settingNamed, storeSetting } from './config/settings.ts';
import type { Options } from '../kit/action.ts';
import { type Column, say, table } from '../kit/print.ts';
import { askSecret, readSecretLine } from '../kit/prompt.ts';

const PLACES = { flag: 'flag', environment: 'environment', file: 'config.json', default: 'default' } as const;

/** Adds `vestry config ...`. */
export function configCommands(config: Command): void {
  config
    .command('list')
    .description('list every setting with its value and its source; passwords and tokens are masked')
    .action((_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const settings = inForce(options);
      print(options, { items: settings }, () => printSettings(settings));
    });
  config
    .command('get <name>')
    .description('print one setting; a password or token is masked')
    .action((name: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const wanted = settingNamed(name);
      const setting = inForce(options).find((one) => one.name === wanted);
      if (setting) print(options, setting, () => setting.value ?? '');
    });
  config
    .command('set <name> [value]')
    .description('store a setting in config.json; an empty value removes it')
    .option('--stdin', 'read the value from the first line of standard input')
    .addHelpText('after', SET_HELP)
    .action(async (name: string, value: string | undefined, _options: unknown, command: Command) => {
      await set(settingNamed(name), value, command.optsWithGlobals<Options>());
    });
}

const SET_HELP = `
Other users of the computer can see the arguments of a command, so do not pass a password or token as an argument.
Leave it out, and Vestry asks for it at the terminal; or pass it on standard input with --stdin. A new setting takes
effect when the service next starts.

Examples:
  $ vestry config set corsOrigins https://app.example.org
  $ vestry config set smtpUrl                              asks for the value and does not show it
  $ vestry config set lineChannelSecret --stdin < secret.txt
  $ vestry config set baseUrl ""                           returns to the default`;

const flagsOf = ({ dataDir }: Options): Flags => (typeof dataDir === 'string' ? { dataDir } : {});

function inForce(options: Options): SettingInForce[] {
  return listSettings(flagsOf(options), process.env);
}

async function set(name: SettingInForce['name'], value: string | undefined, options: Options): Promise<void> {
  const text = await textOf(name, value, options);
  const dataDir = dataDirOf(flagsOf(options), process.env);
  storeSetting(dataDir, name, text);
  const setting = inForce(options).find((one) => one.name === name);
  if (setting?.from === 'environment') {
    say(options, `${setting.variable} in the environment overrides this setting.`);
  }
  say(
    options,
    `${text === '' ? 'Removed from' : 'Stored in'} ${settingsFile(dataDir)}. This takes effect when the service next starts.`,
  );
  if (options.json) print(options, setting, () => '');
}

async function textOf(name: SettingInForce['name'], value: string | undefined, { stdin }: Options): Promise<string> {
  if (stdin === true) return (await readSecretLine()).trim();
  if (value !== undefined && value !== '' && isSecretSetting(name)) {
    throw new SetupError(
      `${name} is a secret. Leave the value out, and Vestry asks for it; or pass it on standard input with --stdin.`,
      EXIT.usage,
    );
  }
  if (value !== undefined) return value.trim();
  if (!isSecretSetting(name)) throw new SetupError(`Give a value: vestry config set ${name} VALUE`, EXIT.usage);
  return (await askSecret('--stdin', `${name}:`)) ?? '';
}

function print(options: Options, value: unknown, text: () => string): void {
  process.stdout.write(`${options.json ? JSON.stringify(value, null, 2) : text()}\n`);
}

const COLUMNS: readonly Column<SettingInForce>[] = [
  { title: 'Setting', cell: ({ name }) => name },
  { title: 'Value', cell: ({ value }) => value },
  { title: 'From', cell: ({ value, from }) => (value === null ? '' : PLACES[from]) },
  { title: 'Variable', cell: ({ variable }) => variable },
];

function printSettings(settings: readonly SettingInForce[]): string {
  return table(COLUMNS, settings);
}
