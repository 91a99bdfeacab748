/**
 * Signs out even while the service does not respond. Only the service can delete the cookie that restores the session.
 * Therefore the page stores a mark in this browser until the service has ended the session. While the mark exists, the
 * page restores no session. The mark does not contain a name.
 */
import { sleep } from '../kit/sleep.ts';
import { client } from './api.ts';

const MARK = 'vestry-signing-out';
const AGAIN_MS = 10_000;

/** Stores the mark. Call this when somebody signs out. */
export function noteSigningOut(): void {
  localStorage.setItem(MARK, '1');
}

/** Returns true if somebody signed out here and the service has not ended the session yet. */
export function isSigningOut(): boolean {
  return localStorage.getItem(MARK) !== null;
}

/** Deletes the mark after a new sign-in, so that the page does not end the new session. */
export function noteSignedIn(): void {
  localStorage.removeItem(MARK);
}

let entering: Promise<unknown> = Promise.resolve();

/** Makes `endSignInLater` wait until the given sign-in has finished, because it would otherwise end the new session. */
export function noteEntering(enter: Promise<unknown>): void {
  entering = enter.catch(() => {});
}

/** Asks the service to end the session. Returns false if the request must be tried again. */
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

/**
 * Asks the service to end the session, again every ten seconds and whenever the network returns, until the mark is
 * gone.
 */
export async function endSignInLater(): Promise<void> {
  for (;;) {
    await entering;
    if (!isSigningOut() || (await endSignIn())) return;
    const isOnline = new AbortController();
    addEventListener('online', () => isOnline.abort(), { once: true });
    await sleep(AGAIN_MS, isOnline.signal);
  }
}
