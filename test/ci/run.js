/**
 * Runs tests as `.ci/run` does: `node test/ci/run.js --project shared --project browser` hands its arguments to vitest.
 * Each test that failed is repeated once, alone, after all others. If it passes then, it is printed as flaky, and the
 * run goes on. Tests in the list of `never-repeated.js` are not repeated. A file that cannot be loaded, a hook that
 * fails, an unhandled error and a crash are failures, which nothing repeats.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { mayBeRepeated } from './never-repeated.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const REPORTER = fileURLToPath(new URL('reporter.js', import.meta.url));
const VITEST = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
/** If more tests fail than this, it is not by chance, and repeating them would take long. */
const MOST_REPEATED = 20;

/** Runs vitest with these arguments. Returns its results, or what is wrong if it wrote none. */
function runVitest(args) {
  const folder = mkdtempSync(path.join(tmpdir(), 'vestry-results-'));
  const file = path.join(folder, 'results.json');
  const all = [VITEST, 'run', ...args, '--reporter=default', `--reporter=${REPORTER}`];
  const child = spawn(process.execPath, all, {
    env: { ...process.env, VESTRY_TEST_RESULTS: file },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      resolve(resultsIn(file, code ?? signal));
      rmSync(folder, { recursive: true });
    });
  });
}

function resultsIn(file, ending) {
  let results;
  try {
    results = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, skipped: 0, failed: [], broken: [`Vitest ended with ${ending} and without results.`] };
  }
  const isRed = results.failed.length > 0 || results.broken.length > 0;
  if (ending !== 0 && !isRed) results.broken.push(`Vitest ended with ${ending}, although no test failed.`);
  return results;
}

/** Runs one test that failed, with nothing else running. Returns true if it passes. */
async function passesAlone({ path, project, pattern }, configuration) {
  const chosen = project === '' ? [] : ['--project', project];
  const args = [path, ...configuration, ...chosen, '-t', pattern, '--no-file-parallelism'];
  const { passed, failed, broken } = await runVitest(args);
  return passed > 0 && failed.length === 0 && broken.length === 0;
}

const nameOf = ({ file, name }) => `${file} > ${name}`;

/** Runs the tests, and those that failed once more. Returns the exit code. */
async function runTests(args) {
  const config = args.indexOf('--config');
  const configuration = config === -1 ? [] : args.slice(config, config + 2);
  const { passed, skipped, failed, broken } = await runVitest(args);
  const repeated = failed.length > MOST_REPEATED ? [] : failed.filter(({ file }) => mayBeRepeated(file));
  const flaky = [];
  for (const test of repeated) {
    console.log(`\nRepeats alone: ${nameOf(test)}`);
    if (await passesAlone(test, configuration)) flaky.push(test);
  }
  const bad = [...failed.filter((test) => !flaky.includes(test)).map(nameOf), ...broken];
  console.log();
  for (const test of flaky) console.log(`flaky: ${nameOf(test)}`);
  for (const text of bad) console.log(`failed: ${text}`);
  console.log(`${passed + flaky.length} passed, ${bad.length} failed, ${skipped} skipped`);
  return bad.length > 0 ? 1 : 0;
}

process.exitCode = await runTests(process.argv.slice(2));
