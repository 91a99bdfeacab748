import type { Fetch } from './api.ts';

/**
 * Stores the refresh cookie where `fetch` has no cookies, as in Node.js. Browsers store cookies themselves and hide
 * them from pages.
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

/** Browsers before 2023 lack this method, and do not need it. */
function setCookies(headers: Partial<Pick<Headers, 'getSetCookie'>>): string[] {
  return headers.getSetCookie?.() ?? [];
}
