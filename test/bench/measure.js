/**
 * Measures our program and a floor, the simplest possible program for the same task, in alternating rounds, and prints
 * the medians.
 */
import { printAligned } from '../support/aligned.js';

const SPAWN_ROUNDS = 11;
const THROUGHPUT_ROUNDS = 3;
/** How many rounds of `compareRates` are not counted. Node.js compiles a service while the service answers requests. */
const WARM_UPS = 2;
/** Values below this are printed with two significant digits. */
const SMALL = 10;

/**
 * Compares the time of our program with that of the floor. The first round is not counted, because it warms the file
 * cache. `ours` and `floor` return milliseconds. `limit` is the greatest allowed ratio of our time to the floor's.
 */
export async function compareTimes(name, { ours, floor, limit, rounds = SPAWN_ROUNDS }) {
  return compare(name, { ours, floor, rounds, unit: 'ms', atMost: limit });
}

/**
 * Compares the requests per second of our program with those of the floor. The first two rounds are not counted, because
 * they warm both up. `limit` is the lowest allowed ratio of our rate to the floor's. A row without a limit is for
 * information only.
 */
export async function compareRates(name, { ours, floor, limit, rounds = THROUGHPUT_ROUNDS }) {
  return compare(name, { ours, floor, rounds, warmUps: WARM_UPS, unit: '/s', atLeast: limit });
}

/** Compares the memory of our program with that of the floor, in megabytes. `limit` is the greatest allowed ratio. */
export async function compareMemory(name, { ours, floor, limit, rounds = THROUGHPUT_ROUNDS }) {
  return compare(name, { ours, floor, rounds, unit: 'MB', atMost: limit });
}

/** Compares a size in megabytes with the greatest allowed size. */
export function compareSizes(name, { ours, allowed }) {
  return compareMemory(name, { ours, floor: () => allowed, rounds: 1, limit: 1 });
}

/**
 * Compares a measurement in any unit with the greatest allowed value. The first `warmUps` rounds are not counted, because
 * Node.js compiles the code that it runs often.
 */
export function compareLimit(name, { ours, allowed, unit, rounds, warmUps }) {
  return compare(name, { ours, floor: () => allowed, rounds, warmUps, unit, atMost: 1 });
}

async function compare(name, { ours, floor, rounds, warmUps = 1, unit, atMost = Infinity, atLeast = 0 }) {
  const pairs = [];
  for (let round = 0; round < warmUps; round++) {
    await ours();
    await floor();
  }
  for (let round = 0; round < rounds; round++) pairs.push({ ours: await ours(), floor: await floor() });
  const medians = { ours: median(pairs.map((pair) => pair.ours)), floor: median(pairs.map((pair) => pair.floor)) };
  const ratio = medians.ours / medians.floor;
  const ratios = pairs.map((pair) => pair.ours / pair.floor);
  const isMet = ratio <= atMost && ratio >= atLeast;
  return { name, ...medians, unit, ratio, ratios, atMost, atLeast, isMet };
}

/** Returns the median. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Prints a row for every comparison. The ratio of the medians decides whether the limit is met. The range of the ratios
 * in the rounds shows how much the measurement varies. `usual` is the ratio of earlier releases, if it is known.
 */
export function printTable(results) {
  const columns = Object.entries(COLUMNS).map(([title, cellOf]) => [title, ...results.map((result) => cellOf(result))]);
  const shown = columns.filter(([, ...cells]) => cells.some((cell) => cell !== NONE));
  printAligned(['', ...results].map((_, row) => shown.map((column) => column[row])));
}

const NONE = '-';

/** The cell of a result in each column. A column without a value is not printed. */
const COLUMNS = {
  '': ({ name }) => name,
  ours: ({ ours, unit }) => format(ours, unit),
  floor: ({ floor, unit }) => format(floor, unit),
  ratio: ({ ratio }) => times(ratio),
  'in the rounds': ({ ratios }) =>
    ratios.length > 1 ? `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}` : NONE,
  'last releases': ({ usual }) => (usual === undefined ? NONE : times(usual)),
  limit: limitOf,
  verdict: verdictOf,
};

function limitOf({ atMost = Infinity, atLeast = 0 }) {
  if (atMost < Infinity) return `<= ${times(atMost)}`;
  return atLeast > 0 ? `>= ${times(atLeast)}` : NONE;
}

function verdictOf(result) {
  if (limitOf(result) === NONE) return NONE;
  return result.isMet ? 'ok' : 'MISSED';
}

function times(ratio) {
  return `${ratio.toFixed(2)}x`;
}

function format(value, unit) {
  const digits = value < SMALL ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 };
  return `${value.toLocaleString('en-US', digits)} ${unit}`.replace(' /', '/');
}
