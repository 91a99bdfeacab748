/**
 * `npm run mutants` plants small faults in the rules and services, one at a time, and runs the tests that reach each
 * fault. A fault that no test sees is a survivor. It means that a test is missing or that some code is unnecessary.
 *
 *     npm run mutants -- --files 'src/features/giving/**' --sample 200 --seed 7
 *
 * `--files` chooses source files, including files of queries, which are otherwise left out. `--match TEXT` chooses
 * faults whose text contains TEXT. `--sample N` draws N faults. `--limit S` gives each fault S seconds. `--fresh`
 * records again which tests reach which fault. The exit code is 1 if fewer than 85 % of the faults are seen, or if a
 * fault in accepted.json no longer exists.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readCoverage } from './parts/coverage.js';
import { acceptedAmong, draw, inOrder } from './parts/plan.js';
import { runJobs } from './parts/pool.js';
import { LEFT_OUT, ON_DEMAND, TARGETS, TESTS_LEFT_OUT } from './parts/targets.js';
import { faultsIn, filesOf, growTree } from './parts/tree.js';

/** The percentage of faults that tests must see. */
const NEEDED = 85;
/** The time after which a test file with an active fault counts as hanging. */
const PATIENCE_MS = 90_000;
const SECOND = 1000;

const { values } = parseArgs({
  options: {
    files: { type: 'string', multiple: true },
    match: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    limit: { type: 'string', default: '60' },
    workers: { type: 'string', default: '2' },
    root: { type: 'string', default: path.resolve(import.meta.dirname, '../..') },
    fresh: { type: 'boolean', default: false },
  },
});

const { root } = values;
const work = path.join(root, 'coverage/mutants');
const say = (text) => console.error(text);

mkdirSync(work, { recursive: true });
process.exitCode = (await run()) ? 0 : 1;

async function run() {
  const all = filesOf(root);
  const chosen = all.filter((file) => isSource(file) && [...TARGETS, ...ON_DEMAND].some((one) => one.test(file)));
  const tests = all.filter((file) => file.endsWith('.test.ts') && !TESTS_LEFT_OUT.test(file) && !replaces(file));
  const { texts, mutants } = faultsIn(root, chosen);
  const accepted = acceptedAmong(readAccepted(), mutants);
  const meant = mutants.filter(
    ({ file, key }) => isMeant(file) && key.includes(values.match ?? '') && !accepted.keys.has(key),
  );
  const drawn = draw(meant, values);
  say(
    `${meant.length} faults in ${new Set(meant.map(({ file }) => file)).size} files; trying ${drawn.length}, with --seed ${values.seed}.`,
  );
  const tree = growTree(root, work, texts);
  const workers = Number(values.workers);
  const coverage = await readCoverage({ root, tree, work, tests, mutants, workers, isFresh: values.fresh, say });
  const killed = await tryAll(drawn, { tree, coverage, workers });
  return report(drawn, killed, accepted);
}

function isSource(file) {
  return /^src\/.*\.ts$/.test(file) && !LEFT_OUT.some((one) => one.test(file));
}

function isMeant(file) {
  if (values.files === undefined) return TARGETS.some((one) => one.test(file));
  return values.files.some((glob) => path.matchesGlob(file, glob));
}

/** True if a test file replaces modules. Such a file is left out, because it would need a worker of its own. */
function replaces(file) {
  return readFileSync(path.join(root, file), 'utf8').includes('vi.mock(');
}

function readAccepted() {
  const file = path.join(root, 'test/mutants/accepted.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/** Tries each fault and returns, by the number of the fault, the test that saw it. */
async function tryAll(drawn, { tree, coverage, workers }) {
  const killed = new Map();
  const limit = Number(values.limit) * SECOND;
  const jobs = drawn.map((mutant) => ({
    mutant: mutant.number,
    source: mutant.file,
    isStatic: mutant.isStatic,
    files: inOrder(mutant, coverage),
    limit,
  }));
  let done = 0;
  const startedAt = Date.now();
  await runJobs({
    tree,
    work,
    jobs,
    workers,
    patience: PATIENCE_MS,
    onEnd: ({ index, isStuck, killedBy, test, tried }) => {
      done += 1;
      const mutant = drawn[index];
      if (isStuck) killed.set(mutant.number, 'hangs');
      else if (killedBy !== undefined) killed.set(mutant.number, `${killedBy}: ${test}`);
      else say(survivor(mutant, `${tried} of ${jobs[index].files.length} test files tried`));
      if (done % 50 === 0)
        say(`${done} of ${drawn.length}, ${killed.size} seen, ${Math.round((Date.now() - startedAt) / SECOND)} s`);
    },
  });
  return killed;
}

function survivor({ file, line, name, kind, original, mutant }, tries) {
  const lines = [`${file}:${line} ${name} (${kind}; ${tries})`, `  - ${oneLine(original)}`, `  + ${oneLine(mutant)}`];
  return lines.join('\n');
}

function oneLine(text) {
  return text.replaceAll(/\s+/g, ' ').slice(0, 240);
}

/** Prints the figures. Returns false if too few faults are seen or an accepted fault no longer exists. */
function report(drawn, killed, accepted) {
  const rate = drawn.length === 0 ? 100 : (killed.size / drawn.length) * 100;
  const rows = drawn.map(({ number, ...mutant }) => ({ ...mutant, seenBy: killed.get(number) ?? null }));
  writeFileSync(path.join(work, 'result.json'), JSON.stringify(rows, null, 1));
  for (const key of accepted.gone) console.log(`accepted.json names a fault that no longer exists: ${key}`);
  console.log(
    `${killed.size} of ${drawn.length} faults are seen (${rate.toFixed(1)} %), ${accepted.keys.size} more are accepted; --seed ${values.seed}.`,
  );
  if (rate < NEEDED) console.log(`At least ${NEEDED} % must be seen.`);
  return rate >= NEEDED && accepted.gone.length === 0;
}
