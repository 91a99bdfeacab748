/** Requests whose body is sent in two halves, so that a test can act in between. */
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { type Answer, request } from './daemon.ts';

type Sending = {
  token: string;
  body: Buffer;
  /** The content type. The default is JSON. */
  type?: string;
  headers?: Record<string, string>;
};

/** A request of which only the headers and half of the body have arrived. The service has identified its sender. */
export type HalfSent = {
  /** Sends the rest and returns the response. */
  finish: () => Promise<Answer>;
  /** Sends nothing more. Waits until the service closes the connection, and returns the response if there was one. */
  abandon: () => Promise<Answer | undefined>;
};

/** Sends headers and half of a body, and returns when the service has identified the sender. */
export async function sendHalf(url: string, method: string, route: string, sending: Sending): Promise<HalfSent> {
  const { token, body, type = 'application/json', headers = {} } = sending;
  // This request is refused, but makes the service load the routes, which would otherwise delay the next request.
  await request(url, method, route);
  const sent = httpRequest(url + route, {
    method,
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': type,
      'content-length': body.length,
      // Makes the service send a 100 response as soon as it has received the headers.
      expect: '100-continue',
      ...headers,
    },
  });
  const answered = answerOf(sent);
  // The connection may close before `abandon` is called, so the event is awaited from the start.
  const closed = new Promise((resolve) => {
    sent.once('close', resolve);
  });
  // An early response may interrupt the rest of the request.
  sent.on('error', () => {});
  answered.catch(() => {});
  sent.flushHeaders();
  await once(sent, 'continue');
  const middle = Math.ceil(body.length / 2);
  sent.write(body.subarray(0, middle));
  // When this second request is answered, the service has also identified the sender of the half-sent request.
  await request(url, 'GET', '/api/auth/me', { token });
  return {
    finish: () => {
      sent.end(body.subarray(middle));
      return answered;
    },
    abandon: async () => {
      const answer = await answered.catch(() => undefined);
      await closed;
      return answer;
    },
  };
}

async function answerOf(sent: ClientRequest): Promise<Answer> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  const isJson = (answer.headers['content-type'] ?? '').includes('json');
  const headers = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
  return { status: answer.statusCode ?? 0, headers, body: isJson && text ? JSON.parse(text) : text };
}
