/** Headers that go with every answer, and the answer to a browser's question whether it may ask (CORS). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.ts';

/** OWASP REST Security Cheat Sheet: nothing here is to be framed, sniffed, cached or run. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

const ONE_YEAR = 'max-age=31536000';
const PREFLIGHT_SECONDS = '600';
const ALLOWED_HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id';
const EXPOSED_HEADERS = 'Content-Disposition, ETag, Idempotency-Replayed, Location, Retry-After, X-Request-Id';

/** Sets the headers of every answer. Returns true when the request was a preflight and is answered. */
export function prepareAnswer(config: Config, request: IncomingMessage, response: ServerResponse): boolean {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  if (config.tlsCert || config.baseUrl?.startsWith('https:')) response.setHeader('Strict-Transport-Security', ONE_YEAR);
  if (config.corsOrigins.length === 0) return false;
  response.setHeader('Vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined || !config.corsOrigins.includes(origin)) return false;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return false;
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, DELETE');
  response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
  response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
  response.statusCode = 204;
  response.end();
  return true;
}
