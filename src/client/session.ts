/**
 * A sign-in as the client holds it: the access token in memory, the refresh cookie in the browser.
 *
 * Login, refresh and logout replace the cookie, so they take turns under one Web Lock, which none holds for more than
 * 30 seconds. A refused call waits for the renewal that is under way, or is sent again if there was one since; a clone
 * of the request is kept for that. Only `invalid_refresh_token` ends the session: what a busy service or a proxy
 * answers does not. So does a renewal for another user, because then somebody else has signed in in another tab.
 */
import type { AccessGrant, Fetch, Outcome, Problem, Schemas, User } from './api.ts';
import { createCalls } from './calls.ts';
import { keepingCookie } from './cookie.ts';
import { asProblem, isUnauthenticated, problemOf, refusal } from './problem.ts';
import { turns } from './turns.ts';

/** A service that does not answer must not block other tabs. */
const PATIENCE_MS = 30_000;

export type SessionOptions = { baseUrl: string; fetch: Fetch; onSignedOut: () => void };

/** The user who signed in, or the refusal, each with its answer, whose `Retry-After` says how long to wait. */
export type Entered = Outcome<User> & { response: Response };

export type Session = {
  /** Returns the user who is signed in, as far as is known here. */
  user: () => User | undefined;
  /** Sends a request with the access token. If that has expired, renews it and sends the request again. */
  send: Fetch;
  signIn: (login: Schemas['Login']) => Promise<Entered>;
  acceptInvitation: (acceptance: Schemas['AcceptInvitation']) => Promise<Entered>;
  restore: () => Promise<Outcome<User>>;
  /** Ends the session. After a refusal, the browser may still have the cookie. */
  signOut: () => Promise<{ error?: Problem }>;
};

/** Returns a session without a user. */
export function createSession({ baseUrl, fetch, onSignedOut }: SessionOptions): Session {
  let grant: AccessGrant | undefined;
  let renewal: Promise<Outcome<User>> | undefined;
  const auth = createCalls(
    baseUrl,
    keepingCookie((request) => deliver(fetch, request)),
  );
  // Each of these calls replaces the refresh cookie, and repeating one may end the sign-in.
  const inTurn = turns(`vestry-session ${baseUrl}`);
  const limits = () => ({ signal: AbortSignal.timeout(PATIENCE_MS) });

  const hold = ({ data, error }: Outcome<AccessGrant>): Outcome<User> => {
    if (error) return { error };
    grant = data;
    return { data: data.user };
  };

  const refresh = async (): Promise<Outcome<User>> => {
    const before = grant;
    // The answer has the next cookie, which must reach the browser even if the page is left.
    const { data, error } = await auth.POST('/api/auth/refresh', { ...limits(), keepalive: true });
    if (error && error.code !== 'invalid_refresh_token') return { error };
    if (data && (before?.user.id ?? data.user.id) === data.user.id) return hold({ data });
    grant = undefined;
    if (before) onSignedOut();
    return { error: error ?? problemOf(401, 'unauthenticated', 'Somebody else has signed in with this browser.') };
  };

  const renew = () => {
    renewal ??= inTurn(refresh).finally(() => {
      renewal = undefined;
    });
    return renewal;
  };

  const send: Fetch = async (request) => {
    const spare = request.clone();
    const asked = grant;
    const answer = await deliver(fetch, request, grant);
    if (!(await isUnauthenticated(answer))) return answer;
    // Another call may have renewed the token since this one was sent.
    const { error } = grant === asked ? await renew() : {};
    if (error && error.status !== 401) return refusal(error);
    const goesOn = grant && grant.user.id === (asked ?? grant).user.id;
    return goesOn ? deliver(fetch, spare, grant) : answer;
  };

  return {
    user: () => grant?.user,
    send,
    signIn: (body) => inTurn(async () => withAnswer(await auth.POST('/api/auth/login', { ...limits(), body }), hold)),
    acceptInvitation: (body) =>
      inTurn(async () => withAnswer(await auth.POST('/api/auth/accept-invitation', { ...limits(), body }), hold)),
    restore: renew,
    signOut: () =>
      inTurn(async () => {
        try {
          const { error } = await auth.POST('/api/auth/logout', limits());
          return error ? { error } : {};
        } finally {
          grant = undefined;
        }
      }),
  };
}

/** Sends a request, with the access token of a grant if there is one. */
async function deliver(fetch: Fetch, request: Request, grant?: AccessGrant): Promise<Response> {
  if (grant) request.headers.set('Authorization', `Bearer ${grant.accessToken}`);
  return asProblem(await fetch(request));
}

type Granted = Outcome<AccessGrant> & { response: Response };

/** Returns the result of `hold` for a grant or refusal, with its answer. */
function withAnswer(came: Granted, hold: (came: Granted) => Outcome<User>): Entered {
  return { ...hold(came), response: came.response };
}
