import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDocument } from '../support/markdown.ts';

/** The requirements of levels 1 and 2 of ASVS 5.0.0, by section, without OAuth (10) and WebRTC (17). */
const REQUIREMENTS = `
  1.1: 1-2, 1.2: 1-9, 1.3: 1-11, 1.4: 1-3, 1.5: 1-2
  2.1: 1-3, 2.2: 1-3, 2.3: 1-4, 2.4: 1
  3.2: 1-2, 3.3: 1-4, 3.4: 1-6, 3.5: 1-5, 3.7: 1-2
  4.1: 1-3, 4.2: 1, 4.3: 1-2, 4.4: 1-4
  5.1: 1, 5.2: 1-3, 5.3: 1-2, 5.4: 1-3
  6.1: 1-3, 6.2: 1-11, 6.3: 1-4, 6.4: 1-4, 6.5: 1-5, 6.6: 1-3, 6.8: 1-4
  7.1: 1-3, 7.2: 1-4, 7.3: 1-2, 7.4: 1-5, 7.5: 1-2, 7.6: 1-2
  8.1: 1-2, 8.2: 1-3, 8.3: 1, 8.4: 1
  9.1: 1-3, 9.2: 1-4
  11.1: 1-2, 11.2: 1-3, 11.3: 1-3, 11.4: 1-4, 11.5: 1, 11.6: 1
  12.1: 1-3, 12.2: 1-2, 12.3: 1-4
  13.1: 1, 13.2: 1-5, 13.3: 1-2, 13.4: 1-5
  14.1: 1-2, 14.2: 1-4, 14.3: 1-3
  15.1: 1-3, 15.2: 1-3, 15.3: 1-7
  16.1: 1, 16.2: 1-5, 16.3: 1-4, 16.4: 1-3, 16.5: 1-3
`;

function requirements(): string[] {
  return [...REQUIREMENTS.matchAll(/(\d+\.\d+): (\d+)(?:-(\d+))?/g)].flatMap(([, section, first = '', last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${section}.${Number(first) + index}`),
  );
}

type Row = { numbers: string[]; proof: string };

/** Returns the rows of all tables under "What was checked". */
function rowsOf(text: string): Row[] {
  const [, part = ''] = text.split('\n## What was checked\n');
  const [checked = ''] = part.split('\n## ');
  const lines = checked.split('\n').filter((line) => /^\| *\d/.test(line));
  return lines.map((line) => {
    const cells = line.split('|').slice(1, -1);
    return { numbers: (cells[0] ?? '').split(',').map((number) => number.trim()), proof: cells.at(-1)?.trim() ?? '' };
  });
}

const TEST = /`([\w/-]+)`: "([^"]+)"/g;

const testsNamedIn = (text: string) =>
  [...text.matchAll(TEST)].map(([, name = '', title = '']) => ({ file: `test/${name}.test.ts`, title }));

const isMissing = ({ file, title }: { file: string; title: string }) =>
  !existsSync(file) || !hasTest(readFileSync(file, 'utf8'), title);

/** Returns the faults in the proof of a row, except broken links, which links.test.ts finds. */
function faultsOf({ numbers, proof }: Row): string[] {
  const named = testsNamedIn(proof);
  const isProven =
    named.length > 0 || /^(?:gap: |does not apply: |\*\*read\*\*: )./.test(proof) || /\]\([^)]+\)/.test(proof);
  const missing = named.filter(isMissing);
  return [
    ...(isProven ? [] : [`${numbers[0]} has no proof`]),
    ...missing.map(({ file, title }) => `${numbers[0]}: ${file} has no "${title}"`),
  ];
}

/** True if a source declares a test with this title. A test.each title counts, too. */
function hasTest(source: string, title: string): boolean {
  return ["'", '"', '`'].some(
    (quote) =>
      source.includes(`(${quote}${title}${quote},`) ||
      source.includes(`\n  ${quote}${title}${quote},`) ||
      source.includes(`\n    ${quote}${title}${quote},`),
  );
}

const { text } = readDocument('docs/security.md');
const rows = rowsOf(text);

test('every requirement of levels 1 and 2 is in the tables once', () => {
  expect(rows.flatMap(({ numbers }) => numbers).toSorted()).toEqual(requirements().toSorted());
});

test('every test that a row names exists, and a row without a test gives the reason', () => {
  expect(rows.flatMap(faultsOf)).toEqual([]);
});

test('every test that is named elsewhere in the document exists, too', () => {
  expect(testsNamedIn(text).length).toBeGreaterThan(rows.flatMap(({ proof }) => testsNamedIn(proof)).length);
  expect(testsNamedIn(text).filter(isMissing)).toEqual([]);
});

test('the check finds a row without a proof', () => {
  const table = [
    '| 1.1.1 | a | b | `contract/nowhere`: "a title" |',
    '| 1.1.2, 1.2.1 | a | b | `docs/security`: "a test that is not there" |',
    '| 1.2.2 | a | b | because |',
    '| 1.2.3 | a | b | gap: |',
    '| 1.2.4 | a | b | `docs/security`: "the check finds a row without a proof" |',
  ];
  const found = rowsOf(`# S\n\n## What was checked\n\n${table.join('\n')}\n\n## Else\n\n| 9.9.9 | a | b | c |\n`);
  expect(found.map(({ numbers }) => numbers)).toEqual([['1.1.1'], ['1.1.2', '1.2.1'], ['1.2.2'], ['1.2.3'], ['1.2.4']]);
  expect(found.flatMap(faultsOf)).toEqual([
    '1.1.1: test/contract/nowhere.test.ts has no "a title"',
    '1.1.2: test/docs/security.test.ts has no "a test that is not there"',
    '1.2.2 has no proof',
    '1.2.3 has no proof',
  ]);
});
