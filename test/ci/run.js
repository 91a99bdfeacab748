/**
 * Runs tests as `.ci/run` does: `node test/ci/run.js --project shared --project browser` hands its arguments to vitest.
 * Each test that failed is repeated once, alone, after all others. If it passes then, it is printed as flaky, and the
 * run goes on. Tests in the list of `never-repeated.js` are not repeated. A file that cannot be loaded, a hook that
 * fails, an unhandled error and a crash are failures, which nothing repeats.
 */
import { mayBeRepeated } from './never-repeated.js';
import { nameOf, runVitest } from './vitest.js';

/** If more tests fail than this, it is not by chance, and repeating them would take long. */
const MOST_REPEATED = 20;

/** Runs one test that failed, with nothing else running. Returns true if it passes. */
async function passesAlone({ path, project, pattern }, configuration) {
  const chosen = project === '' ? [] : ['--project', project];
  const args = [path, ...configuration, ...chosen, '-t', pattern, '--no-file-parallelism'];
  const { passed, failed, broken } = await runVitest(args);
  return passed > 0 && failed.length === 0 && broken.length === 0;
}

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
