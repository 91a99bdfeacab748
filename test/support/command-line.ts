/** Whether a line that somebody may type is one that the program takes; nothing of it is carried out. */
import { type Command, CommanderError } from 'commander';
import { buildProgram } from '../../src/cli/program.ts';
import { isSecretSetting, readSetting, SETTINGS } from '../../src/config.ts';
import { settingNamed } from '../../src/cli/commands/config/settings.ts';

/** What may stand in front of the program's name. */
const LEADING = /^(?:sudo|npx|--allow-scripts=.*|[A-Z_]+=.*)$/;

/** The arguments of `vestry` in the words of a command, undefined when it is another program's. */
export function vestryArguments(words: readonly string[]): string[] | undefined {
  const first = words.findIndex((word) => !LEADING.test(word));
  return /^vestry(?:@[\d.]+)?$/.test(words[first] ?? '') ? words.slice(first + 1) : undefined;
}

/** A sentence may name a command without all that it needs. */
const UNFINISHED = new Set([
  'commander.help',
  'commander.missingArgument',
  'commander.missingMandatoryOptionValue',
  'commander.optionMissingArgument',
]);

/** What is wrong with the arguments of a command, undefined when they are good, or at least the beginning of good ones. */
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
  const isFamily = command.commands.length > 0;
  command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
  if (!isFamily) command.action(checkSetting);
  for (const child of command.commands) silence(child);
}

/** `config set NAME VALUE` names a setting and gives it what it takes; a secret is never an argument. */
function checkSetting(...received: unknown[]): void {
  const command = received.at(-1) as Command;
  if (command.parent?.name() !== 'config' || command.name() === 'list') return;
  const [given = '', value] = command.args;
  const name = settingNamed(given);
  if (value === undefined || value === '') return;
  if (isSecretSetting(name)) throw new Error(`${name} is a secret`);
  readSetting(name, value, name);
}

/** The settings that an object of config.json names wrongly, or gives what they do not take. */
export function settingFaults(settings: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    if (!(name in SETTINGS)) return [`${name} is no setting`];
    try {
      readSetting(name as keyof typeof SETTINGS, String(value), name);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
}
