/** Decides which faults are tried, and in which order the test files run for each fault. */
import { sample as drawFrom, shuffledSubarray } from 'fast-check';

const COMMON = new Set('src test feature contract service rule querie ts db http cli'.split(' '));
/** The time that a test file takes in addition to its tests. */
const START_MS = 200;
/** A test file counts as this many times more promising for each word that its path shares with the source file. */
const NAMED_ALIKE = 8;

/** Draws `sample` faults, or returns all if `sample` is not given. The same seed draws the same faults. */
export function draw(mutants, { sample, seed }) {
  if (sample === undefined || Number(sample) >= mutants.length) return mutants;
  const count = Number(sample);
  const [drawn = []] = drawFrom(shuffledSubarray(mutants, { minLength: count, maxLength: count }), {
    seed: Number(seed),
    numRuns: 1,
  });
  return drawn;
}

/** Returns the keys of the accepted faults that exist, and the keys of those that no longer exist. */
export function acceptedAmong(entries, mutants) {
  const known = new Set(mutants.map(({ key }) => key));
  const keys = new Set(entries.map(({ fault }) => fault).filter((key) => known.has(key)));
  const gone = entries.map(({ fault }) => fault).filter((key) => !known.has(key));
  return { keys, gone };
}

/**
 * Returns the test files that reach a fault. Files with a similar path, files that reach few faults in other source
 * files, and fast files come first.
 */
export function inOrder(mutant, coverage) {
  const home = `${mutant.file} | `;
  const words = wordsOf(mutant.file);
  const reached = reaching(mutant, coverage);
  const weights = new Map(
    reached.map(([file, { ms, hits }]) => {
      const share = Math.max(hits.filter((hit) => hit.startsWith(home)).length, 1) / hits.length;
      const shared = [...wordsOf(file)].filter((word) => words.has(word)).length;
      return [file, (ms + START_MS) / share / NAMED_ALIKE ** shared];
    }),
  );
  return reached.map(([file]) => file).toSorted((a, b) => weights.get(a) - weights.get(b));
}

/**
 * Returns the test files that reach a fault, even if the function with the fault has moved to another file since the
 * coverage was recorded. If the fault is not in the record, returns the test files that reach the function or, if there
 * are none, the file. A value that is computed when its file is loaded is in the record of the first test file only, so
 * for a fault in such a value, returns all test files that reach the file.
 */
function reaching({ key, file, name, isStatic }, coverage) {
  const filesWith = (isMeant) => [...coverage].filter(([, { hits }]) => hits.some(isMeant));
  const [place, fault] = [`${file} | `, key.slice(file.length)];
  const inFile = () => filesWith((hit) => hit.startsWith(place));
  if (isStatic) return inFile();
  const exact = filesWith((hit) => hit.endsWith(fault));
  if (exact.length > 0) return exact;
  const inFunction = filesWith((hit) => hit.startsWith(`${place}${name} | `));
  return inFunction.length > 0 ? inFunction : inFile();
}

/** Returns the words of a path in the singular, without the words in `COMMON`. */
function wordsOf(file) {
  const words = file.split(/[^a-z0-9]+/).map((word) => word.replace(/(?:ies|y|s)$/, ''));
  return new Set(words.filter((word) => word !== '' && !COMMON.has(word)));
}
