/**
 * Signing out where the service does not answer. The cookie that would sign in again is not the page's to delete, so a mark
 * without any name stays in this browser until the service has ended the session, and nothing is restored before.
 */
import { sleep } from '../kit/sleep.ts';
import { client } from './api.ts';

const MARK = 'vestry-signing-out';
const AGAIN_MS = 10_000;

/** Notes that whoever is signed in has signed out. */
export function noteSigningOut(): void {
  localStorage.setItem(MARK, '1');
}

/** Whether somebody signed out here and the service has not heard of it yet. */
export function isSigningOut(): boolean {
  return localStorage.getItem(MARK) !== null;
}

/** Somebody has signed in since: the browser has another cookie, which is not to be ended. */
export function noteSignedIn(): void {
  localStorage.removeItem(MARK);
}

let entering: Promise<unknown> = Promise.resolve();

/** Has signing out wait for a sign-in that is under way, so that it does not end that one. */
export function noteEntering(enter: Promise<unknown>): void {
  entering = enter.catch(() => {});
}

/** Asks the service to end the session. Returns whether it did. */
export async function endSignIn(): Promise<boolean> {
  try {
    const { error } = await client.signOut();
    if (error && (error.status === 429 || error.status >= 500)) return false;
  } catch {
    return false;
  }
  localStorage.removeItem(MARK);
  return true;
}

/** Tries until the service has ended the session, and whenever the network returns. */
export async function endSignInLater(): Promise<void> {
  for (;;) {
    await entering;
    if (!isSigningOut() || (await endSignIn())) return;
    const isOnline = new AbortController();
    addEventListener('online', () => isOnline.abort(), { once: true });
    await sleep(AGAIN_MS, isOnline.signal);
  }
}
