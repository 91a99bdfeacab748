/** `vestry completion`: completes commands, flags, and what the books hold, in a shell. */
import type { Complete, RootCommand } from '@bomb.sh/tab';
import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { printable } from '../../lib/text.ts';
import { glance } from '../kit/action.ts';
import { sourceOf } from './completion/values.ts';

/**
 * Lines after the script of the library that let a shell quote names with spaces. bash quotes what it takes for the name
 * of a file. zsh quotes unless the script forbids it with -Q.
 */
const QUOTING: Readonly<Record<string, string>> = {
  bash: 'complete -o filenames -F __vestry_complete vestry\n',
  zsh: 'functions[_vestry]=${functions[_vestry]/completions -Q/completions}\n',
};

/** Adds `completion`, which prints the script for a shell, and the hidden `complete`, which that script calls. */
export function addCompletion(program: Command): void {
  const completions = tab(program, { completionCommandName: 'completion' });
  program.hook('preAction', async (_program, called) => {
    if (called.name() === 'complete') await offerValues(program, completions, called.args);
  });
  program.hook('postAction', (_program, called) => {
    if (called.name() === 'completion') process.stdout.write(QUOTING[called.args[0] ?? ''] ?? '');
  });
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
  const at = words.indexOf('--data-dir');
  const dataDir = at === -1 ? program.opts().dataDir : words[at + 1];
  try {
    const values = await glance(dataDir, source);
    return (complete: Complete) => {
      for (const { value, meaning } of values) complete(printable(value), printable(meaning));
    };
  } catch {
    // A shell has no place for a message. The command itself says what is wrong.
    return undefined;
  }
}
