/**
 * Sends a batch over any channel. A worker claims its first call in a transaction. After each call, one transaction
 * stores the outcome and claims the next call. If the process dies, only the outcomes of the calls that were running
 * are unknown.
 */
import { type App, inTransaction } from '../../app.ts';
import { type BatchRow, countPending } from './batch-queries.ts';
import type { Call, Channel, Failure, Outcome, Which } from './channel.ts';
import { CHANNEL_NAMES, CHANNELS } from './channels.ts';
import { announceFailed } from './failed.ts';
import type { Progress } from './schema.ts';

/** After this many calls in a row that did not reach the server, the remaining recipients are not tried. */
const FAULTS_IN_A_ROW = 10;

/**
 * Sends the pending messages of a batch until all were tried or the app begins to close. Sends first over the channel
 * of the batch, and then over other channels to recipients whom the first channel did not reach. Raises
 * `not_configured`.
 */
export async function workOff(app: App, batch: BatchRow, which: Which, progress?: Progress): Promise<void> {
  for (const name of new Set([batch.channel, ...CHANNEL_NAMES])) {
    const total = await countPending(app.db, batch.id, name);
    if (total > 0) await sendOver(app, await CHANNELS[name].load(), { batch, which, total, progress });
  }
}

type Task = { batch: BatchRow; which: Which; total: number; progress?: Progress | undefined };

/** Sends the pending messages of a batch over one channel, several at a time. Raises the errors of `channel.open`. */
export async function sendOver(app: App, channel: Channel, task: Task): Promise<void> {
  const opened = await channel.open(app, task.batch, task.which);
  const course: Course = { ...task, channel, opened, done: 0, faults: 0, givenUpFor: undefined, hasNewCalls: false };
  try {
    do {
      course.hasNewCalls = false;
      await runWorkers(Math.min(channel.callsAtOnce(opened), task.total), () => work(app, course));
    } while (course.hasNewCalls);
  } finally {
    channel.close?.(opened);
  }
}

type Course = Task & {
  channel: Channel;
  opened: unknown;
  done: number;
  /** How many calls in a row did not reach the server. */
  faults: number;
  /**
   * The failure that stopped the batch. The remaining recipients are then not tried. Undefined if no failure has
   * stopped the batch.
   */
  givenUpFor: Failure | undefined;
  /** True if a call was split into several. The workers must then start again, because some may have ended already. */
  hasNewCalls: boolean;
};

/**
 * Waits until all workers have ended. If any workers failed, raises the error of the first failed worker in the list.
 */
async function runWorkers(count: number, work: () => Promise<void>): Promise<void> {
  const ends = await Promise.allSettled(Array.from({ length: count }, work));
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken) throw broken.reason;
}

async function work(app: App, course: Course): Promise<void> {
  const { batch, channel, opened } = course;
  const claim = (app: App) => (app.background.ending.aborted ? undefined : channel.claim(app, opened, batch));
  let next = await inTransaction(app, async (app) => claim(app));
  while (next) {
    const call = next;
    const outcome = course.givenUpFor ? untried(channel, course.givenUpFor) : await attempt(app, course, call);
    // The database is closing, so the outcome cannot be stored. The recipients stay `sending`.
    if (app.background.over.aborted) {
      channel.kept?.(opened, call);
      return;
    }
    const { kept, claimed } = await inTransaction(app, async (app) => {
      const kept = await channel.keep(app, opened, call, outcome);
      if (kept === 'kept' && !outcome.ok && outcome.fault !== 'later')
        await announceFailed(
          app,
          call.recipients.map(({ id }) => id),
        );
      return { kept, claimed: kept === 'split' ? undefined : await claim(app) };
    });
    channel.kept?.(opened, call);
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

/** Decides, based on an outcome, whether the remaining recipients are tried, and returns that outcome. */
function noted(course: Course, outcome: Outcome): Outcome {
  const isOnlyThis = outcome.ok || !(outcome.fault === 'server' || outcome.fault === 'sender');
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
