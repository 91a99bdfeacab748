/** Imitates what a browser adds to `fetch`: cookies that all tabs share and no page can read, and locks for tabs. */
import type { Fetch } from '../../src/client/api.ts';

/** A request that was sent, and the status of its response. */
export type Sent = { call: string; status: number; key: string | null; body: string };

/** Returns a `fetch` that records its requests. A response that `interfere` returns replaces the real one. */
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

/** Returns a `fetch` for all tabs of a browser. It sends the latest cookie and hides cookies from the client. */
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

/** Imitates the Web Locks of one browser: a request for a name waits until the earlier requests for it are finished. */
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
