/** Ends sign-ins of one user or of all users. */
import { type App, now } from '../../../app.ts';
import { keep } from '../../audit/kept.ts';
import { revokeEverySignIn, revokeSignIns } from './queries.ts';

/**
 * Ends sign-ins of a user: only the sign-in with the id `only`, all sign-ins except the one with the id `except`, or
 * all sign-ins if neither id is given. The access tokens of these sign-ins stop working at once. Returns how many
 * sign-ins were ended. The caller must record why.
 */
export async function endSignIns(app: App, which: { userId: number; only?: number; except?: number }): Promise<number> {
  const ended = await revokeSignIns(app.db, which, now(app));
  keep(app, 'SignIn', ended);
  return ended.length;
}

/** Ends all sign-ins of all users. Returns how many were ended. */
export function endEverySignIn(app: App): Promise<number> {
  return revokeEverySignIn(app.db, now(app));
}
