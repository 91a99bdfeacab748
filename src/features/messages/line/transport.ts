/** One call to LINE through its SDK, within a time limit; a failure is a value. */
import type { HTTPFetchError, messagingApi } from '@line/bot-sdk';
import * as z from 'zod';
import type { App } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { withDeadline } from '../../../lib/deadline.ts';
import type { Failure } from './faults.ts';

type Client = messagingApi.MessagingApiClient;

const TOKEN = 'VESTRY_LINE_CHANNEL_ACCESS_TOKEN';
const HEADER_TEXT = /^[\x21-\x7e]+$/;

/** The access token of the church's LINE account. Raises `not_configured` without one. */
export function accessToken({ config }: App): string {
  const token = config.lineChannelAccessToken;
  if (token !== undefined && HEADER_TEXT.test(token)) return token;
  const problem = token === undefined ? 'LINE is not set up' : 'The channel access token of LINE is damaged';
  throw new AppError('not_configured', `${problem}. Put the token from the LINE Developers console into ${TOKEN}.`);
}

/** Makes a call and gives what LINE answered, or how it failed. Raises `not_configured` without an access token. */
export async function call<T>(
  app: App,
  limitMs: number,
  run: (client: Client) => Promise<T>,
): Promise<{ answer: T } | { failure: Failure }> {
  const token = accessToken(app);
  const { messagingApi, HTTPFetchError: Refused } = await import('@line/bot-sdk');
  const { lineApiBase } = app.config;
  const client = new messagingApi.MessagingApiClient({ channelAccessToken: token, baseURL: lineApiBase ?? BASE });
  const { over } = app.background;
  return withDeadline(limitMs, over, async (signal) => {
    // The SDK sets no time limit and gives no way to break a call off, so it gets a transport that has both.
    Object.assign(client, { httpClient: transport({ base: lineApiBase ?? BASE, token, signal }, Refused) });
    try {
      return { answer: await run(client) };
    } catch (error) {
      if (error instanceof Refused) return { failure: refusalOf(error, token) };
      // The error itself is left alone, because that of a header that cannot be sent quotes the token.
      return { failure: signal.aborted && !over.aborted ? { kind: 'timeout' } : { kind: 'network' } };
    }
  });
}

const BASE = 'https://api.line.me';

type Target = { base: string; token: string; signal: AbortSignal };
type HttpError = typeof HTTPFetchError;

/** What the SDK's client asks of its HTTP client, for the calls that are made here. */
function transport({ base, token, signal }: Target, Refused: HttpError) {
  const exchange = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = { ...(init.headers as Record<string, string>), Authorization: `Bearer ${token}` };
    const response = await fetch(`${base.replace(/\/$/, '')}${path}`, { ...init, headers, signal, redirect: 'error' });
    if (response.ok) return response;
    const { status, statusText } = response;
    throw new Refused(`${status} - ${statusText}`, {
      status,
      statusText,
      headers: response.headers,
      body: await response.text(),
    });
  };
  return {
    get: (path: string) => exchange(path, { method: 'GET' }),
    post: (path: string, body: unknown, { headers = {} }: { headers?: Record<string, string> } = {}) =>
      exchange(path, {
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

/** LINE's own account of a refusal; whatever answers there does not get the token into a log by saying it. */
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
