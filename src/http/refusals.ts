/** With which codes a route may refuse: what the document says, and what is true. */
import type { AppError, ErrorCode } from '../errors.ts';
import { asRefusal } from './problem.ts';
import type { Route } from './route.ts';

/** A body where none is wanted, one that breaks off, an address that cannot be decoded, a fault of ours: possible everywhere. */
const ANYWHERE: ReadonlySet<ErrorCode> = new Set([
  'internal_error',
  'malformed_json',
  'malformed_request',
  'not_found',
  'payload_too_large',
  'unsupported_media_type',
] as const);

/** The codes with which a route may refuse what a client sends in the documented form, or nearly so. */
export function refusalsOf(one: Route): ErrorCode[] {
  const isOpen = one.permission === 'public' || one.permission === 'signed-in';
  const codes: (ErrorCode | false | undefined)[] = [
    // A query that no route knows is a mistake, too.
    'validation_failed',
    ...(one.body ? (['malformed_json', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(one.takes ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    one.takesRaw && 'payload_too_large',
    one.permission !== 'public' && 'unauthenticated',
    !isOpen && 'forbidden',
    hasPath(one) && !one.upserts && !one.isAlwaysThere && 'not_found',
    one.keyed && 'idempotency_key_reused',
    one.keyed === 'claim' && 'idempotency_in_progress',
    honoursIfMatch(one) && 'stale_version',
    !one.forAnyHost && 'unknown_host',
    ...(one.errors ?? []),
    !one.isShipped && !one.failureStatus && 'unavailable',
    'internal_error',
  ];
  return [...new Set(codes.filter((code) => typeof code === 'string'))];
}

function hasPath({ path }: Route): boolean {
  return path.includes(':');
}

/** Whether `If-Match` is held against something: a route that declares no params makes what it writes. */
export function honoursIfMatch({ versionOf, guardedBy, params }: Route): boolean {
  return (versionOf ?? guardedBy) !== undefined && params !== undefined;
}

/** The refusal, or in place of one that the route does not declare the fault that this is. */
export function verifyDeclared(one: Route, refusal: AppError): AppError {
  if (ANYWHERE.has(refusal.code) || refusalsOf(one).includes(refusal.code)) return refusal;
  const fault = `${one.method} ${one.path} refused with ${refusal.code}, which it does not declare.`;
  return asRefusal(new Error(fault, { cause: refusal }));
}
