/** Tries messages again that wait, while the service runs, and lists the ones that are in doubt after a crash. */
import { setTimeout as pause } from 'node:timers/promises';
import { type App, inBackground, inTransaction, later, now } from '../../app.ts';
import { AppError } from '../../errors.ts';
import { listDueBatches, listSendingBatches, postponeRest } from './batch-queries.ts';
import { continueBatch } from './batches.ts';
import { holdBatch } from './lock.ts';
import { settleDoubtful } from './resumption.ts';

const LOOK_MS = 5000;
/** How long messages wait that could not be tried, because e-mail is not set up any more or the database was busy. */
const TROUBLE_MS = 900_000;

/** Tries messages again whose time has come, until the app begins to close. */
export function keepTryingAgain(app: App): void {
  const system: App = { ...app, actor: { kind: 'system', name: 'messages' }, request: null };
  inBackground(system, async () => {
    await listDoubtful(system);
    await tryAgainUntilEnd(system, LOOK_MS);
  });
}

/** Lists e-mails as `unknown` that were being sent when the service died. */
export async function listDoubtful(app: App): Promise<void> {
  for (const id of await listSendingBatches(app.db, 'Email')) {
    await unlessHeld(app, id, () => inTransaction(app, (app) => settleDoubtful(app, id, 'Email')));
  }
}

/** Looks at this interval for messages whose time has come. */
export async function tryAgainUntilEnd(app: App, lookMs: number): Promise<void> {
  const { ending } = app.background;
  const running = new Set<string>();
  while (!ending.aborted) {
    const due = await listDueBatches(app.db, now(app)).catch((error: unknown) => {
      app.log.error({ err: error }, 'the messages that wait could not be read');
      return [];
    });
    for (const id of due.filter((one) => !running.has(one))) {
      running.add(id);
      inBackground(app, () => tryAgain(app, id).finally(() => running.delete(id)));
    }
    await pause(lookMs, undefined, { ref: false, signal: ending }).catch(() => {});
  }
}

async function tryAgain(app: App, id: string): Promise<void> {
  try {
    await continueBatch(app, id);
  } catch (error) {
    // Somebody resumes the batch just now.
    if (error instanceof AppError && error.code === 'unavailable') return;
    app.log.error({ err: error, batchId: id }, 'messages could not be tried again');
    const waitsFor = error instanceof AppError ? error.message : 'Vestry could not try the message again. See its log.';
    const delay = { channel: 'Email', isDueOnly: true, nextTryAt: later(app, TROUBLE_MS), waitsFor } as const;
    await inTransaction(app, ({ db }) => postponeRest(db, id, delay));
  }
}

/** Does the work while nobody sends the batch. Does nothing if somebody does. */
async function unlessHeld(app: App, id: string, work: () => Promise<void>): Promise<void> {
  let release: () => void;
  try {
    release = holdBatch(app, id);
  } catch (error) {
    if (error instanceof AppError) return;
    throw error;
  }
  try {
    await work();
  } finally {
    release();
  }
}
