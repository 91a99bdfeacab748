/**
 * The typed client of the HTTP API, for browsers and Node.js. Paths, bodies and responses have the types of the OpenAPI
 * document.
 */
import type { Fetch, User } from './api.ts';
import { type Calls, createCalls } from './calls.ts';
import { createSession, type Session } from './session.ts';

export type { Outcome, paths, Problem, Schemas, User } from './api.ts';

export type VestryOptions = {
  /** The address of the service, such as `http://localhost:8990`. */
  baseUrl: string;
  /** Called when the session ends without `signOut`: it expired, or another tab or an administrator ended it. */
  onSignedOut?: () => void;
  /** Replaces the global `fetch`. */
  fetch?: Fetch;
};

export type VestryClient = Calls & {
  /** The user who is signed in with this client, if any. The session may have ended since the last call. */
  readonly user: User | undefined;
} & Pick<Session, 'signIn' | 'acceptInvitation' | 'restore' | 'signOut'>;

/** Returns a client without a session; `restore` continues the session that the browser has kept. */
export function createVestryClient(options: VestryOptions): VestryClient {
  const { baseUrl, onSignedOut = () => {}, fetch = (request) => globalThis.fetch(request) } = options;
  const { user, send, ...session } = createSession({ baseUrl, fetch, onSignedOut });
  return {
    ...createCalls(baseUrl, send),
    ...session,
    get user() {
      return user();
    },
  };
}
