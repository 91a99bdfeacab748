import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { codesIn, readDocument } from '../support/markdown.ts';

/** What the program says is in its source; a text over several lines is one, and a value in it is anything. */
const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(path.join('src', file), 'utf8'))
  .join('\n')
  .replaceAll(/['`"] \+\s*['`"]/g, '');

/** What others say: npm, the shell, Node.js, the web server, systemd. */
const OF_OTHERS = new Set([
  'command not found',
  'EACCES',
  'install scripts blocked',
  'prebuild-install warn … No prebuilt binaries',
  'gyp ERR!',
  'EBADENGINE',
  'SyntaxError',
  'Failed to connect to bus',
  '502 Bad Gateway',
  '413',
]);

/** Whether the program can say this, where … stands for anything. */
function isSaid(message: string): boolean {
  const parts = message.split('…').map((part) => part.replaceAll(/[^\p{L}\p{N}]+$|^[^\p{L}\p{N}]+/gu, ''));
  return parts.every((part) => source.includes(part));
}

/** The messages in the column of what one sees. */
function messagesSeen(): string[] {
  const { text } = readDocument('docs/troubleshooting.md');
  const tables = text.split(/^\| (?=you see|check)/m).slice(1);
  return tables.flatMap((table) => {
    const column = table.startsWith('check') ? 1 : 0;
    const rows = table.split('\n').filter((line) => line.startsWith('|'));
    return rows.flatMap((row) => codesIn(row.split('|')[column + 1]));
  });
}

test('every message that somebody looks up is one that the program says', () => {
  const messages = messagesSeen().filter((message) => !OF_OTHERS.has(message));
  expect(messages.length).toBeGreaterThan(40);
  expect(messages.filter((message) => !isSaid(message))).toEqual([]);
});

test('a message that the program does not say is found', () => {
  expect(isSaid('Port … is taken by another program.')).toBe(true);
  expect(isSaid('Port … is used by another program.')).toBe(false);
});
