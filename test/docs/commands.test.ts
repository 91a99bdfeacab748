import path from 'node:path';
import { expect, test } from 'vitest';
import { faultOf, settingFaults, vestryArguments } from '../support/command-line.ts';
import { type Document, parseDocument, readDocuments, shellCommands } from '../support/markdown.ts';

/** Matches text that means several commands, or only the beginning of one. Sentences may contain such text. */
const SHORTHAND = /[|…]|\.\.\.|^(?:npx )?vestry$/;

/** Returns the command lines in a document, and their faults with the file and line. */
async function checkLines({ file, fences, spans }: Document): Promise<{ lines: string[]; faults: string[] }> {
  const mentions = spans.filter(({ text }) => !SHORTHAND.test(text));
  const lines: string[] = [];
  const faults: string[] = [];
  for (const piece of [...fences, ...mentions]) {
    const { line, text } = piece;
    for (const words of shellCommands(text)) {
      const args = vestryArguments(words);
      if (!args) continue;
      lines.push(words.join(' '));
      const fault = await faultOf(args, mentions.includes(piece));
      if (fault !== undefined) faults.push(`${file}:${line}: ${words.join(' ')}: ${fault}`);
    }
  }
  return { lines, faults };
}

const documents = readDocuments();

test.each(documents.map((document) => [document.file, document] as const))(
  'the program accepts every command in %s',
  async (_file, document) => {
    expect((await checkLines(document)).faults).toEqual([]);
  },
);

test.each([
  ['a command group that does not exist', 'vestry bakcup create'],
  ['a command that does not exist', 'vestry backup crate'],
  ['an option that does not exist', 'vestry start --prot 9000'],
  ['one argument too many', 'vestry doctor church'],
  ['a choice that does not exist', 'vestry service print --format openrc'],
  ['a setting that does not exist', 'vestry config set smptUrl'],
  ['a value that the setting does not accept', 'vestry config set baseUrl vestry.example'],
  ['a secret as an argument', 'vestry config set lineChannelSecret abc'],
])('the check finds %s wherever it is in a document', async (_name, lie) => {
  const fence = (script: string) => parseDocument('lie.md', `Type:\n\n\`\`\`sh\n${script}\n\`\`\`\n`);
  const places = [
    fence(lie),
    fence(`cd church && sudo npx --allow-scripts=a ${lie} > out.txt   # a comment`),
    fence(`VESTRY_PORT=1 ${lie} | head`),
    fence(`source <(${lie})`),
    fence(lie.replace(' ', ' \\\n  ')),
    parseDocument('lie.md', `1. Type:\n\n   \`\`\`sh\n   cd church\n   ${lie}\n   \`\`\`\n`),
    parseDocument('lie.md', `Then type \`${lie}\`.`),
  ];
  for (const place of places) {
    const { lines, faults } = await checkLines(place);
    expect(lines).toHaveLength(1);
    expect(faults).toHaveLength(1);
  }
});

test('a sentence may name a command without its required arguments, but an example must include them', async () => {
  const script = 'vestry expense reverse\nvestry backup create --output\nvestry service';
  const shown = parseDocument('lie.md', `\`\`\`sh\n${script}\n\`\`\`\n`);
  expect((await checkLines(shown)).faults).toHaveLength(3);
  const named = parseDocument('mention.md', script.replaceAll(/^.*$/gm, '`$&`'));
  expect((await checkLines(named)).faults).toEqual([]);
});

test('text that only mentions the program is not checked as a command', async () => {
  const script =
    'npm install --global vestry\nsystemctl --user start vestry\n# vestry frobnicate\necho "vestry frobnicate"';
  const document = parseDocument(
    'other.md',
    `\`\`\`sh\n${script}\n\`\`\`\n\nRun \`vestry start|stop\`, or \`vestry …\`.`,
  );
  expect(await checkLines(document)).toEqual({ lines: [], faults: [] });
});

test('the service accepts every settings file that a document shows', () => {
  // The JSON in api.md and in the guides is not for settings: api.md shows responses, and the guides show an opening.
  const operators = documents.filter(({ file }) => !/^(?:api|guide.*)\.md$/.test(path.basename(file)));
  const examples = operators.flatMap(({ fences }) => fences.filter(({ language }) => language === 'json'));
  expect(examples).not.toEqual([]);
  expect(examples.flatMap(({ text }) => settingFaults(JSON.parse(text)))).toEqual([]);
  expect(settingFaults({ prot: 1, port: 70_000, backupDir: 'backups' })).toHaveLength(3);
});
