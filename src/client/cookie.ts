import type { Fetch } from './api.ts';

/**
 * Returns a `fetch` that stores the refresh cookie in memory and sends it with later requests. Node.js needs this,
 * because its `fetch` ignores cookies. In a browser it does nothing: the browser stores cookies itself and hides them
 * from pages.
 */
export function keepingCookie(fetch: Fetch): Fetch {
  let cookie = '';
  return async (request) => {
    if (cookie) request.headers.set('Cookie', cookie);
    const answer = await fetch(request);
    for (const line of setCookies(answer.headers)) {
      const [pair = ''] = line.split(';');
      cookie = pair.endsWith('=') ? '' : pair;
    }
    return answer;
  };
}

/** Returns the cookies that a response sets. Browsers before 2023 lack `getSetCookie`, but browsers do not need it. */
function setCookies(headers: Partial<Pick<Headers, 'getSetCookie'>>): string[] {
  return headers.getSetCookie?.() ?? [];
}
