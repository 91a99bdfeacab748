/**
 * Makes one call to LINE. The SDK builds the request and parses the response. Our own HTTP client replaces the client
 * of the SDK, which has no time limit, cannot be aborted, follows redirects, and drops the path of
 * VESTRY_LINE_API_BASE.
 */
import type { HTTPFetchError, messagingApi } from '@line/bot-sdk';
import * as z from 'zod';
import type { App } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { withDeadline } from '../../../lib/deadline.ts';
import type { Failure } from './faults.ts';

type Client = messagingApi.MessagingApiClient;

const TOKEN = 'VESTRY_LINE_CHANNEL_ACCESS_TOKEN';
const HEADER_TEXT = /^[\x21-\x7e]+$/;

/** True if the access token of the church's LINE account is set, and can be sent in a header. */
export function hasAccessToken({ config }: App): boolean {
  return HEADER_TEXT.test(config.lineChannelAccessToken ?? '');
}

/** Returns the access token of the church's LINE account. Raises `not_configured` if it is missing or damaged. */
export function accessToken(app: App): string {
  const token = app.config.lineChannelAccessToken;
  if (token !== undefined && hasAccessToken(app)) return token;
  const problem = token === undefined ? 'LINE is not set up' : 'The channel access token of LINE is damaged';
  throw new AppError('not_configured', `${problem}. Put the token from the LINE Developers console into ${TOKEN}.`);
}

/**
 * Makes a call within a time limit. Returns LINE's response or the failure. Raises `not_configured` without a token.
 */
export async function call<T>(
  app: App,
  limitMs: number,
  run: (client: Client) => Promise<T>,
): Promise<{ answer: T } | { failure: Failure }> {
  const token = accessToken(app);
  const base = app.config.lineApiBase ?? 'https://api.line.me';
  const { HTTPFetchError, MessagingApiClient } = await import('./sdk.ts');
  const client = new MessagingApiClient({ channelAccessToken: token, baseURL: base });
  const { over } = app.background;
  return withDeadline(limitMs, over, async (signal) => {
    Object.assign(client, { httpClient: carrier({ base, token, signal, Refused: HTTPFetchError }) });
    try {
      return { answer: await run(client) };
    } catch (error) {
      if (error instanceof HTTPFetchError) return { failure: refusalOf(error, token) };
      // The error is not passed on, because its text quotes the token if a header cannot be sent.
      return { failure: signal.aborted && !over.aborted ? { kind: 'timeout' } : { kind: 'network' } };
    }
  });
}

type Target = { base: string; token: string; signal: AbortSignal; Refused: typeof HTTPFetchError };
type Sent = { method: string; headers?: Record<string, string>; body?: string };

/** Returns a replacement for the HTTP client of the SDK. It has only the methods that our calls use. */
function carrier({ base, token, signal, Refused }: Target) {
  const carry = async (path: string, { headers = {}, ...sent }: Sent): Promise<Response> => {
    const response = await fetch(`${base.replace(/\/$/, '')}${path}`, {
      ...sent,
      headers: { ...headers, Authorization: `Bearer ${token}` },
      signal,
      redirect: 'error',
    });
    if (response.ok) return response;
    const { status, statusText } = response;
    const body = await response.text();
    throw new Refused(`${status} - ${statusText}`, { status, statusText, headers: response.headers, body });
  };
  return {
    get: (path: string) => carry(path, { method: 'GET' }),
    post: (path: string, body: unknown, { headers = {} }: Pick<Sent, 'headers'> = {}) =>
      carry(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  };
}

const Problem = z.object({
  message: z.string().catch(''),
  details: z.array(z.object({ property: z.string().catch('') })).catch([]),
});

/** Returns LINE's refusal. Masks the token in its text, because the text is written to a log. */
function refusalOf({ status, headers, body }: HTTPFetchError, token: string): Failure {
  const { message, details } = Problem.safeParse(parsed(body)).data ?? { message: '', details: [] };
  return {
    kind: 'refused',
    status,
    message: message.replaceAll(token, '***').slice(0, 300),
    isAboutMessage: details.some(({ property }) => property.startsWith('messages')),
    wasAccepted: status === 409 && headers.has('x-line-accepted-request-id'),
    requestId: headers.get('x-line-request-id'),
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
