/**
 * Compares the sentences of the sources with the list in `sentences.txt`, which a reviewer can read at one go.
 * `npm run check` runs it. `npm run sentences` writes the list anew.
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
