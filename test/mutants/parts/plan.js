/** Which faults are tried, and on which tests first. */
import { sample as drawFrom, shuffledSubarray } from 'fast-check';

const COMMON = new Set('src test feature contract service rule querie ts db http cli'.split(' '));
/** A test file takes so long besides its tests. */
const START_MS = 200;
/** A test file goes so much before others for each word of its path that the source file has, too. */
const NAMED_ALIKE = 8;

/** The faults that are drawn: all, or as many as were asked for, the same with the same seed. */
export function draw(mutants, { sample, seed }) {
  if (sample === undefined || Number(sample) >= mutants.length) return mutants;
  const count = Number(sample);
  const [drawn = []] = drawFrom(shuffledSubarray(mutants, { minLength: count, maxLength: count }), {
    seed: Number(seed),
    numRuns: 1,
  });
  return drawn;
}

/** The accepted survivors that are there, by key, and the keys of those that are not. */
export function acceptedAmong(entries, mutants) {
  const known = new Set(mutants.map(({ key }) => key));
  const keys = new Set(entries.map(({ fault }) => fault).filter((key) => known.has(key)));
  const gone = entries.map(({ fault }) => fault).filter((key) => !known.has(key));
  return { keys, gone };
}

/** The test files that come by a fault; first those named like its file, that come by little else, and are done soon. */
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
 * The test files that come by a fault, also when its function has moved to another file since they were looked at. What is
 * worked out when a file is loaded is seen by whoever uses the file; so is what was written since.
 */
function reaching({ key, file, name, isStatic }, coverage) {
  const filesWith = (isMeant) => [...coverage].filter(([, { hits }]) => hits.some(isMeant));
  const [place, fault] = [`${file} | `, key.slice(file.length)];
  const exact = isStatic ? [] : filesWith((hit) => hit.endsWith(fault));
  if (exact.length > 0) return exact;
  const inFunction = filesWith((hit) => hit.startsWith(`${place}${name} | `));
  return inFunction.length > 0 ? inFunction : filesWith((hit) => hit.startsWith(place));
}

/** The words of a path, without those that many have, and without their plural. */
function wordsOf(file) {
  const words = file.split(/[^a-z0-9]+/).map((word) => word.replace(/(?:ies|y|s)$/, ''));
  return new Set(words.filter((word) => word !== '' && !COMMON.has(word)));
}
