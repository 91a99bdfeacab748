/** Explains failed calls to LINE in plain words, with the next step. */
import type { Outcome } from '../channel.ts';

/** LINE's refusal of a call. */
export type Refusal = {
  kind: 'refused';
  status: number;
  /** The error message from LINE. */
  message: string;
  /** True if LINE rejects a part of the message, not the recipient. */
  isAboutMessage: boolean;
  /** True if LINE accepted the same call before, under the same retry key. */
  wasAccepted: boolean;
  /** The id by which LINE's support can find the call. */
  requestId: string | null;
};

/** How a call failed: no connection, no response within the time limit, or a refusal. */
export type Failure = { kind: 'network' } | { kind: 'timeout' } | Refusal;

const TOO_MANY = 429;

/** True if the same call may succeed a moment later (LINE, "Retry failed API requests": timeouts and 5xx). */
export function isPassing(failure: Failure): boolean {
  return failure.kind !== 'refused' || failure.status >= 500;
}

/** Turns a failure into the outcome of a message. */
export function outcomeOf(failure: Failure): Outcome {
  if (failure.kind === 'timeout') return unanswered('LINE did not answer in time');
  if (failure.kind === 'network') {
    return unanswered('LINE could not be reached, or broke off the connection');
  }
  return failure.wasAccepted ? { ok: true } : refused(failure);
}

const general = (error: string): Outcome => ({ ok: false, error, fault: 'sender', mayHaveArrived: false });

/**
 * Returns the outcome of a call that LINE may have accepted. A new call could deliver the message twice. Resuming the
 * batch is safe, because it repeats the same call under the same retry key.
 */
const unanswered = (what: string): Outcome => ({
  ok: false,
  error: `${what}. The message may have arrived anyway. Within 23 hours of the first attempt, you can safely send it again, because LINE does not deliver the same message twice: vestry notify resume BATCH --retry-failed`,
  fault: 'call',
  mayHaveArrived: true,
});

function refused({ status, message, isAboutMessage }: Refusal): Outcome {
  if ((status === 400 && !isAboutMessage) || status === 404) {
    const error =
      "LINE does not deliver to this recipient: the account no longer exists, or is not a friend of the church's account on LINE.";
    return { ok: false, error, fault: 'recipient', mayHaveArrived: false };
  }
  if (status === TOO_MANY) return general(explainLimit(message));
  if (status >= 500) return unanswered(`LINE itself has a problem (HTTP ${status})`);
  return general(REFUSALS[status] ?? `LINE refused the message (HTTP ${status}).`);
}

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'LINE does not accept the text of the message. Make it shorter or simpler.',
  401: 'LINE does not accept the channel access token. Issue a new one in the LINE Developers console and put it into VESTRY_LINE_CHANNEL_ACCESS_TOKEN.',
  403: 'LINE does not allow this account to send such messages. Check its plan in the LINE Official Account Manager.',
};

/** Explains HTTP 429, with which LINE responds in two cases that need different steps. */
function explainLimit(message: string): string {
  return /monthly limit/i.test(message)
    ? 'The messages of this month are used up. Choose a larger plan in the LINE Official Account Manager, or send the rest next month.'
    : 'LINE accepts no more messages at the moment, because many were sent. Try again in a few minutes.';
}
