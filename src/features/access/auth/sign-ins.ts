/** Ends sign-ins, for users themselves and for those who manage accounts. */
import { type App, now } from '../../../app.ts';
import { revokeEverySignIn, revokeSignIns } from './queries.ts';

/**
 * Ends the live sign-ins of a user: all, all but one, or one; returns how many. Their access tokens stop working at
 * once.
 */
export function endSignIns(app: App, which: { userId: number; only?: number; except?: number }): Promise<number> {
  return revokeSignIns(app.db, which, now(app));
}

/** Ends the live sign-ins of all users; returns how many. */
export function endEverySignIn(app: App): Promise<number> {
  return revokeEverySignIn(app.db, now(app));
}
