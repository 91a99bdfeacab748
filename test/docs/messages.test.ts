import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { codesIn, readDocument } from '../support/markdown.ts';

/** The source of the program as one text, in which strings that are concatenated over several lines are joined. */
const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const source = ['bin/vestry.js', ...files.map((file) => path.join('src', file))]
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  .replaceAll(/['`"] \+\s*['`"]/g, '');

/** Messages of other programs: npm, the shell, Node.js, the web server, systemd. */
const OF_OTHERS = new Set([
  'command not found',
  'EACCES',
  '404 Not Found',
  'EBADENGINE',
  'Failed to connect to bus',
  '502 Bad Gateway',
  '413',
]);

/** True if the program can print this message. An ellipsis (…) in the message stands for any text. */
function isSaid(message: string): boolean {
  const parts = message.split('…').map((part) => part.replaceAll(/[^\p{L}\p{N}]+$|^[^\p{L}\p{N}]+/gu, ''));
  return parts.every((part) => source.includes(part));
}

/** Returns the messages that the tables in docs/troubleshooting.md quote. */
function messagesSeen(): string[] {
  const { text } = readDocument('docs/troubleshooting.md');
  const tables = text.split(/^\| (?=you see|check)/m).slice(1);
  return tables.flatMap((table) => {
    const column = table.startsWith('check') ? 1 : 0;
    const rows = table.split('\n').filter((line) => line.startsWith('|'));
    return rows.flatMap((row) => codesIn(row.split('|')[column + 1]));
  });
}

test('the program can print every message in the troubleshooting tables that is not from another program', () => {
  const messages = messagesSeen().filter((message) => !OF_OTHERS.has(message));
  expect(messages.length).toBeGreaterThan(40);
  expect(messages.filter((message) => !isSaid(message))).toEqual([]);
});

test('the check finds a message that the program cannot print', () => {
  expect(isSaid('Port … is taken by another program.')).toBe(true);
  expect(isSaid('Port … is used by another program.')).toBe(false);
});
