/** Sends the deeds of the outbox to the service. */
import type { Problem } from '../../../client/client.ts';
import { tidy } from '../../../lib/text.ts';
import { client } from '../../session/api.ts';
import { type Gift, hideGift, showGift } from '../queries.ts';
import { bodyOfGift } from './gift.ts';
import type { Delivery, Entry, Deed } from './entry.ts';
import type { GiftBody } from './row.ts';

type Warning = { code: string; duplicateOf?: number | null };

/** Called with the warnings of the service about a new gift. The gift was accepted. */
export type OnWarning = (entry: Entry, warnings: readonly Warning[]) => void;

/** Returns a function that sends a deed, updates the displayed offering from the response, and returns the result. */
export function sender(onWarning: OnWarning) {
  return async (entry: Entry, deed: Deed): Promise<Delivery> => {
    try {
      if (deed.kind === 'create') return await create(entry, deed.body, onWarning);
      return await correct(entry, deed);
    } catch {
      // There was no response, because the network or the service is down.
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
  // Status 200 means that a gift with this key was already stored. Somebody may have changed that gift since then.
  if (response.status === 200 && !isSame(gift, body)) {
    return { outcome: 'refused', problem: stale(gift), givingId: gift.id };
  }
  if (warnings.length > 0) onWarning({ key, sessionId, date, ...entry }, warnings);
  return { outcome: 'done', givingId: gift.id, body: bodyOfGift(gift) };
}

/** Changes or deletes a gift. If somebody else changed the gift since the person saw it, returns a refusal instead. */
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
  // Somebody changed the gift after `correct` read it. The next attempt reads and compares the gift again.
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
 * Returns the result of a change or deletion when the service did not find the gift. If somebody else deleted the gift,
 * a deletion counts as done, and a change is refused. If the offering was submitted, a counter can no longer see its
 * gifts, and both are refused.
 */
async function afterMissing(entry: Entry, kind: 'change' | 'delete', problem: Problem): Promise<Delivery> {
  const path = { id: entry.sessionId };
  const { data, error, response } = await client.GET('/api/offering-sessions/{id}', { params: { path } });
  if (error && error.status !== 404) return afterError(error, response);
  // The person who submitted an offering can still see it for a day. If the offering is hidden, the gift is assumed to
  // exist.
  const isThere = data?.givings.some(({ id }) => id === entry.givingId) ?? true;
  if (isThere) return { outcome: 'refused', problem: { ...problem, status: 409, code: 'session_locked' } };
  return kind === 'delete' ? done(entry, null) : { outcome: 'refused', problem };
}

async function done(entry: Entry, gift: Gift | null): Promise<Delivery> {
  if (gift) await showGift(entry.sessionId, gift);
  else if (entry.givingId !== null) await hideGift(entry.sessionId, entry.givingId);
  return { outcome: 'done', givingId: gift?.id ?? null, ...(gift && { body: bodyOfGift(gift) }) };
}

/** Returns the result for an error. After a temporary error, the deed is sent again. Other errors are refusals. */
function afterError(problem: Problem, response: Response): Delivery {
  if (problem.status === 401) return { outcome: 'signedOut' };
  if (problem.status !== 429 && problem.status !== 408 && problem.status < 500) return { outcome: 'refused', problem };
  const seconds = Number(response.headers.get('Retry-After'));
  return { outcome: 'again', afterMs: seconds > 0 ? seconds * 1000 : undefined };
}

function isSame(gift: Gift, body: GiftBody): boolean {
  return JSON.stringify(sorted(bodyOfGift(gift))) === JSON.stringify(sorted(body));
}

/** Returns the fields in a fixed order, with texts tidied as the service tidies them, so that gifts can be compared. */
function sorted(body: GiftBody): [string, unknown][] {
  return Object.entries(body)
    .map(([name, value]): [string, unknown] => [name, typeof value === 'string' ? tidy(value) : value])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Returns the problem for a gift that somebody else changed. The row keeps the typed gift and also shows `current`, the
 * gift in the books.
 */
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
