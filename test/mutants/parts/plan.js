/** Which faults are tried, and on which tests first. */
import { sample as drawFrom, shuffledSubarray } from 'fast-check';

/** The faults that are drawn: all, or as many as were asked for, the same with the same seed. */
export function draw(mutants, { sample, seed }) {
  if (sample === undefined || Number(sample) >= mutants.length) return mutants;
  const count = Number(sample);
  const [drawn] = drawFrom(shuffledSubarray(mutants, { minLength: count, maxLength: count }), {
    seed: Number(seed),
    numRuns: 1,
  });
  return drawn.toSorted((a, b) => a.number - b.number);
}

/** The accepted survivors that are there, by key, and the keys of those that are not. */
export function acceptedAmong(entries, mutants) {
  const known = new Set(mutants.map(({ key }) => key));
  const keys = new Set(entries.map(({ fault }) => fault).filter((key) => known.has(key)));
  const gone = entries.map(({ fault }) => fault).filter((key) => !known.has(key));
  return { keys, gone };
}

/** The test files that come by a fault; first those that come by little else and are done soon. */
export function inOrder(mutant, coverage) {
  const home = `${mutant.file} | `;
  const reached = [...coverage].filter(([, { hits }]) =>
    // What is worked out when a file is loaded is seen by whoever uses the file.
    mutant.isStatic ? hits.some((key) => key.startsWith(home)) : hits.includes(mutant.key),
  );
  const weight = ([, { ms, hits }]) => (ms + 200) * (hits.length / hits.filter((key) => key.startsWith(home)).length);
  return reached.toSorted((a, b) => weight(a) - weight(b)).map(([file]) => file);
}
