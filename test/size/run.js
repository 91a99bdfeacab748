/**
 * Prints how many lines the repository has, by kind and by room, beside those of the last release (`last.json`):
 * `npm run size`. With `--keep 1.2.0`, keeps them as those of that release.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printAligned } from '../support/aligned.js';
import { countLines } from './lines.js';

const LAST = new URL('last.json', import.meta.url);

const { values: options } = parseArgs({ options: { keep: { type: 'string' } } });
const lines = countLines();
const last = JSON.parse(readFileSync(LAST, 'utf8'));
print('kind', lines.kinds, last.kinds);
console.log();
print('room', lines.rooms, last.rooms);
if (options.keep) writeFileSync(LAST, `${JSON.stringify({ version: options.keep, ...lines }, null, 2)}\n`);

function print(title, now, before) {
  const names = new Set([...Object.keys(now), ...Object.keys(before)]);
  const rows = [...names].map((name) => rowOf(name, now[name] ?? 0, before[name] ?? 0));
  printAligned([[title, 'lines', last.version, 'difference', '%'], ...rows, rowOf('all', total(now), total(before))]);
}

function rowOf(name, now, before) {
  const difference = now - before;
  const percent = before === 0 ? '' : signed((100 * difference) / before, { maximumFractionDigits: 1 });
  return [name, now.toLocaleString('en-US'), before.toLocaleString('en-US'), signed(difference), percent];
}

function signed(value, options = {}) {
  return value.toLocaleString('en-US', { signDisplay: 'exceptZero', ...options });
}

function total(counts) {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
