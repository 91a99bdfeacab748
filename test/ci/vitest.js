/** Runs vitest in a process of its own, whose crash is a result like any other. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const REPORTER = fileURLToPath(new URL('reporter.js', import.meta.url));

/** The tests that `.ci/run` runs. */
export const PROJECTS = ['shared', 'alone', 'long', 'browser'];

export const nameOf = ({ file, name }) => `${file} > ${name}`;

/**
 * Runs vitest with these arguments. `reporter` says how it prints the tests. Returns its results, or what is wrong if it wrote none.
 */
export function runVitest(args, reporter = 'default') {
  const folder = mkdtempSync(path.join(tmpdir(), 'vestry-results-'));
  const file = path.join(folder, 'results.json');
  const all = [VITEST, 'run', ...args, `--reporter=${reporter}`, `--reporter=${REPORTER}`];
  const child = spawn(process.execPath, all, {
    env: { ...process.env, TEST_RESULTS: file },
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
