/**
 * The session: which account is signed in on this page. Components can subscribe to changes. The client stores the
 * access token in memory only. When a sign-in ends in the middle of work, the person signs in again in a dialog over
 * the page and loses no typed text.
 */
import { sleep } from '../kit/sleep.ts';
import { useSyncExternalStore } from 'react';
import type { Schemas } from '../../client/client.ts';
import { answerOf, client, onSetupRequired, onSignedOut } from './api.ts';
import { beginLeaving } from './leaving.ts';
import { endSignIn, endSignInLater, isSigningOut, noteEntering, noteSignedIn, noteSigningOut } from './signing-out.ts';

export type Me = Schemas['Me'];
export type Permission = Me['permissions'][number];

export type Session =
  | { phase: 'restoring' }
  | { phase: 'signedOut' }
  | { phase: 'signedIn'; me: Me }
  /** The sign-in ended in the middle of work. The work continues when `me` signs in again. */
  | { phase: 'interrupted'; me: Me };

/** The longest time that signing out waits for the service. */
const PATIENCE_MS = 5000;

let session: Session = { phase: 'restoring' };
const listeners = new Set<() => void>();

function become(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

onSignedOut(() => {
  if (session.phase === 'signedIn') become({ phase: 'interrupted', me: session.me });
});

onSetupRequired(() => {
  if (session.phase === 'signedIn' && session.me.secondFactor !== 'Required') void readMe();
});

/** Returns the session. The component renders again whenever the session changes. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session);
}

/** Calls `act` whenever somebody has signed in or the account was read again. */
export function onSignedIn(act: () => void): void {
  subscribe(() => session.phase === 'signedIn' && act());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the account that is signed in, even while its sign-in is interrupted. Throws if nobody has signed in. */
export function useMe(): Me {
  const now = useSession();
  if (now.phase === 'signedIn' || now.phase === 'interrupted') return now.me;
  throw new Error('Nobody is signed in.');
}

/** Returns true if the signed-in account has the permission. */
export function useCan(permission: Permission): boolean {
  return useMe().permissions.includes(permission);
}

/**
 * Restores the session whose cookie the browser has, if there is one. If somebody signed out but the service has not
 * yet ended the session, restores nothing and asks the service again to end it.
 */
export async function restoreSession(): Promise<void> {
  if (isSigningOut()) {
    become({ phase: 'signedOut' });
    return endSignInLater();
  }
  try {
    const { data } = await client.restore();
    become(data ? await meOf() : { phase: 'signedOut' });
  } catch {
    become({ phase: 'signedOut' });
  }
}

/**
 * Signs in with an e-mail address and a password. Throws a Refusal if either is wrong, or if the account needs a second
 * factor, too.
 */
export function signIn(login: Schemas['Login']): Promise<void> {
  return enter(client.signIn(login));
}

/** Finishes a sign-in with a second factor. Throws a Refusal if it is not accepted. */
export function showSecondFactor(factor: Schemas['SecondFactor']): Promise<void> {
  return enter(client.showSecondFactor(factor));
}

/** Signs in with a passkey in place of the password. Throws a Refusal if it is not accepted. */
export function signInWithPasskey(passkey: Schemas['PasskeySignIn']): Promise<void> {
  return enter(client.signInWithPasskey(passkey));
}

/** Sets the password of an invited account and signs in. Throws a Refusal if the invitation is no longer valid. */
export function acceptInvitation(acceptance: Schemas['AcceptInvitation']): Promise<void> {
  return enter(client.acceptInvitation(acceptance));
}

/** Sets up the church with its first account, and signs in. Throws a Refusal if an answer or the link is not accepted. */
export function setUp(setup: Schemas['Setup']): Promise<void> {
  return enter(client.setUp(setup));
}

function enter(entering: ReturnType<typeof client.signIn>): Promise<void> {
  const entered = beginSession(entering);
  noteEntering(entered);
  return entered;
}

async function beginSession(entering: ReturnType<typeof client.signIn>): Promise<void> {
  await answerOf(entering);
  noteSignedIn();
  const next = await meOf();
  // If a different person signs in, the whole page is loaded again, so that the previous person's work is not shown.
  if (session.phase === 'interrupted' && next.me.id !== session.me.id) location.assign('/');
  else become(next);
}

/** Reads the account from the service again, after this page has changed it. */
export async function readMe(): Promise<void> {
  become(await meOf());
}

async function meOf(): Promise<{ phase: 'signedIn'; me: Me }> {
  return { phase: 'signedIn', me: await answerOf(client.GET('/api/auth/me')) };
}

/** Ends the session here and at the service, and deletes the data that the browser stored. Other tabs sign out, too. */
export async function signOut(): Promise<void> {
  noteSigningOut();
  // A BroadcastChannel reaches only this origin, and its `postMessage` accepts no target origin.
  // eslint-disable-next-line unicorn/require-post-message-target-origin
  otherTabs?.postMessage('signed-out');
  beginLeaving();
  // If the service does not respond in time, the sign-in page tries again.
  await Promise.allSettled([Promise.race([endSignIn(), sleep(PATIENCE_MS)]), forgetEverything()]);
  // Loading a new page also empties the memory of this page.
  location.assign('/sign-in');
}

/** Deletes the page's databases, caches and session storage, because other people may use this computer. */
async function forgetEverything(): Promise<void> {
  const databases = (await indexedDB.databases?.()) ?? [];
  for (const { name } of databases) if (name !== undefined) indexedDB.deleteDatabase(name);
  for (const name of await caches.keys()) await caches.delete(name);
  sessionStorage.clear();
}

const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('vestry-session');
otherTabs?.addEventListener('message', () => {
  beginLeaving();
  sessionStorage.clear();
  location.assign('/sign-in');
});
