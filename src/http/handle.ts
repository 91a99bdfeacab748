/**
 * The adapter between a route and Node's HTTP server. It turns every error into a response, so it never rejects.
 *
 * - It checks in this order: sender, permission, body, validation. Then it calls the handler. It looks the sender up
 *   when the headers arrive, again if the body arrives later, and once more inside the transaction of a write
 *   (`App.reauthorize`).
 * - This file and `router.ts` correct four faults of polka 0.5: a rejected handler kills the process, parameters are
 *   not decoded, HEAD gets 404, and a wrong method gets 404 instead of 405 with `Allow`.
 * - A response is encoded by its schema, which drops fields that the schema does not name (`lib/encode.ts`). Outside
 *   production, each response is also compared with zod's own encoding.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { parseCookie } from 'cookie';
import * as z from 'zod';
import { type App, inTransaction } from '../app.ts';
import { AppError, type FieldError, notFound } from '../errors.ts';
import { breathe } from '../lib/chunks.ts';
import { attachment } from '../lib/disposition.ts';
import { encode, verifyEncoding } from '../lib/encode.ts';
import { check, refusal } from '../validate.ts';
import { actorOf, clientAddress, isFromHere, refuseForbidden, stillActorOf } from './actor.ts';
import { type Body, readBody, readJson } from './body.ts';
import { etagOf, names } from './etag.ts';
import { commonHeaders, isFromStranger, originOf, requestIdOf } from './headers.ts';
import { hostsOf, refuseHosts, refuseUnknownHost } from './hosts.ts';
import { type Answer, answerClaimed, answerOnce, keyUse, withoutSecrets } from './idempotency.ts';
import { asRefusal, toProblem } from './problem.ts';
import { verifyDeclared } from './refusals.ts';
import { Download, type Exchange, Fixed, Reply, type Route } from './route.ts';
import { type Upload, uploadOf } from './upload.ts';

/** A request after polka has routed it. */
export type Request = IncomingMessage & {
  path: string;
  search: string | null;
  params?: Record<string, string>;
  query: Record<string, string | string[]>;
};

/** The schema of a missing query or body. It is shared, because zod compiles each schema at its first use. */
const Nothing = z.strictObject({});

/** A body of more bytes than this takes milliseconds to parse. */
const LARGE_BODY = 65_536;

/** A client that reads nothing of a download for this long is cut off. */
const STALLED_MS = 120_000;

/**
 * Returns the request handler of a route. If `target` is a function, every request is refused with the error that this
 * function returns.
 */
export function adapt(base: App, target: Route | ((request: Request) => AppError)) {
  const pattern = typeof target === 'function' ? 'none' : target.path;
  const isOurs = hostsOf(base.config);
  return async (request: Request, response: ServerResponse): Promise<void> => {
    const startedAt = performance.now();
    const requestId = requestIdOf(request);
    let app: App = { ...base, request: { id: requestId, ipAddress: clientAddress(request, base.config.trustProxy) } };
    let answer: Answer;
    let code: string | undefined;
    try {
      refuseHosts(request);
      if (typeof target === 'function' || !target.forAnyHost) refuseUnknownHost(request, isOurs);
      if (typeof target === 'function') throw target(request);
      await restOfSmallBody(request);
      app = { ...app, actor: await actorOf(app, target, request) };
      answer = await respond(app, target, request);
    } catch (error) {
      const route = typeof target === 'function' ? undefined : target;
      const reason = reasonOf(app, error, route);
      ({ code } = reason);
      answer = refuse(app, reason);
    }
    await send(app, request, response, answer);
    app.log.info(
      {
        requestId,
        method: request.method,
        route: pattern,
        status: answer.status,
        code,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        actor: app.actor.kind === 'user' ? app.actor.id : undefined,
        key: app.actor.kind === 'user' ? app.actor.key?.id : undefined,
      },
      'request',
    );
  };
}

/**
 * Waits for one turn of the event loop, in which a body that was sent together with its head arrives. Its sender need
 * then be checked only once (see `answerTo`).
 */
async function restOfSmallBody({ method, complete }: Request): Promise<void> {
  if (method !== 'GET' && !complete) await setImmediate();
}

async function respond(base: App, route: Route, request: Request): Promise<Answer> {
  // A foreign website could otherwise sign a person out, or in with the account of somebody else.
  if (route.setsCookie && isFromStranger(base.config, request)) {
    throw new AppError('forbidden', 'A page of another website may not sign anybody in or out here.');
  }
  refuseForbidden(base.actor, route);
  const app = isWrite(base, route) ? { ...base, reauthorize: (app: App) => stillActorOf(app, route) } : base;
  if (!route.takes) return answerTo(app, route, request);
  const upload = uploadOf(request, route.takes);
  try {
    return await answerTo(app, route, request, upload);
  } finally {
    upload.close();
  }
}

/** True if the request may change something, so that its sender must be checked again in the transaction. */
const isWrite = ({ actor }: App, { method }: Route) => method !== 'GET' && actor.kind === 'user';

async function answerTo(sender: App, route: Route, request: Request, upload?: Upload): Promise<Answer> {
  const takesBody = route.method !== 'GET' && !route.rawBody && !upload;
  // If the body had arrived completely before the sender was checked, no second check is needed.
  const isAwaited = takesBody && !request.complete;
  const body = takesBody ? await readJson(request) : undefined;
  // Parsing, validating and handling a large body at once would delay other requests.
  const isLarge = body !== undefined && body.raw.length > LARGE_BODY;
  if (isLarge) await breathe();
  const app = isAwaited && sender.reauthorize ? { ...sender, actor: await sender.reauthorize(sender) } : sender;
  const input = decodeInput(route, request, body);
  if (isLarge) await breathe();
  const exchange = exchangeOf(app, route, request, upload);
  const handle = async (app: App): Promise<Answer> => {
    const result: unknown = await route.handle(app, input, exchange);
    return toAnswer(app, { route, result, request });
  };
  const ifMatch = request.headers['if-match'];
  const reader = route.versionOf ?? route.guardedBy;
  const isGuarded = reader && route.params && ifMatch !== undefined;
  const run = isGuarded
    ? guarded(route, handle, (app) => refuseStale(route, ifMatch, async () => reader.handle(app, input, exchange)))
    : handle;
  const header = route.keyed && request.headers['idempotency-key'];
  const use = keyUse(app, header as string | undefined, [`${route.method} ${request.path}`, body?.raw ?? '']);
  if (!use) return run(app);
  const answer = route.keyed === 'claim' ? answerClaimed : answerOnce;
  return answer(app, use, run, (fresh) => withoutSecrets(fresh, route.secrets));
}

type Run = (app: App) => Promise<Answer>;

/** Wraps the handler so that `guard`, which checks `If-Match`, runs inside the transaction of the handler. */
function guarded({ opensTransaction }: Route, run: Run, guard: (app: App) => Promise<void>): Run {
  if (opensTransaction) {
    return async (app) => {
      // The guard runs twice: before the handler works with files, and again inside the handler's transaction.
      await guard(app);
      return run({ ...app, precondition: guard });
    };
  }
  return (app) =>
    inTransaction(app, async (app) => {
      await guard(app);
      return run(app);
    });
}

function exchangeOf(app: App, { rawBody }: Route, request: Request, upload?: Upload): Exchange {
  const { headers } = request;
  return {
    cookie: (name) => parseCookie(headers.cookie ?? '')[name],
    ownOrigin: () => (isFromStranger(app.config, request) ? undefined : originOf(app.config, request)),
    userAgent: headers['user-agent']?.slice(0, 300) ?? null,
    isFromHere: () => isFromHere(request),
    file: () => {
      if (!upload) throw new Error('This route takes no file.');
      return upload.open();
    },
    header: (name) => [headers[name]].flat()[0],
    raw: () => {
      if (typeof rawBody !== 'object') throw new Error('This route takes no raw body.');
      return readBody(request, rawBody.limit);
    },
  };
}

function decodeInput(route: Route, request: Request, body: Body | undefined) {
  const errors: FieldError[] = [];
  const part = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined;
    const checked = check(schema, value);
    if ('value' in checked) return checked.value;
    errors.push(...checked.errors);
    return undefined;
  };
  const input = {
    params: part(route.params, decodeParams(request.params ?? {})),
    query: route.query || request.search ? part(route.query ?? Nothing, { ...request.query }) : undefined,
    body: body && part(route.body ?? Nothing, body.json),
  };
  if (errors.length > 0) throw refusal(errors);
  return input;
}

/**
 * Returns the decoded path parameters, because polka does not decode them. Raises `not_found` if this is not possible.
 */
function decodeParams(params: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    throw notFound('resource');
  }
}

/** Raises `stale_version` unless `If-Match` names the ETag of the current state. `read` returns the current state. */
async function refuseStale(route: Route, ifMatch: string, read: () => Promise<unknown>): Promise<void> {
  const stale = new AppError(
    'stale_version',
    'Somebody else changed this in the meantime. Your change was not saved. Read it again, then try again.',
  );
  let current: unknown;
  try {
    current = await read();
  } catch (error) {
    if (route.upserts && error instanceof AppError && error.code === 'not_found') throw stale;
    throw error;
  }
  if (!names(ifMatch, etagOf(JSON.stringify(encode((route.versionOf ?? route.guardedBy)?.answer, current))), 'strong'))
    throw stale;
}

type Handled = { route: Route; result: unknown; request: Request };

function toAnswer({ config }: App, { route, result, request }: Handled): Answer {
  if (result instanceof Download) return toFile(result);
  if (result instanceof Fixed)
    return unlessKnown(request, { status: 200, headers: { ...result.headers }, body: result.content });
  const { value, status, headers } =
    result instanceof Reply ? result : new Reply(result, { ...(route.status && { status: route.status }) });
  if (!route.answer) return { status: status ?? 204, headers, body: null };
  const wire = encode(route.answer, value);
  // A value that does not fit its schema is our own fault. Development and tests detect it here.
  if (config.env !== 'production') verifyEncoding(route.answer, value, wire);
  const body = JSON.stringify(wire);
  const answer: Answer = { status: status ?? 200, headers: { 'Content-Type': 'application/json', ...headers }, body };
  if (route.location) answer.headers.Location = route.location(value);
  if (route.versioned || route.versionOf) {
    answer.headers.ETag = etagOf(versionText(route, value, wire) ?? body);
    if (route.method === 'GET') return unlessKnown(request, answer);
  }
  return answer;
}

/** Returns the response, or a 304 with the same headers if the client already has this version. */
function unlessKnown({ headers }: Request, answer: Answer): Answer {
  const ETag = String(answer.headers.ETag ?? '');
  const ifNoneMatch = headers['if-none-match'];
  if (!ifNoneMatch || !names(ifNoneMatch, ETag, 'weak')) return answer;
  // A browser updates its cached response with the headers of the 304, so both must have the same headers.
  const { 'Content-Type': _ofTheBody, ...kept } = answer.headers;
  return { status: 304, headers: kept, body: null };
}

function toFile({ content, contentType, fileName }: Download): Answer {
  const headers = { 'Content-Type': contentType, 'Content-Disposition': attachment(fileName) };
  if (Buffer.isBuffer(content)) return { status: 200, headers, body: content };
  return { status: 200, headers, body: null, file: content };
}

/**
 * Returns the text to hash for the ETag: the resource alone, if the response contains more than the resource. Otherwise
 * returns undefined, and the whole body is hashed.
 */
function versionText({ versionOf, resource }: Route, value: unknown, wire: object): string | undefined {
  if (resource) return JSON.stringify(encode(versionOf?.answer, resource(value)));
  if (!('warnings' in wire)) return undefined;
  const { warnings: _ofThisWrite, ...own } = wire;
  return JSON.stringify(own);
}

/** Returns the refusal for an error. In tests, a refusal that the route does not declare becomes `internal_error`. */
function reasonOf(app: App, error: unknown, route: Route | undefined): AppError {
  const reason = asRefusal(error);
  return route !== undefined && app.config.env === 'test' ? verifyDeclared(route, reason) : reason;
}

function refuse(app: App, reason: AppError): Answer {
  const { status, headers, body } = toProblem(reason, app.request?.id ?? '');
  if (status >= 500)
    app.log.error({ requestId: app.request?.id, code: reason.code, err: reason.cause ?? reason }, 'refused');
  return { status, headers, body };
}

async function send(app: App, request: Request, response: ServerResponse, answer: Answer): Promise<void> {
  const { status, headers, body, file } = answer;
  // The rest of a refused body is read and dropped, so that the client can read the response.
  if (!request.complete) request.resume();
  // Node sends a flat list of headers unchanged, which is faster than setting each header.
  const lines = commonHeaders(app.config, request, headers);
  lines.push('X-Request-Id', app.request?.id ?? '');
  for (const [name, value] of Object.entries(headers)) for (const one of [value].flat()) lines.push(name, one);
  const length = file?.size ?? (body === null ? undefined : Buffer.byteLength(body));
  if (length !== undefined) lines.push('Content-Length', String(length));
  response.writeHead(status, lines);
  if (file && request.method !== 'HEAD') return sendFile(app, response, file.stream);
  file?.stream.destroy();
  response.end(request.method === 'HEAD' || body === null ? undefined : body);
}

/**
 * Sends a file. If the file cannot be read to its end, the connection is cut, so that the client notices the missing
 * part.
 */
async function sendFile(app: App, response: ServerResponse, stream: Readable): Promise<void> {
  response.setTimeout(STALLED_MS, () => response.destroy());
  try {
    await pipeline(stream, response);
  } catch (error) {
    if (isGone(error)) return;
    app.log.error({ requestId: app.request?.id, err: error }, 'a file could not be sent completely');
  }
}

/** True if the error means that the client disconnected, which needs no entry in the log. */
function isGone(error: unknown): boolean {
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
}
