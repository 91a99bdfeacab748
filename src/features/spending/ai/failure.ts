/**
 * Explains the failure of a provider in two texts: a message for the person who asked, and a reason for the log.
 * Neither may contain the key.
 */
import { AppError } from '../../../errors.ts';
import { printable } from '../../../lib/text.ts';
import type { Target } from './ask.ts';

const LONGEST_REASON = 300;

/** Returns the error for a provider that failed, was too slow, or gave an unusable answer. */
export function unavailable(target: Target, error: unknown): AppError {
  const origin = originOf(error);
  const message = `${sentenceFor(target, origin)} Choose the category by hand, or try again later.`;
  // The original error contains the request and the headers of the response, which must not be logged.
  return new AppError('unavailable', message, { cause: new Error(reasonOf(target, origin)) });
}

/** Returns the error of the last attempt if there were several, otherwise the error itself. */
function originOf(error: unknown): unknown {
  return (error as { lastError?: unknown } | null)?.lastError ?? error;
}

const statusOf = (error: unknown) => (error as { statusCode?: number } | null)?.statusCode;

/**
 * The message for every failure of a compatible service. It does not contain the reason, which could reveal what is in
 * the church's network.
 */
const COMPATIBLE = 'The AI service gave an answer that Vestry cannot use. The reason is in the log of Vestry.';

function sentenceFor({ provider, model }: Target, error: unknown): string {
  if (provider === 'OpenAICompatible') return COMPATIBLE;
  const status = statusOf(error);
  if (isAbort(error)) return `${provider} did not answer in time.`;
  if (status === 401 || status === 403)
    return `${provider} refused the key (${status}). Enter it again in the profile.`;
  if (status === 404) return `${provider} does not know the model ${printable(model)}, or the address is wrong (404).`;
  if (status === 429) return `${provider} accepts no more requests at the moment, or the account has no credit (429).`;
  if (status !== undefined && status >= 300) return `${provider} answered with the status ${status}.`;
  if (status === undefined && isNetwork(error)) return `${provider} cannot be reached.`;
  return `${provider} gave an answer that Vestry cannot use.`;
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}

/** True if an error without a status is a failed connection, which the package marks as retryable. */
function isNetwork(error: unknown): boolean {
  return (error as { isRetryable?: boolean } | null)?.isRetryable === true;
}

function reasonOf({ provider, key }: Target, error: unknown): string {
  const status = statusOf(error);
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const safe = withoutKey(printable(said), key).slice(0, LONGEST_REASON);
  return `${provider}${status === undefined ? '' : ` (${status})`}: ${safe}`;
}

/** Replaces the key and authorization headers with asterisks, because a provider's error may repeat them. */
function withoutKey(text: string, key: string | null): string {
  const bare = text.replace(/\b(Bearer|Basic)\s+\S+/gi, '$1 ***');
  if (key === null) return bare;
  return [key, encodeURIComponent(key)].reduce((rest, form) => rest.replaceAll(form, '***'), bare);
}
