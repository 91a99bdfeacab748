/**
 * Sends one event to an endpoint, signed by the Standard Webhooks specification. A redirect is not followed, and at
 * most 64 KiB of the answer are read.
 */
import { Webhook } from 'standardwebhooks';
import type { App } from '../../app.ts';
import { withDeadline } from '../../lib/deadline.ts';
import { AddressRefused, directFetchTo } from '../../lib/direct-fetch.ts';
import { type Failure, failureOfCode, failureOfStatus } from './failures.ts';
import { accepts } from './rules.ts';

const PATIENCE_MS = 15_000;
const LONGEST_ANSWER = 65_536;
const NAME = 'Vestry';

export type Message = { url: string; eventId: string; body: string; secrets: readonly string[] };

/** How an attempt ended. `retryAfterMs` is the pause that the endpoint asked for. */
export type Attempt = { status: number | null; failure: Failure | null; durationMs: number; retryAfterMs: number };

/** Sends a message, waits at most `patienceMs` for the answer, and returns how it went. Never rejects. */
export async function send(app: App, message: Message, patienceMs = PATIENCE_MS): Promise<Attempt> {
  const startedAt = performance.now();
  const ended = (rest: Omit<Attempt, 'durationMs'>) => ({
    ...rest,
    durationMs: Math.round(performance.now() - startedAt),
  });
  try {
    const answer = await withDeadline(patienceMs, app.background.over, async (signal) => {
      const came = await post(app, message, signal);
      await drop(came);
      return came;
    });
    const { status } = answer;
    return ended({ status, failure: failureOfStatus(status), retryAfterMs: retryAfterOf(answer, app.clock.now()) });
  } catch (error) {
    return ended({ status: null, failure: failureOf(app, error, message), retryAfterMs: 0 });
  }
}

async function post(app: App, { url, eventId, body, secrets }: Message, signal: AbortSignal): Promise<Response> {
  const { config, clock } = app;
  const at = clock.now();
  const signature = secrets.map((secret) => new Webhook(secret).sign(eventId, at, body)).join(' ');
  const fetch = directFetchTo((address) => accepts(config, address));
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': NAME,
      'webhook-id': eventId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signature,
    },
    body,
    signal,
  });
}

/** Reads and drops the answer up to a limit, so that an endpoint that floods is cut off. */
async function drop(answer: Response): Promise<void> {
  if (!answer.body) return;
  let size = 0;
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > LONGEST_ANSWER) return;
  }
}

/** Returns the pause that a busy endpoint asks for, in seconds or as a date (RFC 9110, 10.2.3). */
function retryAfterOf({ status, headers }: Response, now: Date): number {
  const text = headers.get('retry-after');
  if (text === null || (status !== 429 && status !== 503)) return 0;
  const until = /^\d+$/.test(text) ? now.getTime() + Number(text) * 1000 : Date.parse(text);
  return Number.isFinite(until) ? Math.max(0, until - now.getTime()) : 0;
}

/**
 * Returns why nothing was answered. An error that nobody foresaw counts as an answer that is not HTTP, and is logged,
 * because the text of an error may say something about this network and is not shown.
 */
function failureOf({ log, background }: App, error: unknown, { url, eventId }: Message): Failure {
  if (error instanceof AddressRefused) return 'AddressNotAllowed';
  const { name = '', code, message = '' } = error as { name?: string; code?: unknown; message?: string };
  if (name === 'TimeoutError') return 'TooSlow';
  const known = failureOfCode(String(code));
  if (known) return known;
  // The error itself may hold what was received, and its text the whole address, of which the query may be a secret.
  const err = { type: name, code, message: message.replaceAll(url, new URL(url).origin) };
  if (!background.over.aborted) log.warn({ err, eventId }, 'a webhook failed for a reason that Vestry does not know');
  return 'NotHttp';
}
