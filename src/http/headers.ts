/** Headers that go with every answer, and the answer to a browser's question whether it may ask (CORS). */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.ts';

/** OWASP REST Security Cheat Sheet: nothing here is to be framed, sniffed, cached or run. */
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
 * The headers of every answer to this request, as name, value, name, value. A page brings a policy of its own, and what may
 * be kept says so itself.
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

/** The id under which the log has a request: its own, where it sent one of 1 to 64 visible ASCII characters. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/**
 * Whether a page of another site makes a browser send this, one that is no web app of ours: by what the browser says of the
 * site, and where it says nothing, as over plain HTTP, by the origin of the page. What names no origin is no page.
 */
export function isFromStranger(config: Config, { headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (origin !== undefined && config.corsOrigins.includes(origin)) return false;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && !isOwn(config, origin, host);
}

/** Whether a page comes from the service itself: from its base address, or from the host that the request is for. */
function isOwn({ baseUrl }: Config, origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: own } = new URL(origin);
  if (baseUrl !== undefined && new URL(baseUrl).origin === origin) return true;
  const asked = `${protocol}//${host}`;
  return host !== undefined && URL.canParse(asked) && new URL(asked).host === own;
}

/** Answers a browser's question whether a web app may call; returns false when the request is none. */
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
