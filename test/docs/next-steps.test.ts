/** The commands that messages of the program and of the page name: each is one that the program accepts. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultOf, vestryArguments } from '../support/command-line.ts';
import { shellCommands } from '../support/markdown.ts';

/** Matches `vestry` and the words after it, up to the end of the quotation or the sentence. */
const STEP = /(?<![\w/.$-])vestry(?: (?!\s)[^ ,;()。，；`“”「」]+)+/g;
/** The words of a sentence that may follow a command in it, such as "run vestry init again". */
const AFTER = /^(?:again|and|before|deletes|from|if|is|of|on|or|printed|shows|that|then|to|when|with)$/;
/** This text names a key, and no command. */
const NO_COMMAND = /^vestry line binding codes$/;

/** Returns the commands that a text names outside of examples. The tests of the help check the examples. */
function stepsIn(text: string): string[] {
  const lines = text.replaceAll(String.raw`\n`, '\n').split('\n');
  const sentences = lines.filter((line) => !/^\s*\$ /.test(line) && !NO_COMMAND.test(line));
  return sentences.flatMap((line) => [...line.matchAll(STEP)]).map(([step]) => withValues(upToSentence(step)));
}

/** Cuts off the words of the sentence that follow the command. */
function upToSentence(step: string): string {
  const words = step.replace(/\.(?: .*)?$/, '').split(' ');
  const end = words.findIndex((word) => AFTER.test(word));
  return words.slice(0, end === -1 ? words.length : end).join(' ');
}

/** Gives an example of each value that the program inserts. */
function withValues(step: string): string {
  return step
    .replace(/(config set) \{\w+\}/, '$1 host')
    .replaceAll(/ (?:\{[^}]*\}|<\w+>)/g, ' 1')
    .replaceAll(/\{.*\}/g, '');
}

async function faultsOf(text: string): Promise<string[]> {
  const faults: string[] = [];
  for (const step of stepsIn(text)) {
    const [words = []] = shellCommands(step);
    const fault = await faultOf(vestryArguments(words) ?? [], true);
    if (fault !== undefined) faults.push(`${step}: ${fault}`);
  }
  return faults;
}

/** The sentences of the program, and the words of the page in both languages. */
const messages = [
  readFileSync('test/english/sentences.txt', 'utf8'),
  ...readdirSync('src/console', { recursive: true, encoding: 'utf8' })
    .filter((file) => /words\.[\w.-]+\.ts$/.test(file))
    .map((file) => readFileSync(`src/console/${file}`, 'utf8')),
];

test('every next step that a message names is a command that the program accepts', async () => {
  expect(messages.flatMap(stepsIn).length).toBeGreaterThan(100);
  expect((await Promise.all(messages.map(faultsOf))).flat()).toEqual([]);
});

test.each([
  'Make one: vestry bakcup create',
  'See the details: vestry audit verfy.',
  'Restore a backup: vestry backup list, then vestry backup restor FILE.',
  'Then continue with: vestry backup restore --finnish',
  '要查看原因，請輸入：vestry log',
])('the check finds the wrong command in %j', async (text) => {
  expect(await faultsOf(text)).toHaveLength(1);
});
