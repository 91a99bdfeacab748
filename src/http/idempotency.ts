/**
 * `Idempotency-Key`: the response to a call is stored in the transaction of its write, and a repeated call with the
 * same key gets the stored response. Routes that hash passwords or send messages are slow and declare `keyed: 'claim'`.
 * For them, one transaction claims the key before the slow work, and another stores the response after it.
 */
import type { Readable } from 'node:stream';
import { afterTheFact, type App, inTransaction, later, now, type Subject } from '../app.ts';
import { RESULTS, subjectsText } from '../db/kept-answers.ts';
import { AppError, badField } from '../errors.ts';
import { sha256Hex } from '../lib/secret.ts';

const KEPT_MS = 24 * 3_600_000;
const FORM = /^[\x21-\x7e]{1,255}$/;

/** A response as it is sent. If there is a `file`, it is streamed in place of the body. */
export type Answer = {
  status: number;
  headers: Record<string, string | readonly string[]>;
  body: string | Buffer | null;
  file?: { size: number; stream: Readable };
};

/** One use of an idempotency key: its user, the key, and a hash of the request. */
export type KeyUse = { userId: number; key: string; requestHash: string };

/**
 * Returns the use of the idempotency key in a header. Returns undefined without a header, or if the actor is not a
 * user. Raises `validation_failed` for a key that is not valid.
 */
export function keyUse(app: App, header: string | undefined, request: (string | Uint8Array)[]): KeyUse | undefined {
  if (header === undefined || app.actor.kind !== 'user') return undefined;
  if (!FORM.test(header)) {
    throw badField('Idempotency-Key', 'invalid_header', 'must have 1 to 255 visible ASCII characters');
  }
  const { id: userId, key: programKey } = app.actor;
  // A program with fewer permissions must not get the response that its owner got. No header contains a space.
  const key = programKey ? `program ${programKey.id} ${header}` : header;
  return { userId, key, requestHash: sha256Hex(request.map(sha256Hex).join()) };
}

/**
 * Calls `answer` and stores its response in the same transaction. If a response is already stored, returns that one and
 * does not call `answer`. A refusal stores nothing.
 */
export function answerOnce(app: App, use: KeyUse, answer: (app: App) => Promise<Answer>, kept: (a: Answer) => Answer) {
  return inTransaction(app, async (app) => {
    const replay = await claim(app, use);
    if (replay) return replay;
    const { heard, listening } = listen(app);
    const fresh = await answer(listening);
    await complete(app, use, { ...kept(fresh), subjects: heard });
    return fresh;
  });
}

/**
 * Returns a copy of the app, and the list `heard`. The handler calls `about` of the copy with the records in its response.
 * `about` adds them to the list.
 */
function listen(app: App): { heard: Subject[]; listening: App } {
  const heard: Subject[] = [];
  return { heard, listening: { ...app, about: (subjects) => heard.push(...subjects) } };
}

/**
 * Claims the key, calls `answer` outside any transaction, and then stores the response. If a response is already
 * stored, returns that one and does not call `answer`. This is for slow work, during which no transaction may stay
 * open.
 */
export async function answerClaimed(
  app: App,
  use: KeyUse,
  answer: (app: App) => Promise<Answer>,
  kept: (a: Answer) => Answer,
): Promise<Answer> {
  const replay = await inTransaction(app, (app) => claim(app, use));
  if (replay) return replay;
  const { heard, listening } = listen(app);
  const keepsBatch = { ...listening, onBatch: (app: App, batchId: string) => linkBatch(app, use, batchId) };
  const fresh = await answer(keepsBatch).catch(async (error: unknown) => {
    // A key with a batch stays claimed: messages may have been sent, and the batch can be resumed. Releasing the key
    // would let a repeated call send them twice.
    await inTransaction(afterTheFact(app), (app) => release(app, use, 'unlinked'));
    throw error;
  });
  try {
    await inTransaction(afterTheFact(app), (app) => complete(app, use, { ...kept(fresh), subjects: heard }));
  } catch (error) {
    // The work is done, so the caller gets the response. The key stays claimed, so a repeated call does nothing.
    app.log.error(
      { err: error, requestId: app.request?.id },
      'the response for an Idempotency-Key could not be stored',
    );
  }
  return fresh;
}

/**
 * Returns the results of a batch whose request was cut off. Returns undefined until the rest of the batch has been
 * sent.
 */
async function resultOf(app: App, batchId: string): Promise<Answer | undefined> {
  for (const resultOf of await app.declared(RESULTS)) {
    const body = await resultOf(app, batchId);
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Replayed': 'true' };
    if (body !== undefined) return { status: 200, headers, body: JSON.stringify(body) };
  }
  return undefined;
}

/**
 * Claims the key, or returns the response stored for it. Raises `idempotency_key_reused` and `idempotency_in_progress`.
 * Raises `not_found` if the stored response has been erased.
 */
async function claim(app: App, use: KeyUse): Promise<Answer | undefined> {
  const { userId, key, requestHash } = use;
  const row = await app.db
    .selectFrom('idempotencyKeys')
    .selectAll()
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  const isLive = row !== undefined && row.createdAt > later(app, -KEPT_MS);
  if (isLive && row.requestHash !== requestHash) {
    throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used for another request. Use a new one.');
  }
  const finished = isLive && row.state === 'claimed' && row.batchId !== null && (await resultOf(app, row.batchId));
  if (finished) return finished;
  if (isLive && row.state === 'claimed') {
    const resume = row.batchId === null ? '' : ` If it was cut off: vestry notify resume ${row.batchId}`;
    throw new AppError(
      'idempotency_in_progress',
      `The first request with this Idempotency-Key has not finished yet.${resume}`,
      { extra: row.batchId === null ? {} : { batchId: row.batchId } },
    );
  }
  if (isLive && row.status !== null && row.headers === null) {
    throw new AppError('not_found', 'What was created with this Idempotency-Key has been erased.');
  }
  if (isLive && row.status !== null) {
    const headers = JSON.parse(row.headers ?? '{}') as Record<string, string>;
    return { status: row.status, headers: { ...headers, 'Idempotency-Replayed': 'true' }, body: row.body };
  }
  await release(app, use);
  await app.db
    .insertInto('idempotencyKeys')
    .values({ userId, key, requestHash, state: 'claimed', createdAt: now(app) })
    .execute();
  return undefined;
}

type Kept = Answer & { subjects: readonly Subject[] };

async function complete(app: App, { userId, key }: KeyUse, { status, headers, body, subjects }: Kept): Promise<void> {
  const answer = { status, headers: JSON.stringify(headers), body: body === null ? null : String(body) };
  await app.db
    .updateTable('idempotencyKeys')
    .set({ state: 'done', ...answer, subjects: subjectsText(subjects) })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .execute();
}

async function linkBatch(app: App, { userId, key }: KeyUse, batchId: string): Promise<void> {
  await app.db
    .updateTable('idempotencyKeys')
    .set({ batchId })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .execute();
}

async function release(app: App, { userId, key }: KeyUse, which: 'any' | 'unlinked' = 'any'): Promise<void> {
  let rows = app.db.deleteFrom('idempotencyKeys').where('userId', '=', userId).where('key', '=', key);
  if (which === 'unlinked') rows = rows.where('batchId', 'is', null);
  await rows.execute();
}

/**
 * Releases the keys that an earlier process claimed and whose work it did not finish, so that the calls can be repeated.
 * A key with a batch stays claimed, because the batch can be resumed. Must be called before the first request.
 */
export function endOldClaims(app: App): Promise<void> {
  return inTransaction(app, async ({ db }) => {
    await db.deleteFrom('idempotencyKeys').where('state', '=', 'claimed').where('batchId', 'is', null).execute();
  });
}

/** Deletes idempotency keys that are more than 24 hours old. */
export function forgetOldKeys(app: App): Promise<void> {
  const limit = later(app, -KEPT_MS);
  return inTransaction(app, async ({ db }) => {
    await db.deleteFrom('idempotencyKeys').where('createdAt', '<', limit).execute();
  });
}

/** Returns the response without its secrets: the values at these dotted paths in its JSON become null. */
export function withoutSecrets(answer: Answer, secrets: readonly string[] | undefined): Answer {
  if (!secrets || answer.body === null) return answer;
  const body = JSON.parse(String(answer.body)) as Record<string, unknown>;
  for (const path of secrets) {
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    const holder = steps.reduce<Record<string, unknown> | undefined>(
      (value, step) => value?.[step] as Record<string, unknown> | undefined,
      body,
    );
    if (holder) holder[last] = null;
  }
  return { ...answer, body: JSON.stringify(body) };
}
