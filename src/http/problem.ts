/** Refusals as `application/problem+json` (RFC 9457). */
import { AppError, ERRORS, type FieldError, knownRefusal } from '../errors.ts';
import type { ImportFault } from '../lib/import-table.ts';

export type Problem = { status: number; headers: Record<string, string>; body: string };

/** Returns the response for any error. An unexpected error becomes `internal_error` and reveals nothing. */
export function toProblem(error: unknown, requestId: string): Problem {
  const refusal = asRefusal(error);
  const { status, title } = ERRORS[refusal.code];
  const { rows, extra, retryAfter } = refusal.details;
  const errors = refusal.details.errors ?? rows?.map(atLine);
  const headers: Record<string, string> = { 'Content-Type': 'application/problem+json', ...refusal.details.headers };
  if (typeof extra?.['allow'] === 'string') headers.Allow = extra['allow'];
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter);
  if (refusal.code === 'unauthenticated') headers['WWW-Authenticate'] = 'Bearer';
  const body = JSON.stringify({
    type: 'about:blank',
    title,
    status,
    code: refusal.code,
    detail: refusal.message,
    requestId,
    ...(errors && { errors }),
    ...extra,
  });
  return { status, headers, body };
}

/** Returns the field error for a bad line of a file. Its path is `lines.12.amount`. */
function atLine({ line, field, code, message }: ImportFault): FieldError {
  return { path: field === null ? `lines.${line}` : `lines.${line}.${field}`, code, message };
}

/** Returns the refusal for a known error, and `internal_error` for any other error. */
export function asRefusal(error: unknown): AppError {
  return (
    knownRefusal(error) ??
    new AppError('internal_error', 'An unexpected error was logged under the request id. Please try again.', {
      cause: error,
    })
  );
}
