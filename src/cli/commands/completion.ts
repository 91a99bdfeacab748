/** `vestry completion`: completes commands, flags, and what the books hold, in a shell. */
import { readFileSync } from 'node:fs';
import { type Complete, type RootCommand, script } from '@bomb.sh/tab';
import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { printable } from '../../lib/text.ts';
import { packageRoot } from '../../package.ts';
import { glance } from '../kit/action.ts';
import { sourceOf } from './completion/values.ts';

/** A line after the script of the library. zsh quotes names with spaces unless the script forbids it with -Q. */
const QUOTED_IN_ZSH = 'functions[_vestry]=${functions[_vestry]/completions -Q/completions}\n';

/** Adds `completion`, which prints the script for a shell, and the hidden `complete`, which that script calls. */
export function addCompletion(program: Command): void {
  const completions = tab(program, { completionCommandName: 'completion' });
  program.hook('preAction', async (_program, called) => {
    if (called.name() === 'complete') await offerValues(program, completions, called.args);
  });
  program.commands.find((command) => command.name() === 'completion')?.action(printScript);
}

/** Prints the script for a shell. For bash it is our own, because that of the library expands the names in the books. */
function printScript(shell: string): void {
  if (shell === 'bash') process.stdout.write(readFileSync(new URL('data/completion.bash', packageRoot)));
  else script(shell, 'vestry', 'vestry');
  if (shell === 'zsh') process.stdout.write(QUOTED_IN_ZSH);
}

/** Reads from the books what the last of the words may be, if it is the value of a flag or an argument. */
async function offerValues(program: Command, completions: RootCommand, words: readonly string[]): Promise<void> {
  const typed = words.at(-1) ?? '';
  const { command, path } = commandIn(program, words.slice(0, -1));
  const completion = completions.commands.get(path);
  const flag = /^(--[^=]+)=/.exec(typed)?.[1] ?? words.at(-2);
  const option = command.options.find(({ long, required, optional }) => long === flag && (required || optional));
  if (option) {
    const place = `${path} ${option.long} ${/[<[].*/.exec(option.flags)?.[0]}`;
    const taking = completion?.options.get(option.name());
    const offer = await offerOf(program, place, words);
    if (taking && offer) taking.handler = offer;
  } else if (!typed.startsWith('-')) {
    for (const argument of command.registeredArguments) {
      const place = `${path} <${argument.name()}>`;
      const taking = completion?.arguments.get(argument.name());
      const offer = await offerOf(program, place, words);
      if (taking && offer) taking.handler = offer;
    }
  }
}

/** Returns the command that the words name, and its name with those of its families. */
function commandIn(program: Command, words: readonly string[]): { command: Command; path: string } {
  let command = program;
  const path: string[] = [];
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word);
    if (!next) continue;
    command = next;
    path.push(word);
  }
  return { command, path: path.join(' ') };
}

/** Returns a function that offers the values of a place. Without books that can be read, nothing is offered. */
async function offerOf(program: Command, place: string, words: readonly string[]) {
  const source = sourceOf(place);
  if (!source) return undefined;
  try {
    const values = await glance(dataDirIn(words) ?? program.opts().dataDir, source);
    return (complete: Complete) => {
      for (const { value, meaning } of values) complete(printable(value), printable(meaning));
    };
  } catch {
    // A shell has no place for a message. The command itself says what is wrong.
    return undefined;
  }
}

/** Returns the data directory that the words name, if any. */
function dataDirIn(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === '--data-dir' || word.startsWith('--data-dir='));
  return at === -1 ? undefined : (/^--data-dir=(.*)$/.exec(words[at] ?? '')?.[1] ?? words[at + 1]);
}
