/**
 * Sends a batch, whatever channel it goes over. Each call is claimed in one transaction, and its outcome is stored in another,
 * which also claims the next call. So when a process dies, only the calls that were on their way are in doubt.
 */
import { type App, inTransaction } from '../../app.ts';
import { type BatchRow, countPending } from './batch-queries.ts';
import type { Call, Channel, Failure, Outcome } from './channel.ts';
import { CHANNEL_NAMES, CHANNELS } from './channels.ts';
import type { Progress } from './schema.ts';

/** After so many calls in a row that did not reach the other side, the rest is not tried. */
const FAULTS_IN_A_ROW = 10;

/**
 * Sends what is pending of a batch, until the app is to close: first over the channel of the batch, then over other channels to
 * those whom it did not reach. Raises `not_configured`.
 */
export async function workOff(app: App, batch: BatchRow, progress?: Progress): Promise<void> {
  for (const name of new Set([batch.channel, ...CHANNEL_NAMES])) {
    const total = await countPending(app.db, batch.id, name);
    if (total > 0) await sendOver(app, await CHANNELS[name].load(), { batch, total, progress });
  }
}

type Task = { batch: BatchRow; total: number; progress?: Progress | undefined };

/** Sends what is pending of a batch over one channel, several calls at once. Raises what opening the channel raises. */
export async function sendOver(app: App, channel: Channel, task: Task): Promise<void> {
  const opened = await channel.open(app, task.batch);
  const course: Course = { ...task, channel, opened, done: 0, faults: 0, givenUpFor: undefined, hasNewCalls: false };
  try {
    do {
      course.hasNewCalls = false;
      await runWorkers(Math.min(channel.callsAtOnce, task.total), () => work(app, course));
    } while (course.hasNewCalls);
  } finally {
    channel.close?.(opened);
  }
}

type Course = Task & {
  channel: Channel;
  opened: unknown;
  done: number;
  /** How many calls in a row did not reach the other side. */
  faults: number;
  /** The failure for which the rest is not tried. */
  givenUpFor: Failure | undefined;
  /** A call was split into several, so there is work again for workers that had found none. */
  hasNewCalls: boolean;
};

/** Waits for all workers, and then raises the first error of one of them. */
async function runWorkers(count: number, work: () => Promise<void>): Promise<void> {
  const ends = await Promise.allSettled(Array.from({ length: count }, work));
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken) throw broken.reason;
}

async function work(app: App, course: Course): Promise<void> {
  const { batch, channel, opened } = course;
  const claim = (app: App) => (app.background.ending.aborted ? undefined : channel.claim(app, batch));
  let next = await inTransaction(app, async (app) => claim(app));
  while (next) {
    const call = next;
    const outcome = course.givenUpFor ? untried(channel, course.givenUpFor) : await attempt(app, course, call);
    // The database is closing, so the outcome cannot be stored: the recipients stay `sending`.
    if (app.background.over.aborted) return;
    const { kept, claimed } = await inTransaction(app, async (app) => {
      const kept = await channel.keep(app, opened, call, outcome);
      return { kept, claimed: kept === 'split' ? undefined : await claim(app) };
    });
    if (kept === 'split') {
      course.hasNewCalls = true;
      return;
    }
    next = claimed;
    course.done += call.recipients.length;
    course.progress?.(course.done, course.total);
  }
}

async function attempt(app: App, course: Course, call: Call): Promise<Outcome> {
  const { batch, channel, opened } = course;
  let message: unknown;
  try {
    message = await channel.compose(app, opened, call);
  } catch (error) {
    const recipients = call.recipients.map(({ id }) => id);
    app.log.error({ err: error, batchId: batch.id, recipients }, 'a message could not be composed');
    const reason = error instanceof Error ? error.message : 'unknown error';
    return noted(course, { ...failed('call'), error: `The message could not be written: ${reason}` });
  }
  return noted(course, await channel.send(app, opened, call, message));
}

/** Decides from an outcome whether the rest is still tried; returns the outcome. */
function noted(course: Course, outcome: Outcome): Outcome {
  const isOnlyThis = outcome.ok || outcome.fault === 'recipient' || outcome.fault === 'call';
  if (isOnlyThis) course.faults = 0;
  else course.faults = outcome.fault === 'sender' ? FAULTS_IN_A_ROW : course.faults + 1;
  course.givenUpFor = isOnlyThis || course.faults < FAULTS_IN_A_ROW ? undefined : outcome;
  return outcome;
}

const untried = (channel: Channel, failure: Failure): Failure => ({
  ...failed(failure.fault),
  error: channel.errorOfUntried(failure),
});

const failed = (fault: Failure['fault']) => ({ ok: false, mayHaveArrived: false, fault }) as const;
