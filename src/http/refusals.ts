/**
 * Lists the codes with which a route may refuse a request. The API document shows them. In tests, a refusal that the
 * route does not declare becomes `internal_error`. The random requests of `test/fuzz` also compare every refusal of a
 * built service with the document.
 */
import type { AppError, ErrorCode } from '../errors.ts';
import { asRefusal } from './problem.ts';
import type { Route } from './route.ts';

/**
 * Codes with which every route may refuse a request, even if the route does not declare them. Examples are an
 * unexpected body, a body that ends too early, and an address that cannot be decoded.
 */
const ANYWHERE: ReadonlySet<ErrorCode> = new Set([
  'books_unreadable',
  'internal_error',
  'malformed_json',
  'malformed_request',
  'not_found',
  'payload_too_large',
  'unsupported_media_type',
] as const);

/**
 * Returns the codes with which a route may refuse a request that has the documented form, or that has a fault in a
 * documented part.
 */
export function refusalsOf(one: Route): ErrorCode[] {
  const isOpen = one.permission === 'public' || one.permission === 'signed-in';
  const codes: (ErrorCode | false | undefined)[] = [
    // Unknown query parameters are refused by every route.
    'validation_failed',
    ...(one.body ? (['malformed_json', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(one.takes ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    typeof one.rawBody === 'object' && 'payload_too_large',
    one.permission !== 'public' && 'unauthenticated',
    (!isOpen || one.peopleOnly || one.keyNeeds || one.setsCookie) && 'forbidden',
    one.permission !== 'public' && !one.peopleOnly && one.method !== 'GET' && 'read_only_key',
    one.permission !== 'public' && !one.beforeSecondFactor && 'second_factor_setup_required',
    hasPath(one) && !one.upserts && !one.isAlwaysThere && 'not_found',
    one.keyed && 'idempotency_key_reused',
    one.keyed === 'claim' && 'idempotency_in_progress',
    honoursIfMatch(one) && 'stale_version',
    !one.forAnyHost && 'unknown_host',
    ...(one.errors ?? []),
    ...(one.isShipped || one.failureStatus ? [] : (['unavailable', 'books_unreadable', 'database_damaged'] as const)),
    'internal_error',
  ];
  return [...new Set(codes.filter((code) => typeof code === 'string'))];
}

function hasPath({ path }: Route): boolean {
  return path.includes(':');
}

/**
 * True if the route checks `If-Match`. A route without path parameters creates a resource, so there is no earlier
 * version to compare with.
 */
export function honoursIfMatch({ path, versionOf, guardedBy, params }: Route): boolean {
  const reader = versionOf ?? guardedBy;
  if (reader === undefined || params === undefined) return false;
  // A route that creates a part of a resource does not name the part yet.
  return (reader.path.match(/:\w+/g) ?? []).every((name) => path.includes(name));
}

/** Returns the refusal, or `internal_error` if the route does not declare its code. */
export function verifyDeclared(one: Route, refusal: AppError): AppError {
  if (ANYWHERE.has(refusal.code) || refusalsOf(one).includes(refusal.code)) return refusal;
  const fault = `${one.method} ${one.path} refused a request with ${refusal.code}, which the route does not declare.`;
  return asRefusal(new Error(fault, { cause: refusal }));
}
