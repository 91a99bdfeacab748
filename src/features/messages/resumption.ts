/** What a process that died left of a batch, and what is to be sent again. */
import { randomUUID } from 'node:crypto';
import { type App, now } from '../../app.ts';
import type { LineContent } from './line/channel.ts';
import {
  type BatchRow,
  giveKeys,
  keepOutcome,
  listDoubtful,
  listSetBack,
  markPending,
  reopenBatch,
} from './queries.ts';

/** LINE documentation, "Retry failed API requests": so long LINE knows a key again. An hour less, for safety. */
const KEY_KNOWN_MS = 23 * 3_600_000;
const IN_DOUBT =
  'It was being handed over when the service stopped. Whether it arrived is not known, so it is not sent again.';
const DELETED = 'The member was deleted before the message went out.';

/**
 * Puts in order what is to be sent of a batch, in a transaction; returns how many recipients are taken up again. Of those who
 * were on their way, an e-mail is not repeated, because nobody knows whether it arrived; a call to LINE is, as long as LINE
 * knows by its key whether it had taken it. The same holds for what failed without an answer, when that is to be retried.
 */
export async function takeUp(app: App, batch: BatchRow, retriesFailed: boolean): Promise<number> {
  const { db } = app;
  const at = now(app);
  const isKeyKnown = app.clock.now().getTime() - Date.parse(batch.createdAt) < KEY_KNOWN_MS;
  const fail = (ids: readonly number[], error: string, mayHaveArrived: boolean) =>
    keepOutcome(db, ids, { at, outcome: { ok: false, error, mayHaveArrived } });
  await fail(await listDoubtful(db, batch.id, 'Email'), IN_DOUBT, true);
  const calls = await listDoubtful(db, batch.id, 'Line');
  if (isKeyKnown) await markPending(db, calls);
  else await fail(calls, IN_DOUBT, true);
  const again = retriesFailed ? await retry(app, batch, isKeyKnown) : 0;
  const { deletedIds } = await listSetBack(db, batch.id);
  await fail(deletedIds, DELETED, false);
  await reopenBatch(db, batch.id);
  return again;
}

/** Takes up again what certainly did not arrive, and what LINE will tell by its key. */
async function retry({ db }: App, batch: BatchRow, isKeyKnown: boolean): Promise<number> {
  const { failed } = await listSetBack(db, batch.id);
  // Whom LINE did not reach got an e-mail in its place.
  const hasInstead = (JSON.parse(batch.content) as Partial<LineContent>).fallbackToEmail === true;
  const certain = failed.filter(({ mayHaveArrived }) => mayHaveArrived === 0);
  const emails = certain.filter(({ channel }) => channel === 'Email').map(({ id }) => id);
  const calls = hasInstead ? [] : certain.filter(({ channel }) => channel === 'Line').map(({ id }) => id);
  const unanswered = failed.filter(({ channel, mayHaveArrived }) => channel === 'Line' && mayHaveArrived === 1);
  const repeated = isKeyKnown ? unanswered.map(({ id }) => id) : [];
  await markPending(db, [...emails, ...calls, ...repeated]);
  // Others of their call may have got it, so they get calls of their own.
  await giveKeys(db, calls, randomUUID);
  return emails.length + calls.length + repeated.length;
}
