/** How the service learns who sends a request; the room of users and sign-ins declares it. */
import type { App } from './app.ts';
import type { Point } from './room-declarations.ts';
import type { Actor } from './permissions.ts';

export type Authentication = {
  /** Who holds an access token; undefined for one that is not live. */
  authenticate: (app: App, token: string) => Promise<Actor | undefined>;
  /** Looks up a signed-in user again; undefined if they have been signed out or deactivated since. */
  currentUser: (app: App, user: Extract<Actor, { kind: 'user' }>) => Promise<Actor | undefined>;
};

export const AUTHENTICATION: Point<Authentication> = { name: 'how senders of requests are known' };

/** Returns the only declaration. Throws if no room makes one. */
export async function authentication({ declared }: App): Promise<Authentication> {
  const [declaration] = await declared(AUTHENTICATION);
  if (!declaration) throw new Error('No room declares how senders of requests are known.');
  return declaration;
}
