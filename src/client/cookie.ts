import type { Fetch } from './api.ts';

/**
 * Returns a `fetch` that stores the cookies of the sign-in in memory and sends them with later requests. Node.js needs
 * this, because its `fetch` ignores cookies. In a browser it does nothing: the browser stores cookies itself and hides
 * them from pages.
 */
export function keepingCookies(fetch: Fetch): Fetch {
  const cookies = new Map<string, string>();
  return async (request) => {
    if (cookies.size > 0) request.headers.set('Cookie', [...cookies.values()].join('; '));
    const answer = await fetch(request);
    for (const line of setCookies(answer.headers)) {
      const [pair = ''] = line.split(';');
      const [name = ''] = pair.split('=');
      if (pair.endsWith('=')) cookies.delete(name);
      else cookies.set(name, pair);
    }
    return answer;
  };
}

/** Returns the cookies that a response sets. Browsers before 2023 lack `getSetCookie`, but browsers do not need it. */
function setCookies(headers: Partial<Pick<Headers, 'getSetCookie'>>): string[] {
  return headers.getSetCookie?.() ?? [];
}
