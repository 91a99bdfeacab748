/** Sends what waits in the outbox to the service. */
import type { Problem } from '../../../client/client.ts';
import { tidy } from '../../../lib/text.ts';
import { client } from '../../session/api.ts';
import { type Gift, hideGift, showGift } from '../queries.ts';
import { bodyOfGift } from './gift.ts';
import type { Delivery, Entry, Deed } from './entry.ts';
import type { GiftBody } from './row.ts';

type Warning = { code: string; duplicateOf?: number | null };

/** Other remarks of the service about a gift that it accepted. */
export type OnWarning = (entry: Entry, warnings: readonly Warning[]) => void;

/** Returns a sender that also shows the service's answers. */
export function sender(onWarning: OnWarning) {
  return async (entry: Entry, deed: Deed): Promise<Delivery> => {
    try {
      if (deed.kind === 'create') return await create(entry, deed.body, onWarning);
      return await correct(entry, deed);
    } catch {
      // There was no answer: the network or the service is down.
      return { outcome: 'again' };
    }
  };
}

async function create(
  { key, sessionId, date, ...entry }: Entry,
  body: GiftBody,
  onWarning: OnWarning,
): Promise<Delivery> {
  const { data, error, response } = await client.POST('/api/givings', {
    body: { ...body, sessionId, date, entryKey: key },
  });
  if (error) return afterError(error, response);
  const { warnings = [], ...gift } = data;
  await showGift(sessionId, gift);
  // The service answers 200 with the gift that has this key, whatever was sent. Somebody may have changed it since.
  if (response.status === 200 && !isSame(gift, body)) {
    return { outcome: 'refused', problem: stale(gift), givingId: gift.id };
  }
  if (warnings.length > 0) onWarning({ key, sessionId, date, ...entry }, warnings);
  return { outcome: 'done', givingId: gift.id, body: bodyOfGift(gift) };
}

/** Changes or deletes a gift, if it is still as the person saw it. */
async function correct(entry: Entry, deed: Exclude<Deed, { kind: 'create' }>): Promise<Delivery> {
  const id = entry.givingId ?? 0;
  const { data, error, response } = await client.GET('/api/givings/{id}', { params: { path: { id } } });
  if (error?.status === 404) return afterMissing(entry, deed.kind, error);
  if (error) return afterError(error, response);
  if (deed.kind === 'change' && isSame(data, deed.body)) return done(entry, data);
  if (entry.seen && !isSame(data, entry.seen)) {
    await showGift(entry.sessionId, data);
    return { outcome: 'refused', problem: stale(data) };
  }
  const header = { 'If-Match': response.headers.get('ETag') ?? '' };
  return deed.kind === 'delete' ? remove(entry, header) : change(entry, deed.body, header);
}

async function change(entry: Entry, body: GiftBody, header: { 'If-Match': string }): Promise<Delivery> {
  const { sessionId, date } = entry;
  const { data, error, response } = await client.PUT('/api/givings/{id}', {
    params: { path: { id: entry.givingId ?? 0 }, header },
    body: { ...body, sessionId, date },
  });
  // Somebody was faster by a moment, so it is compared again.
  if (error?.code === 'stale_version') return { outcome: 'again', afterMs: 0 };
  if (error?.status === 404) return afterMissing(entry, 'change', error);
  return error ? afterError(error, response) : done(entry, data);
}

async function remove(entry: Entry, header: { 'If-Match': string }): Promise<Delivery> {
  const { error, response } = await client.DELETE('/api/givings/{id}', {
    params: { path: { id: entry.givingId ?? 0 }, header },
  });
  if (error?.code === 'stale_version') return { outcome: 'again', afterMs: 0 };
  if (error?.status === 404) return afterMissing(entry, 'delete', error);
  return error ? afterError(error, response) : done(entry, null);
}

/**
 * A missing gift was deleted, so a deletion has nothing left to do; or its offering was submitted, so that a counter
 * sees neither, and the gift is unchanged in the books.
 */
async function afterMissing(entry: Entry, kind: 'change' | 'delete', problem: Problem): Promise<Delivery> {
  const path = { id: entry.sessionId };
  const { data, error, response } = await client.GET('/api/offering-sessions/{id}', { params: { path } });
  if (error && error.status !== 404) return afterError(error, response);
  // Who submitted it can still see it for a day.
  const isThere = data?.givings.some(({ id }) => id === entry.givingId) ?? true;
  if (isThere) return { outcome: 'refused', problem: { ...problem, status: 409, code: 'session_locked' } };
  return kind === 'delete' ? done(entry, null) : { outcome: 'refused', problem };
}

async function done(entry: Entry, gift: Gift | null): Promise<Delivery> {
  if (gift) await showGift(entry.sessionId, gift);
  else if (entry.givingId !== null) await hideGift(entry.sessionId, entry.givingId);
  return { outcome: 'done', givingId: gift?.id ?? null, ...(gift && { body: bodyOfGift(gift) }) };
}

/** Temporary errors are tried again; the person must see others. */
function afterError(problem: Problem, response: Response): Delivery {
  if (problem.status === 401) return { outcome: 'signedOut' };
  if (problem.status !== 429 && problem.status !== 408 && problem.status < 500) return { outcome: 'refused', problem };
  const seconds = Number(response.headers.get('Retry-After'));
  return { outcome: 'again', afterMs: seconds > 0 ? seconds * 1000 : undefined };
}

function isSame(gift: Gift, body: GiftBody): boolean {
  return JSON.stringify(sorted(bodyOfGift(gift))) === JSON.stringify(sorted(body));
}

/** Texts as the service stores them. */
function sorted(body: GiftBody): [string, unknown][] {
  return Object.entries(body)
    .map(([name, value]): [string, unknown] => [name, typeof value === 'string' ? tidy(value) : value])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Shows both versions: what was typed stays, and the problem carries what the service has. */
function stale(gift: Gift): Problem {
  return {
    type: 'about:blank',
    title: '',
    status: 412,
    code: 'stale_version',
    detail: '',
    requestId: '',
    current: bodyOfGift(gift),
  } as Problem;
}
