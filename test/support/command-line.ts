/** Checks whether the program would accept a command line, without running it. */
import { type Command, CommanderError } from 'commander';
import { buildProgram } from '../../src/cli/program.ts';
import { isSecretSetting, readSetting, SETTINGS } from '../../src/config.ts';
import { settingNamed } from '../../src/cli/commands/config/settings.ts';

/** The words that may precede the name of the program. */
const LEADING = /^(?:sudo|npx|--allow-scripts=.*|[A-Z_]+=.*)$/;

/** Returns the arguments of `vestry` in the words of a command, or undefined for another program. */
export function vestryArguments(words: readonly string[]): string[] | undefined {
  const first = words.findIndex((word) => !LEADING.test(word));
  return /^vestry(?:@[\d.]+)?$/.test(words[first] ?? '') ? words.slice(first + 1) : undefined;
}

/** The errors that are allowed when a sentence names a command without its required arguments. */
const UNFINISHED = new Set([
  'commander.help',
  'commander.missingArgument',
  'commander.missingMandatoryOptionValue',
  'commander.optionMissingArgument',
]);

/**
 * Returns the fault of a command's arguments, or undefined if they are valid. With `mayBeUnfinished`, required
 * arguments may be missing.
 */
export async function faultOf(args: readonly string[], mayBeUnfinished = false): Promise<string | undefined> {
  const program = await buildProgram(args);
  silence(program);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) return (error as Error).message;
    const { exitCode, code, message } = error;
    if (exitCode !== 0 && !(mayBeUnfinished && UNFINISHED.has(code))) return message;
  }
  return undefined;
}

function silence(command: Command): void {
  // A command with arguments of its own, such as `bank import`, is no family, even if there are commands below it.
  const isFamily = command.commands.length > 0 && command.registeredArguments.length === 0;
  command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
  if (!isFamily) command.action(checkSetting);
  for (const child of command.commands) silence(child);
}

/** Throws if `config set NAME VALUE` has an unknown name, an invalid value, or a secret as an argument. */
function checkSetting(...received: unknown[]): void {
  const command = received.at(-1) as Command;
  if (command.parent?.name() !== 'config' || command.name() === 'list') return;
  const [given = '', value] = command.args;
  const name = settingNamed(given);
  if (value === undefined || value === '') return;
  if (isSecretSetting(name)) throw new Error(`${name} is a secret`);
  readSetting(name, value, name);
}

/** Returns the faults of the settings in config.json: unknown names and invalid values. */
export function settingFaults(settings: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    if (!(name in SETTINGS)) return [`${name} is not a setting`];
    try {
      readSetting(name as keyof typeof SETTINGS, String(value), name);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
}
