import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf, type Document, linksOf, parseDocument, readDocument, readDocuments } from '../support/markdown.ts';

/** Returns the links in a document that lead to missing files or headings of the repository. */
function brokenLinks(document: Document): string[] {
  return linksOf(document).filter((target) => {
    if (/^https?:/.test(target)) return false;
    const [place = '', anchor] = target.split('#');
    const file = path.join(path.dirname(document.file), place);
    if (place !== '' && !existsSync(file)) return true;
    if (anchor === undefined) return false;
    return !anchorsOf(place === '' ? document : readDocument(file)).has(anchor);
  });
}

const documents = readDocuments();

test.each(documents.map((document) => [document.file, document] as const))(
  'every link in %s leads to an existing file or heading',
  (_file, document) => {
    expect(brokenLinks(document)).toEqual([]);
  },
);

test('the check finds a link to a missing file or heading', () => {
  const text = [
    '# One `code` & two',
    '[here](#one-code--two), [there](install.md#1-nodejs), [outside](https://example.org/x#y), `[code](nowhere.md)`',
    '```sh\n# no heading\n```',
    '[a](nowhere.md), [b](#no-heading), [c](install.md#2-nodejs), [d](../docs/nowhere/)',
  ].join('\n\n');
  expect(brokenLinks(parseDocument('docs/lie.md', text))).toEqual([
    'nowhere.md',
    '#no-heading',
    'install.md#2-nodejs',
    '../docs/nowhere/',
  ]);
});

test('an index links to every document: that of the decisions to each decision, and docs/README.md to all others', () => {
  const linkedFrom = (index: string) =>
    linksOf(readDocument(index)).map((link) => path.join(path.dirname(index), link));
  const linked = new Set(['docs/README.md', ...['docs/README.md', 'docs/decisions/README.md'].flatMap(linkedFrom)]);
  const files = documents.map(({ file }) => file).filter((file) => file.startsWith('docs/'));
  expect(files.filter((file) => !linked.has(file))).toEqual([]);
});
