/** Plays scenes against the church, checks each response, and checks the effects. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Church } from './church.ts';
import { faultOfHalves, type Halves, sendHalves } from './halves.ts';
import { faultOf } from './judge.ts';
import { type Draft, makeOut, type Made } from './requests.ts';
import type { Scene } from './scenes.ts';
import { secretIn } from './secrets.ts';
import { type Answer, asCurl, type Request, send } from './send.ts';

/** How often an operation was called, how often it succeeded, and how often it refused with each code. */
type Count = { sent: number; done: number; refused: Map<string, number> };

const MOST_KEPT = 5000;
const LONGEST_TARGET = 200;

/** The counts of a run, and the representations in its responses. */
export type Run = {
  church: Church;
  sent: number;
  counts: Map<string, Count>;
  /** The latest requests, with the times at which each began and ended. */
  latest: { what: string; from: number; to: number }[];
  /** The requests that were running during the longest busy period of the event loop, and when that period ended. */
  beside: { until: number; what: string };
  statuses: Map<number, number>;
  /** Requests that were only half sent. */
  abandoned: { name: string; isLetGo: Promise<unknown> }[];
  /** The representation for each ETag, and the ETag for each representation. */
  seen: { bodies: Map<string, string>; tags: Map<string, string> };
};

/** A response with a fault. */
export class Fault extends Error {
  /**
   * Two faults are of one kind if they have the same operation, and the same message apart from quoted texts and
   * numbers.
   */
  readonly kind: string;

  constructor(what: string, operation: string, steps: readonly string[]) {
    super(`${operation}: ${what}\n${steps.join('\n')}`);
    this.kind = `${operation} ${what.replaceAll(/["“][^"]*["”]|\d+/g, '*').slice(0, 80)}`;
  }
}

export function newRun(church: Church): Run {
  return {
    church,
    sent: 0,
    latest: [],
    abandoned: [],
    beside: { until: 0, what: '' },
    counts: new Map(),
    statuses: new Map(),
    seen: { bodies: new Map(), tags: new Map() },
  };
}

/** Plays a scene. Rejects with a Fault when a response is wrong. */
export async function play(run: Run, { first, rest, isAtOnce, halves }: Scene): Promise<void> {
  const steps: string[] = [];
  if (halves) {
    for (const draft of rest) await playHalves(run, draft, halves);
    return;
  }
  const bound: Record<string, unknown> = {};
  if (first) {
    const { json, status } = await step(run, first, { bound, steps, isAlone: true });
    const id = (json?.user ?? json)?.id as unknown;
    if (status === 201 && id !== undefined) bound['id'] = id;
  } else if (rest.length > 1) Object.assign(bound, rest[0]?.path);
  if (isAtOnce) {
    const ends = await Promise.allSettled(rest.map((draft) => step(run, draft, { bound, steps, isAlone: false })));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return;
  }
  for (const draft of rest) await step(run, draft, { bound, steps, isAlone: true });
}

/** Sends a request in two parts. Throws a fault if a sender who has lost the permission is not refused. */
async function playHalves(run: Run, draft: Draft, halves: Halves): Promise<void> {
  const { church } = run;
  const { made, answer, isLetGo } = await sendHalves(church, draft, halves);
  const { name } = draft.operation;
  const steps = [`# the first half, then ${halves.loss}`, asCurl(church.url, made.request, made.role)];
  if (!answer) {
    run.abandoned.push({ name, isLetGo });
    return;
  }
  tally(run, name, answer);
  const fault =
    faultOfHalves(made, answer, halves) ??
    (answer.status === 408 ? undefined : faultOf(church, made, answer)) ??
    (await unrecorded(run, answer));
  if (fault !== undefined) throw new Fault(fault, name, [...steps, shown(answer)]);
}

/** Checks that a refused request left no entry in the audit log. */
async function unrecorded(run: Run, { status, headers }: Answer): Promise<string | undefined> {
  if (status < 400) return undefined;
  return (await hasEntry(run, headers)) ? 'halves: a refused request has an entry in the audit log' : undefined;
}

async function hasEntry(run: Run, headers: Answer['headers']): Promise<boolean> {
  const { json } = await run.church.ask('GET', '/api/audit-logs?pageSize=200');
  run.sent += 1;
  return json.items.some(({ requestId }: { requestId: string }) => requestId === headers['x-request-id']);
}

/** Returns the names of the half-sent requests whose connections are still open after `within` milliseconds. */
export async function findHeld({ abandoned }: Run, within: number): Promise<string[]> {
  const late = pause(within, 'late', { ref: false });
  const held = abandoned.map(async ({ name, isLetGo }) =>
    (await Promise.race([isLetGo, late])) === 'late' ? [name] : [],
  );
  return (await Promise.all(held)).flat();
}

type Context = { bound: Record<string, unknown>; steps: string[]; isAlone: boolean };

async function step(run: Run, draft: Draft, { bound, steps, isAlone }: Context): Promise<Answer> {
  const { church } = run;
  const made = makeOut(draft, church, bound);
  steps.push(asCurl(church.url, made.request, made.role));
  const answer = await exchanged(run, made, steps);
  church.learn(made, answer);
  const fault =
    faultOf(church, made, answer) ?? faultOfTag(run, made, answer) ?? (await followed(run, made, answer, isAlone));
  if (fault !== undefined) throw new Fault(fault, draft.operation.name, [...steps, shown(answer)]);
  if (answer.json?.code === 'unauthenticated' && !['nobody', 'a wrong token'].includes(made.role))
    await church.renew(made.role);
  return answer;
}

async function exchanged(run: Run, { draft, request }: Made, steps: readonly string[]): Promise<Answer> {
  const answer = await counted(run, draft.operation.name, request).catch((error: unknown) => {
    throw new Fault(`there was no response: ${String(error)}`, draft.operation.name, steps);
  });
  return answer;
}

async function counted(run: Run, name: string, request: Request): Promise<Answer> {
  const from = Date.now();
  const answer = await send(run.church.url, request);
  tally(run, name, answer);
  run.latest.push({ what: `${request.method} ${request.target.slice(0, LONGEST_TARGET)}`, from, to: Date.now() });
  if (run.latest.length > 2 * MOST_KEPT) run.latest = run.latest.slice(-MOST_KEPT);
  return answer;
}

function tally(run: Run, name: string, { status, json }: Answer): void {
  const count = run.counts.get(name) ?? { sent: 0, done: 0, refused: new Map<string, number>() };
  run.counts.set(name, count);
  run.sent += 1;
  count.sent += 1;
  run.statuses.set(status, (run.statuses.get(status) ?? 0) + 1);
  const code = String(json?.code);
  if (status < 300) count.done += 1;
  else count.refused.set(code, (count.refused.get(code) ?? 0) + 1);
}

function shown({ status, headers, body }: Answer): string {
  return `# response ${status} ${headers['content-type'] ?? ''} ${body.toString('utf8').slice(0, 1500)}`;
}

/** Checks that representations of one path have the same ETag if and only if they are equal. */
function faultOfTag(
  { seen }: Run,
  { draft, request }: Made,
  { status, headers, body, json }: Answer,
): string | undefined {
  const tag = headers['etag'];
  if (tag === undefined || status >= 300 || request.method === 'HEAD' || json?.temporaryPassword !== undefined)
    return undefined;
  const { warnings: _ofAWrite, ...own } = (json ?? { text: body.toString('latin1') }) as Record<string, unknown>;
  const path = draft.operation.path;
  const text = JSON.stringify(own);
  const [oldText, oldTag] = [seen.bodies.get(path + tag), seen.tags.get(path + text)];
  seen.bodies.set(path + tag, text);
  seen.tags.set(path + text, tag);
  if (oldText !== undefined && oldText !== text) return 'etag: two representations have the same ETag';
  if (oldTag !== undefined && oldTag !== tag) return 'etag: one representation has two ETags';
  if (seen.bodies.size > 20_000) {
    seen.bodies.clear();
    seen.tags.clear();
  }
  return undefined;
}

/** Checks the effects with further requests, if no other request runs at the same time. */
async function followed(run: Run, made: Made, answer: Answer, isAlone: boolean): Promise<string | undefined> {
  const { operation, isFollowed, twists } = made.draft;
  if (!isFollowed || !isAlone || answer.status >= 300 || twists.some(({ kind }) => kind === 'method')) return undefined;
  // The service processes LINE events after its response.
  if (/notifications\/(?:groups|bindings)/.test(operation.path)) return undefined;
  if (operation.method === 'GET') return (await sameHead(run, made, answer)) ?? notModified(run, made, answer);
  return (
    (await recorded(run, made, answer)) ??
    (await sameReplay(run, made, answer)) ??
    (await staleRefused(run, made)) ??
    readAgain(run, made, answer)
  );
}

/** Checks that HEAD returns the same headers as GET, apart from the time and the request id. */
async function sameHead(run: Run, made: Made, answer: Answer): Promise<string | undefined> {
  if (made.request.method === 'HEAD' || /\/auth\/|health|openapi/.test(made.draft.operation.path)) return undefined;
  const { status, headers } = await counted(run, made.draft.operation.name, { ...made.request, method: 'HEAD' });
  const without = ({ date: _date, 'x-request-id': _id, ...rest }: Answer['headers']) => JSON.stringify(rest);
  // A PDF contains the time at which it was created.
  const isDrawn = answer.headers['content-type'] === 'application/pdf';
  if (status === answer.status && (isDrawn || without(headers) === without(answer.headers))) return undefined;
  return `head: ${status} ${without(headers)} and not ${answer.status} ${without(answer.headers)}`;
}

/**
 * Operations that may succeed without an audit entry. They renew or end a sign-in, receive LINE events or call an AI
 * provider, give what the next step of a sign-in needs, only read a file, or may have nothing to change.
 */
const UNRECORDED =
  /\/api\/(?:auth\/(?:refresh|logout)|webhooks|ai)|\/(?:enable|disable|issue|link|file|check|preview|usual|authenticator|(?:registration-)?options)$/;

/** Checks that the audit log has an entry with the id of the request. */
async function recorded(run: Run, { draft }: Made, { headers }: Answer): Promise<string | undefined> {
  if (UNRECORDED.test(draft.operation.path) || headers['idempotency-replayed'] !== undefined) return undefined;
  const { json } = await run.church.ask('GET', '/api/audit-logs?pageSize=200');
  run.sent += 1;
  const secret = secretIn(JSON.stringify(json));
  if (secret !== undefined) return `audit: an entry contains ${secret}`;
  const isThere = json.items.some(({ requestId }: { requestId: string }) => requestId === headers['x-request-id']);
  return isThere ? undefined : 'audit: no entry records the request';
}

/** Checks that If-None-Match with the current ETag gets a 304. */
async function notModified(run: Run, { draft, request }: Made, { headers }: Answer): Promise<string | undefined> {
  const tag = headers['etag'];
  if (tag === undefined || /docs|openapi/.test(draft.operation.path)) return undefined;
  const known = { ...request, headers: { ...request.headers, 'if-none-match': tag } };
  const { status } = await counted(run, draft.operation.name, known);
  return status === 304 ? undefined : `etag: If-None-Match got ${status}`;
}

/**
 * Checks that a write with a stale If-Match is refused. If the record or the sender no longer exists, the refusal is
 * 404 or 401.
 */
async function staleRefused(run: Run, { draft, request }: Made): Promise<string | undefined> {
  const takesTag = draft.operation.parameters.some(({ name }) => name === 'If-Match');
  // The service checks the idempotency key first.
  if (!takesTag || request.headers['idempotency-key'] !== undefined) return undefined;
  const stale = { ...request, headers: { ...request.headers, 'if-match': '"stale"' } };
  const { status, json } = await counted(run, draft.operation.name, stale);
  const isRefused = status === 412 ? json.code === 'stale_version' : status === 404 || status === 401;
  return isRefused ? undefined : `etag: a stale If-Match got ${status}`;
}

/**
 * Checks that repeating a request with its idempotency key gets the same response without the secrets, and that a
 * different body with that key is refused.
 */
async function sameReplay(run: Run, { draft, request }: Made, answer: Answer): Promise<string | undefined> {
  const takesKey = draft.operation.parameters.some(({ name }) => name === 'Idempotency-Key');
  if (!takesKey || request.headers['idempotency-key'] === undefined || request.headers['if-match'] !== undefined)
    return undefined;
  const again = await counted(run, draft.operation.name, request);
  const isSame = bare(again.json) === bare(answer.json) && again.status === answer.status;
  if (!isSame || again.headers['idempotency-replayed'] !== 'true')
    return `replay: got ${again.status} ${bare(again.json)} and not ${answer.status} ${bare(answer.json)}`;
  const other = {
    ...request,
    body: Buffer.concat([request.body ?? Buffer.from('{}'), Buffer.from(' ')]),
    headers: { ...request.headers, 'content-type': 'application/json' },
  };
  const { status, json } = await counted(run, draft.operation.name, other);
  return status === 409 && json.code === 'idempotency_key_reused'
    ? undefined
    : `replay: another body with the same key got ${status}`;
}

/** Returns the text of a response without the fields that are shown only once. */
function bare(json: unknown): string {
  return JSON.stringify(json, (name, value: unknown) =>
    ['temporaryPassword', 'url', 'code'].includes(name) ? null : value,
  );
}

/**
 * Checks that reading the written record returns the same content and ETag as the write. If the write returned a
 * Location, the record is read there.
 */
async function readAgain(run: Run, made: Made, answer: Answer): Promise<string | undefined> {
  const { document, ask } = run.church;
  const { operation } = made.draft;
  const tag = answer.headers['etag'];
  if (tag === undefined) return operation.method === 'DELETE' ? gone(run, made) : undefined;
  const path = operation.path.replace(/^(.*\})\/.*$/, '$1');
  const isThere = document.operations.some(({ name }) => name === `GET ${path}`);
  const { warnings: _ofAWrite, ...written } = answer.json?.user ?? answer.json;
  // A merge returns the surviving member.
  const own = typeof written.id === 'number' ? path.replace('{id}', String(written.id)) : undefined;
  const asked = (made.request.target.split('?')[0] ?? '').split('/').slice(0, path.split('/').length).join('/');
  const target = answer.headers['location'] ?? (isThere ? (own ?? asked) : undefined);
  if (target === undefined) return undefined;
  const read = await ask('GET', target.replace(/^https?:\/\/[^/]+/, ''));
  run.sent += 1;
  if (read.status !== 200) return `afterwards: ${target} got ${read.status}`;
  if (JSON.stringify(read.json) !== JSON.stringify(written))
    return `afterwards: read ${JSON.stringify(read.json)} and not ${JSON.stringify(written)}`;
  return read.headers['etag'] === tag ? undefined : 'afterwards: the read ETag differs from that of the write';
}

/** Checks that a deleted record can no longer be read. */
async function gone(run: Run, { request, draft }: Made): Promise<string | undefined> {
  const isRead = run.church.document.operations.some(({ name }) => name === `GET ${draft.operation.path}`);
  if (!isRead) return undefined;
  const { status } = await run.church.ask('GET', request.target.split('?')[0] ?? '');
  run.sent += 1;
  return status === 404 ? undefined : `afterwards: reading the deleted record gets ${status}`;
}

/**
 * Returns the longest time for which the service was busy with one task, and a text that also names the requests that
 * were running during that time.
 */
export function stallOf(run: Run): { ms: number; text: string } {
  const { still, busy } = run.church.longestStalls();
  if (busy.until !== run.beside.until) {
    const during = run.latest.filter(({ from, to }) => from <= busy.until && to >= busy.until - busy.ms);
    run.beside = { until: busy.until, what: [...new Set(during.map(({ what }) => what))].join(', ') };
  }
  const text = `The event loop was busy for at most ${busy.ms} ms (${run.beside.what}), and blocked for at most ${still.ms} ms`;
  return { ms: busy.ms, text };
}
