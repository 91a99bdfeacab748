/**
 * Sends one event to an endpoint, signed by the Standard Webhooks specification. A redirect is not followed, and at most
 * 64 KiB of the answer are read.
 */
import { Webhook } from 'standardwebhooks';
import type { App } from '../../app.ts';
import { withDeadline } from '../../lib/deadline.ts';
import { AddressRefused, directFetchTo } from '../../lib/direct-fetch.ts';
import { accepts } from './rules.ts';

const PATIENCE_MS = 15_000;
const LONGEST_ANSWER = 65_536;
const NAME = 'Vestry';

export type Message = { url: string; eventId: string; body: string; secrets: readonly string[] };

/** How an attempt ended. `retryAfterMs` is the pause that the endpoint asked for. */
export type Attempt = { status: number | null; error: string | null; durationMs: number; retryAfterMs: number };

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
    return ended({ status, error: faultOf(status), retryAfterMs: retryAfterOf(answer, app.clock.now()) });
  } catch (error) {
    return ended({ status: null, error: reasonOf(error), retryAfterMs: 0 });
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

function faultOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `The endpoint answered ${status}, a redirect. Vestry does not follow it.`;
  return `The endpoint answered ${status}.`;
}

/** Returns the pause that a busy endpoint asks for, in seconds or as a date (RFC 9110, 10.2.3). */
function retryAfterOf({ status, headers }: Response, now: Date): number {
  const text = headers.get('retry-after');
  if (text === null || (status !== 429 && status !== 503)) return 0;
  const until = /^\d+$/.test(text) ? now.getTime() + Number(text) * 1000 : Date.parse(text);
  return Number.isFinite(until) ? Math.max(0, until - now.getTime()) : 0;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The endpoint refused the connection.',
  ECONNRESET: 'The endpoint broke the connection off.',
  ENOTFOUND: 'The name of the endpoint was not found.',
  EAI_AGAIN: 'The name of the endpoint was not found.',
  EHOSTUNREACH: 'The endpoint cannot be reached.',
  ENETUNREACH: 'The endpoint cannot be reached.',
};

/** Returns why nothing was answered. The details of other errors may say something about this network. */
function reasonOf(error: unknown): string {
  if (error instanceof AddressRefused)
    return 'The address of the endpoint is one of this network, which is not allowed.';
  const { name, code = '' } = error as { name?: string; code?: string };
  if (name === 'TimeoutError') return 'The endpoint did not answer in time.';
  if (/^(ERR_TLS|CERT|DEPTH|SELF_SIGNED|UNABLE_TO_)/.test(code))
    return 'The certificate of the endpoint is not trusted.';
  return REASONS[code] ?? 'The endpoint gave no answer that is valid HTTP.';
}
