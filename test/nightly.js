/**
 * `npm run nightly` runs everything that is not in `.ci/run`, because it takes hours: part after part, also after one
 * that failed. `npm run nightly -- torture fuzz` runs some parts. The exit code is 1 if a part failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** The parts, which are scripts of package.json, and their arguments. */
const PARTS = {
  'test:nightly': '',
  torture: '',
  fuzz: '',
  model: '--operations 20000 --self-test',
  mutants: '--sample 200',
  screens: '',
  year: '',
  'first-hour': '',
  smoke: '22 24 26',
  bench: '',
};
const MINUTE = 60_000;

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. The parts are: ${Object.keys(PARTS).join(', ')}.`);
  process.exitCode = 2;
} else {
  const names = Object.keys(PARTS).filter((name) => wanted.length === 0 || wanted.includes(name));
  const lines = [];
  for (const name of names) {
    const command = `${scripts[name]} ${PARTS[name]}`;
    console.log(`\n${name} (${lines.length + 1} of ${names.length}): ${command}`);
    const { isGood, minutes } = await run(command);
    lines.push(`${isGood ? 'passed' : 'FAILED'}  ${minutes.padStart(6)} min  ${name}`);
    if (!isGood) process.exitCode = 1;
  }
  console.log(`\n${lines.join('\n')}`);
}

/** Runs a command line. */
async function run(command) {
  const start = performance.now();
  const [code] = await once(spawn(command, { shell: true, stdio: ['ignore', 'inherit', 'inherit'] }), 'close');
  return { isGood: code === 0, minutes: ((performance.now() - start) / MINUTE).toFixed(1) };
}
