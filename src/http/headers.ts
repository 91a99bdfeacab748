/** The headers of every response, and the responses to CORS preflights. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import { usesOwn } from './tls/own-files.ts';

/** OWASP REST Security Cheat Sheet: responses must not be framed, MIME-sniffed, cached or executed. */
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
 * Returns the common headers of a response to this request, as a flat list of names and values. Leaves out headers that
 * the response sets itself (`own`), such as the policy of a page.
 */
export function commonHeaders(
  config: Config,
  request: Pick<IncomingMessage, 'headers'>,
  own: Readonly<Record<string, string | readonly string[]>> = {},
): string[] {
  const isUsual = !('Content-Security-Policy' in own || 'Cache-Control' in own);
  const headers = isUsual ? [...ALL_SECURITY_HEADERS] : SECURITY_HEADERS.filter(([name]) => !(name in own)).flat();
  if (isForHttpsOnly(config)) headers.push('Strict-Transport-Security', ONE_YEAR);
  if (config.corsOrigins.length === 0) return headers;
  headers.push('Vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined || !config.corsOrigins.includes(origin)) return headers;
  headers.push('Access-Control-Allow-Origin', origin, 'Access-Control-Allow-Credentials', 'true');
  headers.push('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  return headers;
}

/**
 * True if browsers should use only HTTPS from now on. A certificate that Vestry made is for names such as `localhost`,
 * which other programs use, too, and the church may turn HTTPS off again.
 */
function isForHttpsOnly(config: Config): boolean {
  if (usesOwn(config)) return false;
  return config.tlsCert !== undefined || config.baseUrl?.startsWith('https:') === true;
}

const REQUEST_ID = /^[\x21-\x7e]{1,64}$/;

/** Returns the id of a request for the log: its `X-Request-Id` of 1 to 64 visible ASCII characters, or a new id. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/**
 * True if a page of a foreign website makes the browser send this request. Origins in `corsOrigins` are not foreign.
 * For any other page, `Sec-Fetch-Site` decides. If that header is missing, as over plain HTTP, the origin of the page
 * decides. A request without an origin does not come from a page.
 */
export function isFromStranger(config: Config, { headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (origin !== undefined && config.corsOrigins.includes(origin)) return false;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && !isOwn(config, origin, host);
}

/** Returns the origin of the page that makes the browser send this request, or that of the service without a page. */
export function originOf(config: Config, { headers }: IncomingMessage): string {
  const { origin, host = 'localhost' } = headers;
  if (origin !== undefined && URL.canParse(origin)) return new URL(origin).origin;
  if (config.baseUrl !== undefined) return new URL(config.baseUrl).origin;
  return `${config.tlsCert === undefined ? 'http' : 'https'}://${host}`;
}

/** True if an origin is that of the service itself: its base URL, or the host of the request. */
function isOwn({ baseUrl }: Config, origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: own } = new URL(origin);
  if (baseUrl !== undefined && new URL(baseUrl).origin === origin) return true;
  const asked = `${protocol}//${host}`;
  return host !== undefined && URL.canParse(asked) && new URL(asked).host === own;
}

/** Answers a CORS preflight from an allowed origin and returns true. Returns false for any other request. */
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
