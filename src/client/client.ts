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
  /**
   * Called when the session ends without a call of `signOut`. This happens if the session expires, if an administrator
   * or another tab ends it, or if another user signs in from another tab.
   */
  onSignedOut?: () => void;
  /** Replaces the global `fetch`. */
  fetch?: Fetch;
};

export type VestryClient = Calls & {
  /** The user of the last sign-in or renewal, if any. The session may have ended without this client noticing. */
  readonly user: User | undefined;
} & Pick<
    Session,
    'signIn' | 'showSecondFactor' | 'signInWithPasskey' | 'acceptInvitation' | 'setUp' | 'restore' | 'signOut'
  >;

/** Returns a client that is not signed in. `restore` resumes the session whose refresh cookie the browser still has. */
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
