/** The checks that every response must pass, whatever the request was. */
import { codesOf } from './document.ts';
import type { Church } from './church.ts';
import { rolesFor } from './permissions.ts';
import type { Made } from './requests.ts';
import { ELSEWHERE } from './twists.ts';
import { secretInAnswer } from './secrets.ts';
import type { Answer } from './send.ts';

/** Refusals of a malformed request. Any operation may return them, so the document does not list them. */
const ANYWHERE = new Set([
  'malformed_json',
  'not_found',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
]);

/**
 * The server errors that a sound service may return: the fake AI provider gives no usable answer, and there is no place
 * for copies off the computer.
 */
const EXPECTED: ReadonlySet<string> = new Set([
  'POST /api/ai/suggest-expense-category not_configured',
  'POST /api/ai/suggest-expense-category unavailable',
  'POST /api/backup-target/go not_configured',
  'POST /api/backup-target/send not_configured',
  'POST /api/backup-target/test not_configured',
]);

const ALWAYS: Readonly<Record<string, RegExp>> = {
  'x-request-id': /^[\x21-\x7e]{1,64}$/,
  'cache-control': /^no-(?:store|cache)/,
  'referrer-policy': /^no-referrer$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'content-security-policy': /default-src 'none'/,
};

/** Returns the first fault of a response, or undefined. */
export function faultOf(church: Church, made: Made, answer: Answer): string | undefined {
  const checks = [
    faultOfStatus,
    faultOfAccess,
    faultOfHeaders,
    faultOfBody,
    faultOfRefusal,
    faultOfNumbers,
    faultOfEcho,
    faultOfPage,
    faultOfSecrets,
  ];
  for (const check of checks) {
    const fault = check(made, answer, church);
    if (fault !== undefined) return `${check.name.replace('faultOf', '').toLowerCase()}: ${fault}`;
  }
  return undefined;
}

/** True if the request used a method that the operation does not have. */
const isOtherMethod = ({ draft, request }: Made) => ![draft.operation.method, 'HEAD'].includes(request.method);

/** Operations that accept any Host header. */
const FOR_ANY_HOST = new Set(['GET /api/health', 'POST /api/webhooks/line']);

/** True if the Host header of the request names another host and the operation checks that header. */
const isForElsewhere = (made: Made) =>
  made.request.headers['host'] === ELSEWHERE && (isOtherMethod(made) || !FOR_ANY_HOST.has(made.draft.operation.name));

function faultOfStatus(made: Made, { status, json, headers }: Answer): string | undefined {
  const { operation } = made.draft;
  if (isForElsewhere(made)) return status === 421 ? undefined : `a foreign host got ${status}`;
  if (isOtherMethod(made)) {
    if (status === 404 || (status === 405 && headers['allow'])) return undefined;
    return `an unknown method got ${status}`;
  }
  if (status >= 500 && !EXPECTED.has(`${operation.name} ${json?.code}`)) return `${status} ${json?.code}`;
  if (operation.responses[status]) return undefined;
  if (status === 304 && operation.responses[200]?.headers?.['ETag']) return undefined;
  // A response to HEAD has no body that could contain the code.
  const isUnnamed = made.request.method === 'HEAD' && status < 500;
  return isUnnamed || ANYWHERE.has(json?.code) ? undefined : `${status} ${json?.code} is not documented`;
}

function faultOfAccess(made: Made, { status, json }: Answer): string | undefined {
  const { name } = made.draft.operation;
  if (isOtherMethod(made) || isForElsewhere(made)) return undefined;
  const allowed: readonly string[] = rolesFor(name);
  const isPublic = made.draft.operation.permission === 'public';
  const isKnown = made.role !== 'nobody' && made.role !== 'a wrong token';
  if (!isKnown && !isPublic && status !== 401) return `${made.role} got ${status}`;
  if (!isKnown || made.role === 'an account of the run' || status === 401) return undefined;
  if (!allowed.includes(made.role) && !(status === 403 && (json === undefined || json.code === 'forbidden')))
    return `the role ${made.role} got ${status}`;
  const mayBeForbidden =
    /refresh$|logout$|passkeys|receipt$|review$|\/members|\/imports\/|\/expenses|^PUT \/api\/givings|^GET \/api\/program-keys$/.test(
      name,
    );
  if (allowed.includes(made.role) && json?.code === 'forbidden' && !mayBeForbidden)
    return `the role ${made.role} may do this but was refused`;
  return undefined;
}

function faultOfHeaders({ draft, request }: Made, { status, headers }: Answer): string | undefined {
  const wrong = Object.entries(ALWAYS).find(([name, form]) => !form.test(headers[name] ?? ''));
  if (wrong) return `${wrong[0]} is ${headers[wrong[0]]}`;
  const given = request.headers['x-request-id'];
  if (given !== undefined && given.length <= 64 && headers['x-request-id'] !== given)
    return 'X-Request-Id was not returned';
  const documented = draft.operation.responses[status]?.headers ?? {};
  const missing = ['ETag', 'Location'].find((name) => name in documented && !headers[name.toLowerCase()]);
  if (missing !== undefined) return `${missing} is missing`;
  const undocumented = ['ETag', 'Location'].find(
    (name) => headers[name.toLowerCase()] && !(name in documented) && status < 300,
  );
  if (undocumented !== undefined) return `${undocumented} is not documented`;
  if (status === 429 && !headers['retry-after']) return 'Retry-After is missing';
  return undefined;
}

function faultOfBody(made: Made, { status, headers, body, json }: Answer, church: Church): string | undefined {
  const { operation } = made.draft;
  const isEmpty = status === 204 || status === 304 || made.request.method === 'HEAD';
  if (isEmpty) return body.length > 0 ? `${status} with a body` : undefined;
  if (isOtherMethod(made)) return undefined;
  const mediaType = (headers['content-type'] ?? '').split(';')[0] ?? '';
  if (mediaType.includes('json') && json === undefined) return 'the body is not JSON';
  if (!operation.responses[status]) return undefined;
  return church.document.faultOf(operation, status, mediaType, json ?? body.toString('latin1'));
}

function faultOfRefusal(made: Made, { status, headers, json }: Answer): string | undefined {
  if (status < 400 || json === undefined || isOtherMethod(made)) return undefined;
  if (!headers['content-type']?.startsWith('application/problem+json'))
    return `the content type is ${headers['content-type']}`;
  if (json.status !== status || json.requestId !== headers['x-request-id'])
    return 'status or request id of the body differ from the headers';
  const response = made.draft.operation.responses[status];
  if (!ANYWHERE.has(json.code) && response && !codesOf(response).includes(json.code))
    return `${json.code} is not documented`;
  if (json.code === 'validation_failed' && !(json.errors?.length > 0)) return 'the refusal names no field';
  if (json.code === 'unauthenticated' && headers['www-authenticate'] !== 'Bearer') return 'WWW-Authenticate is missing';
  return undefined;
}

/**
 * Checks that every number, except the confidence of a suggestion, has at most two decimals and no exponent.
 */
function faultOfNumbers({ draft }: Made, { json }: Answer): string | undefined {
  if (draft.operation.path.startsWith('/api/openapi')) return undefined;
  const wrong = numbersIn(json).find(
    ([name, value]) => name !== 'confidence' && !/^-?\d+(?:\.\d{1,2})?$/.test(String(value)),
  );
  return wrong && `${wrong[0]} is ${wrong[1]}`;
}

function numbersIn(value: unknown, name = ''): [string, number][] {
  if (typeof value === 'number') return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => numbersIn(inner, key));
}

/** Fields that a response need not repeat, because their values are used only once, masked, or looked up. */
const NOT_REPEATED: ReadonlySet<string> = new Set([
  'offeringNumber',
  'reason',
  'openAiApiKey',
  'anthropicApiKey',
  'googleApiKey',
  'compatibleApiKey',
  'givings',
  'into',
]);

const WRITES =
  /^(?:POST|PUT) \/api\/(?:members|family-units|funds|giving-categories|givings|offering-sessions|meal-attendance|expense-categories\/\w+|expenses|notifications\/groups|church-profile|monthly-statements|users)(?:\/\{[^/]*\})*$/;

/** Checks that the response to a write contains the values that were sent. */
function faultOfEcho({ draft, request }: Made, { status, json, headers }: Answer): string | undefined {
  if (!WRITES.test(draft.operation.name) || status >= 300 || !request.body || headers['idempotency-replayed'])
    return undefined;
  const resource = (json?.user ?? json) as Record<string, unknown>;
  const sent = parsed(request.body);
  for (const [name, value] of Object.entries(sent)) {
    if (NOT_REPEATED.has(name) && !(name === 'offeringNumber' && draft.operation.path.startsWith('/api/members')))
      continue;
    if ((name === 'memberId' || name === 'companyName') && sent['isAnonymous'] === true) continue;
    if (name === 'memberId' && sent['offeringNumber']) continue;
    // A day of death makes a member deceased, whatever status was sent.
    if (name === 'status' && typeof resource['diedOn'] === 'string') continue;
    if (!(name in resource)) return `${name} is not in the response`;
    if (!isSame(value, resource[name]))
      return `${name} was ${JSON.stringify(value)} and is ${JSON.stringify(resource[name])}`;
  }
  return undefined;
}

const USUAL = { page: 1, pageSize: 25 };

/** Checks that a list response is the requested page and has the number of items that its totals imply. */
function faultOfPage({ request }: Made, { status, json }: Answer): string | undefined {
  if (status !== 200 || json?.totalPages === undefined) return undefined;
  const { items, page, pageSize, totalCount, totalPages, totalIsCapped } = json;
  const asked = new URLSearchParams(request.target.split('?').slice(1).join('?'));
  for (const [name, usual] of Object.entries(USUAL))
    if (json[name] !== Number(asked.get(name) ?? usual)) return `${name} is ${json[name]}`;
  if (totalPages !== Math.ceil(totalCount / pageSize))
    return `there are ${totalPages} pages of ${pageSize} for ${totalCount} items`;
  const length = Math.min(pageSize, Math.max(0, totalCount - (page - 1) * pageSize));
  // If the total is capped, there may be more items.
  if (items.length === length || totalIsCapped) return undefined;
  return `page ${page} of ${totalCount} items with page size ${pageSize} has ${items.length} items`;
}

/**
 * Checks that a response contains no secret, except a secret that it issues. The OpenAPI document is not checked,
 * because its secrets are only examples.
 */
function faultOfSecrets({ draft }: Made, { json }: Answer): string | undefined {
  if (json === undefined || draft.operation.path.startsWith('/api/openapi')) return undefined;
  const secret = secretInAnswer(json);
  return secret && `the response contains ${secret}`;
}

function parsed(bytes: Buffer): Record<string, unknown> {
  // A missing body counts as an empty object, and a byte order mark is ignored.
  return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, '') || '{}') as Record<string, unknown>;
}

/** True if a value was stored as sent. Null matches any value, because it means the default. Texts may be trimmed. */
function isSame(sent: unknown, read: unknown): boolean {
  if (sent === null) return true;
  if (typeof sent === 'string')
    return (sent.normalize('NFC').trim() || null) === (read === '' ? null : read) || isEin(sent, read);
  if (Array.isArray(sent)) return Array.isArray(read) && sent.every((one) => read.some((other) => isSame(one, other)));
  if (typeof sent === 'object') {
    const other = read as Record<string, unknown> | null;
    const values = Object.entries(sent);
    return other === null ? values.every(([, one]) => !one) : values.every(([name, one]) => isSame(one, other[name]));
  }
  return sent === read;
}

const isEin = (sent: string, read: unknown) =>
  typeof read === 'string' && read.replace('-', '') === sent.replace('-', '').trim();
