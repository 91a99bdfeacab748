/** Refusals as `application/problem+json` (RFC 9457). */
import { AppError, ERRORS, knownRefusal } from '../errors.ts';

export type Problem = { status: number; headers: Record<string, string>; body: string };

/** Any error as an answer; what is not a refusal of ours becomes `internal_error` and shows nothing. */
export function toProblem(error: unknown, requestId: string): Problem {
  const refusal = asRefusal(error);
  const { status, title } = ERRORS[refusal.code];
  const { errors, extra, retryAfter } = refusal.details;
  const headers: Record<string, string> = { 'Content-Type': 'application/problem+json' };
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

/** The refusal that an error is, else the one that stands for every unexpected error. */
export function asRefusal(error: unknown): AppError {
  return (
    knownRefusal(error) ??
    new AppError('internal_error', 'An unexpected error was logged under the request id. Please try again.', {
      cause: error,
    })
  );
}
