/**
 * The benchmark: `npm run bench`, or `npm run bench -- health start` for some parts. Every part compares the built
 * program with the simplest program for the same task, in alternating rounds, because ratios are stable and absolute
 * times are not. A part is a file in parts/. The parts run in the order of their names. With `--rows 10000`, the part
 * `lists` uses only this number of rows, instead of several numbers. With `--keep 1.2.0`, the part `ratios` keeps its
 * results as those of this release.
 */
import { readdirSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { buildIfChanged } from '../../src/build/current.js';
import { printTable } from './measure.js';
import { Workspace } from './workspace.js';

const PARTS = new URL('parts/', import.meta.url);
const USAGE = 2;

const names = readdirSync(PARTS)
  .filter((file) => file.endsWith('.js'))
  .map((file) => file.slice(0, -'.js'.length));
const { values: options, positionals: wanted } = parseArgs({
  options: { rows: { type: 'string' }, keep: { type: 'string' } },
  allowPositionals: true,
});
const unknown = wanted.filter((name) => !names.includes(name));

if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. The parts are: ${names.join(', ')}.`);
  process.exitCode = USAGE;
} else {
  buildIfChanged();
  const results = await measure(wanted.length > 0 ? names.filter((name) => wanted.includes(name)) : names);
  if (results.length > 0) printTable(results);
  process.exitCode = results.every(({ isMet }) => isMet) ? 0 : 1;
}

/** Runs the parts one after another, so that they do not compete for the processor. */
async function measure(parts) {
  console.error(`Node ${process.version}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)} at the start`);
  const workspace = new Workspace();
  const settings = { ...(options.rows && { rows: Number(options.rows) }), keep: options.keep };
  try {
    const results = [];
    for (const name of parts) {
      const { measurePart } = await import(new URL(`${name}.js`, PARTS).href);
      console.error(`${name} ...`);
      results.push(...(await measurePart(workspace, settings)));
    }
    return results;
  } finally {
    workspace.remove();
  }
}
