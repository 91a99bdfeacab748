/** Requests whose body comes in two parts, with time in between for something to happen. */
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { type Answer, request } from './daemon.ts';

type Sending = {
  token: string;
  body: Buffer;
  /** That of JSON unless told. */
  type?: string;
  headers?: Record<string, string>;
};

/** A request of which the service has the headers and the first half of the body, and of which it knows the sender. */
export type HalfSent = {
  /** Sends the rest; gives the answer. */
  finish: () => Promise<Answer>;
  /** Sends no more; comes to its end when the service has let the connection go, with the answer if it gave one. */
  abandon: () => Promise<Answer | undefined>;
};

/** Sends headers and half of a body, and returns when the service has looked up who sends them. */
export async function sendHalf(url: string, method: string, route: string, sending: Sending): Promise<HalfSent> {
  const { token, body, type = 'application/json', headers = {} } = sending;
  // Whoever is not signed in is refused, but the routes of the feature are loaded then, and are not waited for again.
  await request(url, method, route);
  const sent = httpRequest(url + route, {
    method,
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': type,
      'content-length': body.length,
      // The service says when it has the headers.
      expect: '100-continue',
      ...headers,
    },
  });
  const answered = answerOf(sent);
  // The service may let go before anybody asks whether it did.
  const closed = new Promise((resolve) => {
    sent.once('close', resolve);
  });
  // An answer that comes early may break off what is still on its way.
  sent.on('error', () => {});
  answered.catch(() => {});
  sent.flushHeaders();
  await once(sent, 'continue');
  const middle = Math.ceil(body.length / 2);
  sent.write(body.subarray(0, middle));
  // A request that came later is answered later than the sender of an earlier one is looked up.
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
