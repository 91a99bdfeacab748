import { setTimeout as pause } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFaultsAfterwards } from './aftermath.ts';
import { BODY_MS, type Church, openChurch } from './church.ts';
import { ACCESS } from './permissions.ts';
import { Fault, findHeld, newRun, play, type Run, stallOf } from './play.ts';
import { knocks, type Scene, scenes } from './scenes.ts';
import { secretsInLog } from './secrets.ts';

/**
 * True for `npm run fuzz`, which sets the environment variables below. Otherwise, the run is short and draws the same
 * requests each time.
 */
const IS_LONG = process.env['FUZZ_REQUESTS'] !== undefined;
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 1000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 990);

const BATCH = 100;
/** More batches than any run needs. Each seed has its own range of batch numbers, so two seeds share no batch. */
const MOST_BATCHES = 100_000;
const MOST_FAULTS = 12;
/** The maximum number of smaller scenes that are tried in order to find the smallest scene with a fault. */
const MOST_SHRINKS = 150;
/** The longest time for which any request may block the event loop, whatever is stored or searched for. */
const LONGEST_STALL_MS = 50;
/** A run with fewer requests might miss rare operations. */
const ENOUGH_TO_REACH_ALL = 50_000;
const LOADED_MS = 6000;
/** Twice the time for which the service waits for a body, with a margin for a busy machine. */
const LET_GO_MS = 2 * BODY_MS + 20_000;

let church: Church;
let run: Run;
let drawn: Arbitrary<Scene>;
beforeAll(async () => {
  church = await openChurch();
  // During the first seconds, the service still loads parts of its program.
  if (IS_LONG) await pause(LOADED_MS);
  church.watchLoop();
  run = newRun(church);
  drawn = scenes(church.document);
});
afterAll(() => church?.close());

const say = (line: string) => process.stderr.write(`${line}\n`);

/** Plays a batch of scenes. Returns the smallest scene with a fault of a new kind, or undefined. */
async function playBatch(seed: number, known: ReadonlySet<string>): Promise<Fault | undefined> {
  let shrinks = 0;
  let kind: string | undefined;
  let smallest: Fault | undefined;
  const property = fc.asyncProperty(drawn, async (scene) => {
    if (run.sent >= REQUESTS && kind === undefined) return;
    if (kind !== undefined && (shrinks += 1) > MOST_SHRINKS) return;
    try {
      await play(run, scene);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (known.has(error.kind) || (kind !== undefined && kind !== error.kind)) return;
      kind = error.kind;
      smallest = error;
      throw error;
    }
  });
  const { errorInstance } = await fc.check(property, { seed, numRuns: BATCH });
  if (errorInstance !== null && !(errorInstance instanceof Fault)) throw errorInstance;
  return smallest;
}

async function playAll(): Promise<Fault[]> {
  const faults = new Map<string, Fault>();
  for (let batch = 0; run.sent < REQUESTS && faults.size < MOST_FAULTS; batch += 1) {
    const fault = await playBatch(SEED * MOST_BATCHES + batch, new Set(faults.keys()));
    if (fault) {
      faults.set(fault.kind, fault);
      say(`\nFault ${faults.size}, seed ${SEED}, batch ${batch}: ${fault.message}\n`);
    }
    await church.renew();
    if (batch % 10 === 9) {
      await church.tend();
      say(`${run.sent} of ${REQUESTS} requests, ${stallOf(run).text}`);
    }
  }
  return [...faults.values()];
}

/** Returns the end of a log, without the lines whose level is below error. */
function errorsOf(log: string): string {
  const isError = (line: string) => !/^\{"level":[1-4]0,/.test(line);
  return log.split('\n').filter(isError).join('\n').slice(-20_000);
}

function report(): string {
  const shares = Array.from(run.counts, ([name, { sent, done, refused }]) => {
    const share = `${Math.round((done / sent) * 100)} %`;
    const [often] = [...refused].toSorted(([, one], [, other]) => other - one);
    return `${String(sent).padStart(7)} ${share.padStart(6)}  ${name}${often ? ` (${often[1]} ${often[0]})` : ''}`;
  });
  const statuses = Array.from(run.statuses, ([status, count]) => `${status}: ${count}`).toSorted();
  return ['  asked    2xx  operation', ...shares.toSorted(), statuses.join(', ')].join('\n');
}

describe(`the operations of the OpenAPI document (${REQUESTS} random requests, seed ${SEED})`, () => {
  let stall: ReturnType<typeof stallOf>;

  test('are open to exactly the users that the contract names', () => {
    const { operations } = church.document;
    const said = operations.map(({ name, permission }) => [name, permission]);
    const written = operations.map(({ name }) => [name, ACCESS[name]]);
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(written));
  });

  test('refuse a request without a sign-in and a request without the permission', async () => {
    const faults: string[] = [];
    const own = newRun(church);
    for (const scene of knocks(church.document, SEED)) {
      await play(own, scene).catch((error: Error) => faults.push(error.message));
    }
    expect(faults).toEqual([]);
    expect(own.sent).toBeGreaterThan(church.document.operations.length);
  });

  test('return only responses that follow the document, and leave the books sound', { timeout: 0 }, async () => {
    say(`Seed ${SEED}. For another seed: npm run fuzz -- --requests ${REQUESTS} --seed S`);
    const faults: Error[] = await playAll().catch((error: unknown) => [error as Error]);
    const held = await findHeld(run, LET_GO_MS);
    faults.push(...held.map((name) => new Error(`${name}: the connection of a half-sent request is still open`)));
    await church.measured();
    stall = stallOf(run);
    const { exitCode, stderr } = await church.stop();
    if (exitCode !== 0) faults.push(new Error(`The service ended with ${exitCode}`));
    say(`${run.sent} requests, ${stall.text}`);
    if (IS_LONG) say(report());
    if (faults.length > 0) say(`What the service logged:\n${errorsOf(stderr)}`);
    faults.push(
      ...secretsInLog(stderr)
        .slice(0, MOST_FAULTS)
        .map((what) => new Error(what)),
    );
    expect(faults.map(({ message }) => message)).toEqual([]);
    expect(await findFaultsAfterwards(church.dataDir)).toEqual([]);
  });

  test.runIf(REQUESTS >= ENOUGH_TO_REACH_ALL)('are all reached by the requests', () => {
    // The first run is over in this church.
    const asked = church.document.operations.map(({ name }) => name).filter((name) => !name.endsWith(' /api/setup'));
    expect(asked.filter((name) => !run.counts.get(name)?.done)).toEqual([]);
  });

  // On a machine that also runs other tests, measured times say nothing about the service.
  test.runIf(IS_LONG)('never block the event loop for long', () => {
    expect(stall.ms, stall.text).toBeLessThan(LONGEST_STALL_MS);
  });
});
