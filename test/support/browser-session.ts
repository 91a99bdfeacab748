/** What a browser adds to `fetch`: one jar of cookies for all tabs, which no page can look into. */
import type { Fetch } from '../../src/client/api.ts';

/** A request as it went out, and the status of what came back. */
export type Sent = { call: string; status: number; key: string | null; body: string };

/** A `fetch` that writes down what it sends. What `interfere` gives in place of an answer is what the client sees. */
export function watched(interfere: (request: Request) => Promise<Response | undefined> = async () => undefined) {
  const sent: Sent[] = [];
  const watching: Fetch = async (request) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    const key = request.headers.get('Idempotency-Key');
    const body = await request.clone().text();
    const answer = (await interfere(request)) ?? (await fetch(request));
    sent.push({ call, status: answer.status, key, body });
    return answer;
  };
  const calls = () => sent.map(({ call, status }) => `${call} ${status}`);
  return { fetch: watching, sent, calls };
}

/** A `fetch` for all tabs of a browser: it sends the cookie that came last, and hides it from the client. */
export function browserFetch(): Fetch {
  let cookie = '';
  return async (request) => {
    if (new URL(request.url).pathname.startsWith('/api/auth/')) request.headers.set('Cookie', cookie);
    const { body, status, headers } = await fetch(request);
    const [set] = headers.getSetCookie();
    if (set !== undefined) cookie = set.split(';', 1)[0] ?? '';
    const visible = new Headers(headers);
    visible.delete('Set-Cookie');
    return new Response(body, { status, headers: visible });
  };
}

/** Web Locks as one browser has them: whoever asks for a name waits until the ones before are done. */
export function webLocks() {
  const held = new Map<string, Promise<unknown>>();
  return {
    request: <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const turn = (held.get(name) ?? Promise.resolve()).then(work, work);
      held.set(name, turn);
      return turn;
    },
  };
}
