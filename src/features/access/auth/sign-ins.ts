/** Ends the live sign-ins of one user or of all users. */
import { type App, now } from '../../../app.ts';
import { revokeEverySignIn, revokeSignIns } from './queries.ts';

/**
 * Ends a user's live sign-ins: just the one with the id `only`, every one but `except`, or all of them if neither is
 * given. Their access tokens stop working at once. Returns how many sign-ins were ended.
 */
export function endSignIns(app: App, which: { userId: number; only?: number; except?: number }): Promise<number> {
  return revokeSignIns(app.db, which, now(app));
}

/** Ends the live sign-ins of all users. Returns how many were ended. */
export function endEverySignIn(app: App): Promise<number> {
  return revokeEverySignIn(app.db, now(app));
}
