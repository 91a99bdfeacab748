/** A fake AI provider on loopback with OpenAI-compatible chat completions, whose responses the test sets. */
import { randomUUID } from 'node:crypto';
import { type Call, pause, type Reply, serveLoopback } from './loopback.ts';

/** The fake provider. Each response that a test sets is used until the test sets another. */
export type Ai = {
  /** The value for `aiBaseUrl`. It ends in `/v1`. */
  baseUrl: string;
  /** Every request that arrived, including refused ones. */
  requests: Call[];
  /** Sets the text of the model's message. An object is sent as JSON. */
  answer: (content: unknown) => void;
  /** Sets a status and a body, which need not be a valid completion. */
  fail: (status: number, body?: unknown) => void;
  /** Delays every response by this many milliseconds. */
  delay: (ms: number) => void;
  /** Breaks every connection without a response. */
  reset: () => void;
  /** Responds with status 200 and bytes that are not JSON. */
  garbage: () => void;
  close: () => Promise<void>;
};

function completion(model: unknown, content: string): Reply {
  const message = { role: 'assistant', content, refusal: null };
  const usage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 };
  const choices = [{ index: 0, message, finish_reason: 'stop', logprobs: null }];
  const created = Math.floor(Date.now() / 1000);
  const id = `chatcmpl-${randomUUID()}`;
  return { status: 200, body: { id, object: 'chat.completion', created, model, choices, usage } };
}

/** Starts the fake on a free port. With `key`, it refuses requests without this bearer token. */
export async function startAi(options: { key?: string } = {}): Promise<Ai> {
  const { key } = options;
  const requests: Call[] = [];
  let wait = 0;
  let next = (call: Call): Reply => completion(call.body?.model, '{}');
  const { url, close } = await serveLoopback(async (call) => {
    requests.push(call);
    const error = (message: string, code: string) => ({ error: { message, type: 'invalid_request_error', code } });
    if (call.method !== 'POST' || call.path !== '/v1/chat/completions')
      return { status: 404, body: error('Unknown request URL', 'unknown_url') };
    if (key !== undefined && call.headers.authorization !== `Bearer ${key}`)
      return { status: 401, body: error('Incorrect API key provided', 'invalid_api_key') };
    if (wait > 0) await pause(wait);
    return next(call);
  });
  return {
    baseUrl: `${url}/v1`,
    requests,
    answer: (content) => {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      next = ({ body }) => completion(body?.model, text);
    },
    fail: (status, body = { error: { message: 'Failed', type: 'server_error', code: null } }) => {
      next = () => ({ status, body });
    },
    delay: (ms) => {
      wait = ms;
    },
    reset: () => {
      next = () => 'broken';
    },
    garbage: () => {
      next = () => ({ status: 200, body: '<html>\u0000 not JSON' });
    },
    close,
  };
}
