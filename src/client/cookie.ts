import type { Fetch } from './api.ts';

/**
 * Keeps the refresh cookie where `fetch` keeps none, as in Node.js. A browser keeps cookies itself: it hides the header
 * that sets one, and does not let a page send one.
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

/** Browsers before 2023 do not have the method, and need none. */
function setCookies(headers: Partial<Pick<Headers, 'getSetCookie'>>): string[] {
  return headers.getSetCookie?.() ?? [];
}
