/**
 * Tests of the import rules in `.dependency-cruiser.mjs`, which limit what each layer and each room (a folder of
 * src/features) may import.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { expect, onTestFinished, test } from 'vitest';
import { codesIn, readDocument, tableUnder } from '../support/markdown.ts';
import { sourceImports } from './imports.ts';

const FILE = new URL('../../.dependency-cruiser.mjs', import.meta.url).href;
const { default: config } = (await import(FILE)) as { default: { options: object; forbidden: { name: string }[] } };

type Found = { from: string; to: string; rule: string };

/** Returns the imports in this source tree that violate the rules. */
async function refused(baseDir: string): Promise<Found[]> {
  const tsConfig = path.resolve('tsconfig.json');
  const options = { ...config.options, tsConfig: { fileName: tsConfig }, baseDir, ruleSet: config, validate: true };
  const { output } = await cruise(['src'], options as never, {}, { tsConfig: extractTSConfig(tsConfig) });
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(({ from, to, rule }) => ({ from, to, rule: rule.name }));
}

/** Creates a source tree with these files only. */
function treeOf(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'vestry-house-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

test('no two rooms import each other, directly or through others', () => {
  const known = new Map<string, Set<string>>();
  for (const { from, to } of sourceImports()) {
    const [room, other] = [roomOf(from), roomOf(to)];
    if (room !== other && room && other) known.set(room, (known.get(room) ?? new Set()).add(other));
  }
  const reached = (room: string, seen = new Set<string>()): Set<string> => {
    for (const next of known.get(room) ?? []) if (!seen.has(next)) reached(next, seen.add(next));
    return seen;
  };
  expect(known.size).toBeGreaterThan(8);
  expect([...known.keys()].filter((room) => reached(room).has(room))).toEqual([]);
});

/** Returns the room of a file: `books`, or the name of a folder in src/features. */
const roomOf = (file: string) => /^src\/(?:features\/([a-z]+)|(books))\//.exec(file)?.slice(1).find(Boolean);

test.each([
  [
    'an import from a later room in the list of docs/architecture.md',
    'src/features/people/merge.ts',
    'src/features/giving/service.ts',
    'people-knows-no-room-above',
  ],
  [
    'a type import from a later room in the list of docs/architecture.md',
    'src/features/audit/chain.ts',
    'src/features/giving/schema.ts',
    'audit-knows-no-room-above',
  ],
  [
    'an import from a room into books/',
    'src/books/periods.ts',
    'src/features/church/profile/service.ts',
    'books-lie-below-the-rooms',
  ],
  ['an import from books/ into lib/', 'src/lib/money.ts', 'src/books/funds.ts', 'lib-knows-no-church'],
  [
    'an import from http/ into a service',
    'src/features/giving/service.ts',
    'src/http/route.ts',
    'services-know-no-shell',
  ],
  [
    "an import of another room's queries",
    'src/features/giving/service.ts',
    'src/features/people/record-count-queries.ts',
    'a-room-keeps-its-queries',
  ],
  [
    'an import of queries into a route',
    'src/features/giving/routes.ts',
    'src/features/giving/queries.ts',
    'a-route-calls-a-service',
  ],
  [
    'an import of queries into rules',
    'src/features/giving/rules.ts',
    'src/features/giving/queries.ts',
    'rules-are-pure',
  ],
  [
    'an import of queries into a command of no room',
    'src/cli/commands/doctor.ts',
    'src/features/giving/givings/queries.ts',
    'only-rooms-know-queries',
  ],
  [
    'an import of code into a list of fields',
    'src/features/giving/givings/fields.ts',
    'src/features/giving/givings/rules.ts',
    'a-list-of-fields-is-data',
  ],
  [
    'an import from the service into the page',
    'src/console/people/page.tsx',
    'src/features/people/members/schema.ts',
    'the-page-is-a-client',
  ],
])('the rules refuse %s', async (_what, from, to, rule) => {
  const type = from.includes('chain') ? 'type ' : '';
  const target = path.relative(path.dirname(from), to);
  const tree = treeOf({
    [from]: `import ${type}{ one } from '${target.startsWith('.') ? target : `./${target}`}';\nexport const other: typeof one = 1;\n`,
    [to]: 'export const one = 1;\n',
  });
  expect((await refused(tree)).map((found) => found.rule)).toContain(rule);
});

test.each(['src/client/session.ts', 'src/console/home/page.tsx'])(
  'the rules refuse a module of Node.js in %s, which runs in browsers',
  async (file) => {
    const tree = treeOf({ [file]: "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n" });
    expect((await refused(tree)).map((found) => found.rule)).toEqual(['browsers-have-no-node']);
  },
);

test('docs/architecture.md lists the rooms, in the order of the rules', () => {
  const upward = config.forbidden.flatMap(({ name }) => /^(\w+)-knows-no-room-above$/.exec(name)?.[1] ?? []);
  const listed = tableUnder(readDocument('docs/architecture.md'), '## Rooms').map(([room]) => codesIn(room).join());
  expect(listed.slice(0, -1)).toEqual(upward.map((room) => `${room}/`));
  const folders = readdirSync('src/features').map((room) => `${room}/`);
  expect(listed.toSorted()).toEqual(folders.toSorted());
});
