/**
 * Finds the tests that are nearest to changed files. Imports alone do not show this: many tests run the built program,
 * and most others load the whole program. So a test is also near if its folder or its name names the changed part.
 */
import path from 'node:path';

/** The tests of the page, which need Chromium, and the tests that `npm test` does not run. */
const ELSEWHERE =
  /^test\/(?:(?:console|browser)\/[\w-]+|(?:torture|bank-year|fuzz|import-fuzz|model|mutants|smoke|year|first-hour)\/.+|e2e\/(?:browser|first-hour|installed|package|supply))\.test\.ts$/;

/** The files that know all rooms. What imports them is near to nothing. */
const HUBS = /^src\/(?:main|create-app|rooms|routes|examples)\.ts$/;

/** Names of files that say nothing about what the file is for. */
const PLAIN = new Set(
  'service queries routes schema table rules commands print list view room fields joins examples references index cli words'.split(
    ' ',
  ),
);

/** The tests that call every route. */
const WALKS = new Set(['contract/every-route', 'http/openapi', 'http/routes'].map((name) => `test/${name}.test.ts`));

/** Farther away than this, a test says little about the change. */
const FARTHEST = 3;

/**
 * Returns the test files to run for the changed files, nearest first, and what is left out. `texts` has the text of
 * every file in src and test.
 */
export function nearest(changed, texts, most) {
  const near = distances(changed, texts);
  const tests = [...texts.keys()].filter((file) => file.endsWith('.test.ts'));
  const found = tests
    .map((file) => ({
      file,
      far: Math.min(near.get(file) ?? Infinity, ...changed.map((one) => farBetween(one, file))),
    }))
    .filter(({ far }) => far <= FARTHEST)
    .toSorted((left, right) => left.far - right.far || (left.file < right.file ? -1 : 1))
    .map(({ file }) => file);
  const here = found.filter((file) => !ELSEWHERE.test(file));
  const pages = found.filter((file) => ELSEWHERE.test(file));
  const rest = here.slice(most);
  return {
    chosen: here.slice(0, most),
    leftOut: [
      ...(rest.length > 0 ? [`${rest.length} test files farther away (--most ${here.length} runs them, too)`] : []),
      ...(pages.length > 0 ? [`tests that npm test does not run, such as ${pages.slice(0, 3).join(', ')}`] : []),
      'tests that reach the change only through the whole program, and npm run check',
    ],
  };
}

/** Returns for each file how many imports lead from it to a changed file, up to `FARTHEST`. */
function distances(changed, texts) {
  const importers = new Map();
  for (const [from, text] of texts) {
    for (const [, target] of text.matchAll(/(?:from|import|import\(|new URL\()\s*'(\.[^']+)'/g)) {
      const to = path.posix.join(path.posix.dirname(from), target);
      importers.set(to, [...(importers.get(to) ?? []), from]);
    }
  }
  const far = new Map(changed.map((file) => [file, 0]));
  for (const file of far.keys()) {
    const next = (far.get(file) ?? 0) + 1;
    if (next > FARTHEST || HUBS.test(file)) continue;
    for (const one of importers.get(file) ?? []) if (!far.has(one)) far.set(one, next);
  }
  return far;
}

/** Returns how far a test is from a changed file by their folders and names. */
function farBetween(changed, test) {
  if (changed.startsWith('docs/') || changed === 'README.md') return test.startsWith('test/docs/') ? 1 : Infinity;
  if (!changed.startsWith('src/')) return Infinity;
  const folder = path.posix.dirname(changed).replace(/^src/, 'test');
  const named = wordsOf(path.posix.basename(test, '.test.ts'));
  if (subjectsOf(changed).some((words) => words.every((word) => named.includes(word)))) return 1;
  if (path.posix.dirname(test) === folder && folder !== 'test') return 2;
  return /routes\.ts$|schema\.ts$/.test(changed) && WALKS.has(test) ? 2 : Infinity;
}

/** Returns what a file is about: the words of its name, or else of its folder. */
function subjectsOf(file) {
  const parts = [path.posix.basename(file).replace(/\.\w+$/, ''), path.posix.basename(path.posix.dirname(file))];
  return parts
    .map((part) => wordsOf(part).filter((word) => !PLAIN.has(word)))
    .filter((words) => words.length > 0 && !/^(?:src|lib|kit|http|db|cli|command)$/.test(words.join('-')));
}

const wordsOf = (name) => name.split(/[^A-Za-z0-9]+/).map((word) => word.replace(/ies$/, 'y').replace(/(?<!s)s$/, ''));
