/** The headers of every answer, and answers to CORS preflights. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.ts';

/** OWASP REST Security Cheat Sheet: answers must not be framed, sniffed, cached or run. */
const SECURITY_HEADERS = Object.entries({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});
const ALL_SECURITY_HEADERS: readonly string[] = SECURITY_HEADERS.flat();

const ONE_YEAR = 'max-age=31536000';
const PREFLIGHT_SECONDS = '600';
const ALLOWED_HEADERS =
  'Authorization, Content-Disposition, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id';
const EXPOSED_HEADERS = 'Content-Disposition, ETag, Idempotency-Replayed, Location, Retry-After, X-Request-Id';

/**
 * Returns the headers of every answer to this request as name, value, name, value. A page has its own policy, and
 * cacheable answers set their own Cache-Control.
 */
export function commonHeaders(
  config: Config,
  request: Pick<IncomingMessage, 'headers'>,
  own: Record<string, string> = {},
): string[] {
  const isUsual = !('Content-Security-Policy' in own || 'Cache-Control' in own);
  const headers = isUsual ? [...ALL_SECURITY_HEADERS] : SECURITY_HEADERS.filter(([name]) => !(name in own)).flat();
  if (config.tlsCert || config.baseUrl?.startsWith('https:')) headers.push('Strict-Transport-Security', ONE_YEAR);
  if (config.corsOrigins.length === 0) return headers;
  headers.push('Vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined || !config.corsOrigins.includes(origin)) return headers;
  headers.push('Access-Control-Allow-Origin', origin, 'Access-Control-Allow-Credentials', 'true');
  headers.push('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  return headers;
}

const REQUEST_ID = /^[\x21-\x7e]{1,64}$/;

/** Returns the id of a request in the log: its own, if it sent one of 1 to 64 visible ASCII characters. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/**
 * Whether a foreign website makes a browser send this. Decided by Sec-Fetch-Site, or if that is missing, as over plain
 * HTTP, by the origin of the page. A request without an origin does not come from a page.
 */
export function isFromStranger(config: Config, { headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (origin !== undefined && config.corsOrigins.includes(origin)) return false;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && !isOwn(config, origin, host);
}

/** Whether a page comes from the service itself: from its base address, or from the host of the request. */
function isOwn({ baseUrl }: Config, origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: own } = new URL(origin);
  if (baseUrl !== undefined && new URL(baseUrl).origin === origin) return true;
  const asked = `${protocol}//${host}`;
  return host !== undefined && URL.canParse(asked) && new URL(asked).host === own;
}

/** Answers a CORS preflight; returns false when the request is not one. */
export function answerPreflight(config: Config, request: IncomingMessage, response: ServerResponse): boolean {
  const { origin } = request.headers;
  if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return false;
  if (origin === undefined || !config.corsOrigins.includes(origin)) return false;
  const headers = [...commonHeaders(config, request), 'X-Request-Id', requestIdOf(request)];
  headers.push('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, DELETE');
  headers.push('Access-Control-Allow-Headers', ALLOWED_HEADERS, 'Access-Control-Max-Age', PREFLIGHT_SECONDS);
  response.writeHead(204, headers).end();
  return true;
}
