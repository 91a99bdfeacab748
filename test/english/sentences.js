/**
 * Compares the sentences of the sources with the list in `sentences.txt`, which a reviewer can read in one go.
 * `npm run check` runs this script. `npm run sentences` rewrites the list.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { collect, listed } from './collect.js';
import { differences } from './differences.js';

const { values: options } = parseArgs({
  options: { write: { type: 'boolean', default: false }, root: { type: 'string', default: '.' } },
});
const list = path.join(options.root, 'test/english/sentences.txt');
const entries = collect(options.root);

if (options.write) {
  writeFileSync(list, listed(entries));
} else {
  const report = differences(entries, readFileSync(list, 'utf8'));
  if (report !== '') {
    console.error(report);
    process.exitCode = 1;
  }
}
