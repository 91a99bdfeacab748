/**
 * The ratios of the last releases (`history.json`), and the rule for new ones: a row fails if it is worse twice in a row
 * than the median of the last releases, by more than three times its noise. The noise is the standard deviation of the
 * ratio in repeated measurements of the same program on several machines, as a share of the ratio.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { median } from './measure.js';

const FILE = new URL('history.json', import.meta.url);
/** How many releases a new ratio is compared with. */
const LAST = 5;
const NOISES = 3;

/** Returns the noise of each row, and a line for each release. */
export function readHistory() {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** Adds the ratios of a release to the file. Each release has one line. */
export function keepRelease(version, results) {
  const { noise, releases } = readHistory();
  const ratios = Object.fromEntries(results.map(({ row, ratio }) => [row, Number(ratio.toFixed(3))]));
  const date = new Date().toISOString().slice(0, 10);
  const release = { version, date, commit: lastSubject(), node: process.versions.node, ...ratios };
  const lines = [...releases, release].map((line) => `    ${JSON.stringify(line)}`);
  writeFileSync(FILE, `{\n  "noise": ${JSON.stringify(noise)},\n  "releases": [\n${lines.join(',\n')}\n  ]\n}\n`);
}

/** Returns the subject of the last commit, or null outside a clone. */
function lastSubject() {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%s'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/**
 * Returns the result of a row: the run that decides, the median of the last releases, the limit, and whether the run meets
 * it. Of two runs, the better one decides, and of three, the middle one, so one bad run does not fail the row. If there are
 * only a few releases, they are all used. If there is none, there is no limit.
 */
export function judge(row, runs, { noise, releases }) {
  const isLessBetter = row === 'memory';
  const fromWorst = runs.toSorted((a, b) => (isLessBetter ? b.ratio - a.ratio : a.ratio - b.ratio));
  const deciding = fromWorst[Math.floor(runs.length / 2)];
  const last = releases.slice(-LAST).map((release) => release[row]);
  if (last.length === 0) return { ...deciding, isMet: true };
  const usual = median(last);
  const margin = usual * noise[row] * NOISES;
  const limit = isLessBetter ? { atMost: usual + margin } : { atLeast: usual - margin };
  const { atLeast = 0, atMost = Infinity } = limit;
  return { ...deciding, usual, ...limit, isMet: deciding.ratio >= atLeast && deciding.ratio <= atMost };
}
