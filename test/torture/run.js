/**
 * The torture run: `npm run torture`, or `npm run torture -- kill race --rounds 20 --seed 7` for some parts. Every part
 * exposes the built program to a failure that a service for a church's money must survive, and then checks the
 * guarantees of the program. A part is a file in parts/. The same seed draws the same numbers, but the exact moment of
 * a kill also depends on the system.
 */
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildIfChanged } from '../../src/build/current.js';
import { Findings } from './findings.js';
import { Place } from './place.js';
import { Random } from './random.js';

const PARTS = new URL('parts/', import.meta.url);
const USAGE = 2;

const names = readdirSync(PARTS)
  .filter((file) => file.endsWith('.js'))
  .map((file) => file.slice(0, -'.js'.length));
const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, seed: { type: 'string', default: String(Date.now() % 1_000_000) } },
});
const unknown = wanted.filter((name) => !names.includes(name));
const rounds = values.rounds === undefined ? undefined : Number(values.rounds);

if (unknown.length > 0) refuse(`Unknown: ${unknown.join(', ')}. The parts are: ${names.join(', ')}.`);
else if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0))
  refuse('--rounds must be a whole number of at least 1.');
else {
  buildIfChanged();
  await torture(wanted.length > 0 ? names.filter((name) => wanted.includes(name)) : names);
}

function refuse(message) {
  console.error(message);
  process.exitCode = USAGE;
}

/** Runs the parts one after another. The exit code is 1 if one of them found a fault. */
async function torture(parts) {
  const reports = [];
  for (const name of parts) {
    const { torturePart } = await import(new URL(`${name}.js`, PARTS).href);
    console.error(`${name} ...`);
    const place = new Place();
    const findings = new Findings(name);
    const startedAt = performance.now();
    try {
      await torturePart({ place, findings, random: new Random(`${values.seed} ${name}`), rounds });
    } catch (error) {
      findings.complain(`the part was aborted: ${error.stack}`);
    } finally {
      place.remove();
    }
    reports.push(findings.report(Math.round((performance.now() - startedAt) / 1000)));
    if (findings.faults > 0) {
      const again = `npm run torture -- ${name} --seed ${values.seed}${rounds === undefined ? '' : ` --rounds ${rounds}`}`;
      console.error(`Run it again: ${again}`);
      process.exitCode = 1;
    }
  }
  console.log(reports.join('\n'));
}
