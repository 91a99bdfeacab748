/** Tests for `lines.js`, which counts the lines of the repository by kind and by room. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';

type Counts = Record<string, number>;

const FILE = new URL('lines.js', import.meta.url).href;
const { countedFiles, countLines, kindOf, roomOf } = (await import(FILE)) as {
  countedFiles: () => string[];
  countLines: (files?: readonly string[]) => { kinds: Counts; rooms: Counts };
  kindOf: (file: string) => string | undefined;
  roomOf: (file: string) => string;
};

const total = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

test('every file that git tracks is of a kind, or is one that nobody writes', () => {
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
  const counted = countedFiles();
  const others = tracked.filter((file) => existsSync(file) && !counted.includes(file));
  expect(counted.filter((file) => kindOf(file) === undefined)).toEqual([]);
  expect(others.filter((file) => !/\.(?:jpg|ttf)$/.test(file))).toEqual(['package-lock.json']);
});

test('the kinds and the rooms have together the lines of all counted files', () => {
  const lines = execFileSync('xargs', ['-0', 'cat'], { input: countedFiles().join('\0'), maxBuffer: 2 ** 26 })
    .toString()
    .split('\n').length;
  const { kinds, rooms } = countLines();
  expect({ kinds: total(kinds), rooms: total(rooms) }).toEqual({ kinds: lines - 1, rooms: lines - 1 });
});

test.each([
  ['src/features/giving/givings/schema.ts', 'wire', 'giving'],
  ['src/features/giving/givings/part-schema.ts', 'wire', 'giving'],
  ['src/features/giving/givings/routes.ts', 'routes', 'giving'],
  ['src/features/bank/account-cli.ts', 'commands', 'bank'],
  ['src/cli/kit/print.ts', 'commands', 'src/cli'],
  ['src/cli/commands/init/words.ts', 'words', 'src/cli'],
  ['src/books/period-queries.ts', 'SQL', 'src/books'],
  ['src/db/schema.ts', 'SQL', 'src/db'],
  ['src/features/people/members/joins.ts', 'SQL', 'people'],
  ['src/features/people/members/merge.ts', 'services', 'people'],
  ['src/lib/words.ts', 'words', 'src/lib'],
  ['src/app.ts', 'shared code', 'src'],
  ['src/console/offerings/page.tsx', 'screens', 'src/console'],
  ['src/console/offerings/queries.ts', 'page logic', 'src/console'],
  ['src/console/kit/words.zh-TW.ts', 'words', 'src/console'],
  ['src/console/kit/button.css', 'css', 'src/console'],
  ['templates/zh-TW/report.json', 'words', 'templates'],
  ['data/funds.json', 'data', 'data'],
  ['test/bench/floor/lists.js', 'tests', 'test'],
  ['docs/api.md', 'documents', 'docs'],
  ['README.md', 'documents', 'root'],
  ['.ci/run', 'tools', 'root'],
  ['tsup.config.ts', 'tools', 'root'],
])('%s is of the kind %s and in the room %s', (file, kind, room) => {
  expect([kindOf(file), roomOf(file)]).toEqual([kind, room]);
});
