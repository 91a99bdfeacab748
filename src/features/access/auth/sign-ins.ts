/** Ends sign-ins, for users themselves and for administrators of accounts. */
import { type App, now } from '../../../app.ts';
import { revokeEverySignIn, revokeSignIns } from './queries.ts';

/**
 * Ends the live sign-ins of a user: only the sign-in `only`, all except `except`, or all. Returns how many were ended.
 * Their access tokens stop working at once.
 */
export function endSignIns(app: App, which: { userId: number; only?: number; except?: number }): Promise<number> {
  return revokeSignIns(app.db, which, now(app));
}

/** Ends the live sign-ins of all users. Returns how many were ended. */
export function endEverySignIn(app: App): Promise<number> {
  return revokeEverySignIn(app.db, now(app));
}
