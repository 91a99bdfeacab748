/** The scripts of package.json, and the table of them in CONTRIBUTING.md. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codesIn, readDocument, readDocuments, tableUnder } from '../support/markdown.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
/** The scripts that people run. npm runs the others before or after these, or while it packs. */
const names = Object.keys(scripts).filter((name) => !/^(?:pre|post)/.test(name));

test('the table in CONTRIBUTING.md has every script once, and no others', () => {
  const rows = tableUnder(readDocument('CONTRIBUTING.md'), '## Which command when');
  const listed = rows.map(([, script]) => codesIn(script).join());
  expect(listed.toSorted()).toEqual(names.toSorted());
});

test('every script that a document names exists', () => {
  const named = readDocuments().flatMap(({ file, text }) =>
    Array.from(text.matchAll(/npm run ([\w:-]+)/g), ([, script = '']) => ({ file, script })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ script }) => !names.includes(script))).toEqual([]);
});
