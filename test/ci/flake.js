/**
 * `npm run flake -- --times 20` repeats every test that waits (see `waiting.js`), and names those that failed in any
 * turn. The tests of a file may need each other, so whole files are repeated. `--list` prints the tests instead.
 */
import { parseArgs } from 'node:util';
import { waitingTests } from './waiting.js';
import { nameOf, PROJECTS, runVitest } from './vitest.js';

const { values } = parseArgs({
  options: { times: { type: 'string', default: '20' }, list: { type: 'boolean', default: false } },
});
const tests = waitingTests();
const files = [...new Set(tests.map(({ file }) => file))];
const times = Number(values.times);

if (!Number.isInteger(times) || times < 1) {
  console.error('--times must be a whole number of at least 1.');
  process.exitCode = 2;
} else if (values.list) {
  for (const { file, line, name } of tests) console.log(`${file}:${line} ${name}`);
  console.log(`${tests.length} tests in ${files.length} files wait.`);
} else {
  const failures = await repeat();
  for (const [name, count] of failures) console.log(`flaky: ${name} (failed in ${count} of ${times} turns)`);
  console.log(`${files.length} files, ${times} turns, ${failures.size} flaky`);
  process.exitCode = failures.size > 0 ? 1 : 0;
}

/** Returns how often each test failed. */
async function repeat() {
  const failures = new Map();
  const projects = [...PROJECTS, 'nightly'].flatMap((name) => ['--project', name]);
  for (let turn = 1; turn <= times; turn += 1) {
    console.log(`\nTurn ${turn} of ${times}`);
    const { failed, broken } = await runVitest([...projects, ...files], 'dot');
    for (const name of [...failed.map(nameOf), ...broken]) failures.set(name, (failures.get(name) ?? 0) + 1);
  }
  return failures;
}
