/**
 * Records which test files reach which faults. The result is stored in coverage/mutants and updated for changed test
 * files.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runJobs } from './pool.js';

/** The time limit for a test file while no fault is active. */
const PATIENCE_MS = 300_000;

/**
 * Returns for each test file how long it takes and the keys of the faults that it reaches. Test files that fail
 * although no fault is active are left out and tried again in the next run. Unchanged test files run again only if
 * `isFresh`.
 */
export async function readCoverage({ root, tree, work, tests, mutants, workers, isFresh, say }) {
  const kept = path.join(work, 'coverage.json');
  const known = !isFresh && existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
  const hashes = new Map(tests.map((file) => [file, hashOf(path.join(root, file))]));
  const missing = tests.filter((file) => known[file]?.hash !== hashes.get(file));
  const keys = new Map(mutants.map(({ number, key }) => [number, key]));
  for (const file of missing) delete known[file];
  const save = () => writeFileSync(kept, JSON.stringify(known));
  if (missing.length > 0) say(`Recording which faults ${missing.length} test files reach ...`);
  await runJobs({
    tree,
    work,
    workers,
    patience: PATIENCE_MS,
    jobs: missing.map((file) => ({ file })),
    onEnd: ({ index, isStuck, failure, ms, hits = [] }) => {
      const file = missing[index];
      if (isStuck || failure !== '') say(`${file} is left out: it ${isStuck ? 'hangs' : `fails in "${failure}"`}.`);
      if (isStuck || failure !== '') return;
      known[file] = { hash: hashes.get(file), ms, hits: hits.map((number) => keys.get(number)).filter(Boolean) };
      save();
    },
  });
  return new Map(tests.map((file) => [file, known[file]]).filter(([, entry]) => entry !== undefined));
}

const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');
