/**
 * The session of a client. The access token is in memory, and the browser stores the refresh cookie.
 *
 * - Sign-in, renewal and sign-out change the cookie. They therefore run one at a time, under one Web Lock, and each of
 *   them holds the lock for at most 30 seconds.
 * - When a call is refused because its access token has expired, the token is renewed and the call is sent again. Calls
 *   that are refused at the same time share one renewal. Each request is cloned first, because a request can be sent
 *   only once.
 * - A renewal ends the session in two cases: if the service refuses the renewal with `invalid_refresh_token`, or if it
 *   returns another user, because somebody else has signed in from another tab. Other errors, for example from a busy
 *   service, do not end the session.
 */
import type { AccessGrant, Fetch, Outcome, paths, Problem, Schemas, User } from './api.ts';
import { type Calls, createCalls } from './calls.ts';
import { keepingCookies } from './cookie.ts';
import { asProblem, isUnauthenticated, problemOf, refusal } from './problem.ts';
import { turns } from './turns.ts';

/** The time after which a sign-in, renewal or sign-out without a response is aborted, so that other tabs can go on. */
const PATIENCE_MS = 30_000;

export type SessionOptions = { baseUrl: string; fetch: Fetch; onSignedOut: () => void };

/**
 * The result of signing in: the user or the error, together with the HTTP response. The header `Retry-After` of the
 * response may say how long to wait.
 */
export type Entered = Outcome<User> & { response: Response };

export type Session = {
  /** Returns the user of the last sign-in or renewal; undefined if this client knows that the session has ended. */
  user: () => User | undefined;
  /** Sends a request with the access token. If the token has expired, renews it and sends the request again. */
  send: Fetch;
  /**
   * Signs in with a password. If the account has a second factor, the error is `second_factor_required`, with the
   * `ticket` for `showSecondFactor`.
   */
  signIn: (login: Schemas['Login']) => Promise<Entered>;
  showSecondFactor: (factor: Schemas['SecondFactor']) => Promise<Entered>;
  signInWithPasskey: (passkey: Schemas['PasskeySignIn']) => Promise<Entered>;
  acceptInvitation: (acceptance: Schemas['AcceptInvitation']) => Promise<Entered>;
  setUp: (setup: Schemas['Setup']) => Promise<Entered>;
  restore: () => Promise<Outcome<User>>;
  /** Ends the session. If the service refuses, the browser may still have the refresh cookie. */
  signOut: () => Promise<{ error?: Problem }>;
};

/** Returns a session without a user. */
export function createSession({ baseUrl, fetch, onSignedOut }: SessionOptions): Session {
  let grant: AccessGrant | undefined;
  let renewal: Promise<Outcome<User>> | undefined;
  const auth = createCalls(
    baseUrl,
    keepingCookies((request) => deliver(fetch, request)),
  );
  // Calls that change the refresh cookie run one at a time, because the service may end a session whose cookie is
  // reused.
  const inTurn = turns(`vestry-session ${baseUrl}`);

  const hold = ({ data, error }: Outcome<AccessGrant>): Outcome<User> => {
    if (error) return { error };
    grant = data;
    return { data: data.user };
  };

  const refresh = async (): Promise<Outcome<User>> => {
    const before = grant;
    // The response sets the next cookie. With `keepalive`, the browser stores it even if the user leaves the page.
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
    // Another call may have renewed the token since this request was sent.
    const { error } = grant === asked ? await renew() : {};
    if (error && error.status !== 401) return refusal(error);
    const goesOn = grant && grant.user.id === (asked ?? grant).user.id;
    return goesOn ? deliver(fetch, spare, grant) : answer;
  };

  return {
    user: () => grant?.user,
    send,
    ...entrances(auth, inTurn, hold),
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

/** Returns the time limit of a call that changes the refresh cookie. */
const limits = () => ({ signal: AbortSignal.timeout(PATIENCE_MS) });

type Entrances = Pick<Session, 'signIn' | 'showSecondFactor' | 'signInWithPasskey' | 'acceptInvitation' | 'setUp'>;
type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Returns the functions that sign a person in. Each runs in its turn, and gives its response to `hold`. */
function entrances(auth: Calls, inTurn: InTurn, hold: (came: Granted) => Outcome<User>): Entrances {
  const enter =
    <Path extends Entrance>(path: Path) =>
    (body: BodyOf<Path>): Promise<Entered> =>
      inTurn(async () => withAnswer(await auth.POST(path as '/api/auth/login', { ...limits(), body } as never), hold));
  return {
    signIn: enter('/api/auth/login'),
    showSecondFactor: enter('/api/auth/second-factor'),
    signInWithPasskey: enter('/api/auth/passkeys/sign-in'),
    acceptInvitation: enter('/api/auth/accept-invitation'),
    setUp: enter('/api/setup'),
  };
}

/** The calls that sign a person in. */
type Entrance =
  | '/api/auth/login'
  | '/api/auth/second-factor'
  | '/api/auth/passkeys/sign-in'
  | '/api/auth/accept-invitation'
  | '/api/setup';
type BodyOf<Path extends Entrance> = paths[Path]['post']['requestBody']['content']['application/json'];

/** Sends a request, with the access token of the grant if one is given. */
async function deliver(fetch: Fetch, request: Request, grant?: AccessGrant): Promise<Response> {
  if (grant) request.headers.set('Authorization', `Bearer ${grant.accessToken}`);
  return asProblem(await fetch(request));
}

type Granted = Outcome<AccessGrant> & { response: Response };

/** Returns the result that `hold` makes of a response, together with this response. */
function withAnswer(came: Granted, hold: (came: Granted) => Outcome<User>): Entered {
  return { ...hold(came), response: came.response };
}
