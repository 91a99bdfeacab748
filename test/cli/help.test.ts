import type { Command } from 'commander';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { fitHelp } from '../../src/cli/kit/help.ts';
import { buildProgram } from '../../src/cli/program.ts';

const names = (await buildProgram([])).commands.map((command) => command.name());
const program = await buildProgram([...names.filter((name) => name !== 'completion'), '--help']);

function below(command: Command, path: string[] = []): [string, Command][] {
  return command.commands.flatMap((one) => [
    [[...path, one.name()].join(' '), one] as [string, Command],
    ...below(one, [...path, one.name()]),
  ]);
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 60 });
  command.outputHelp();
  return text;
}

const commands = below(program).map(([path, command]) => [path, helpOf(command)] as const);

/** Returns the words of a command line. Quoted text counts as one word. */
const wordsOf = (line: string) => [...line.matchAll(/"[^"]*"|\S+/g)].map(([word]) => word);

describe('--help', () => {
  test.each(commands)('of %s has an example', (_path, help) => {
    expect(help).toMatch(/^Examples?:\n {2}\$ vestry /m);
  });

  test.each(commands)('of %s fits into a narrow terminal', (_path, help) => {
    for (const line of fitHelp(help, 60).split('\n')) {
      const longest = Math.max(
        ...line
          .trim()
          .split(' ')
          .map((word) => stringWidth(word)),
      );
      expect(stringWidth(line), line).toBeLessThanOrEqual(Math.max(60, longest + 8));
    }
  });

  test.each(commands)('of %s has examples with existing commands and flags', (_path, help) => {
    for (const [, line = ''] of help.matchAll(/^ {2}\$ vestry (.*?)(?: {2,}.*| [<>|].*)?$/gm)) {
      const words = wordsOf(line);
      let command = program;
      for (const word of words) command = command.commands.find((one) => one.name() === word) ?? command;
      const known = [...program.options, ...command.options].flatMap(({ long, short }) => [long, short]);
      const flags = words.filter((word) => word.startsWith('-')).map((word) => word.split('=', 1)[0]);
      expect(known, line).toEqual(expect.arrayContaining(flags));
      expect(command, line).not.toBe(program);
    }
  });

  test('wraps sentences, and breaks a long command line with a backslash', () => {
    const text = 'One two\nthree four five.\n\nExample:\n  $ vestry seed --demo --data-dir "our demo"\n';
    expect(fitHelp(text, 28)).toBe(
      'One two three four five.\n\nExample:\n  $ vestry seed --demo \\\n      --data-dir \\\n      "our demo"\n',
    );
    expect(fitHelp(text, Infinity)).toBe(text);
  });
});
