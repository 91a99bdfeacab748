/** Finds out who sent a request. The room `src/features/access` declares how. */
import type { App } from './app.ts';
import type { Point } from './room-declarations.ts';
import type { Actor } from './permissions.ts';

export type Authentication = {
  /** Returns the user of an access token, or undefined if the token is not valid. */
  authenticate: (app: App, token: string) => Promise<Actor | undefined>;
  /**
   * Returns a signed-in user with their current roles, or undefined if they have since been signed out or deactivated.
   */
  currentUser: (app: App, user: Extract<Actor, { kind: 'user' }>) => Promise<Actor | undefined>;
};

export const AUTHENTICATION: Point<Authentication> = { name: 'how the sender of a request is found' };

/** Returns the functions that the room `access` declares. Throws if no room declares them. */
export async function authentication({ declared }: App): Promise<Authentication> {
  const [declaration] = await declared(AUTHENTICATION);
  if (!declaration) throw new Error('No room declares how the sender of a request is found.');
  return declaration;
}
