/**
 * Who is signed in on this page, as a value that components follow. The client keeps the access token in memory. When a
 * sign-in ends in the middle of work, the person signs in again over the page, and nothing typed is lost.
 */
import { sleep } from '../kit/sleep.ts';
import { useSyncExternalStore } from 'react';
import type { Schemas } from '../../client/client.ts';
import { answerOf, client, onSignedOut } from './api.ts';
import { beginLeaving } from './leaving.ts';
import { endSignIn, endSignInLater, isSigningOut, noteEntering, noteSignedIn, noteSigningOut } from './signing-out.ts';

export type Me = Schemas['Me'];
export type Permission = Me['permissions'][number];

export type Session =
  | { phase: 'restoring' }
  | { phase: 'signedOut' }
  | { phase: 'signedIn'; me: Me }
  /** The sign-in ended in the middle of work, which goes on when `me` signs in again. */
  | { phase: 'interrupted'; me: Me };

/** How long signing out waits for the service. */
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

/** The session, and a new drawing whenever it changes. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session);
}

/** Calls back whenever somebody has signed in, for what waits for that. */
export function onSignedIn(act: () => void): void {
  subscribe(() => session.phase === 'signedIn' && act());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The account that is signed in. Throws outside the signed-in part of the page. */
export function useMe(): Me {
  const now = useSession();
  if (now.phase === 'signedIn' || now.phase === 'interrupted') return now.me;
  throw new Error('Nobody is signed in.');
}

/** Whether the signed-in account has the permission. */
export function useCan(permission: Permission): boolean {
  return useMe().permissions.includes(permission);
}

/** Goes on with the session that the browser has kept, if there is one and nobody has signed out of it. */
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

/** Signs in with an address and a password. Throws a Refusal for a wrong one. */
export function signIn(login: Schemas['Login']): Promise<void> {
  return enter(client.signIn(login));
}

/** Sets the password of an invited account and signs in. Throws a Refusal for an invitation that has ended. */
export function acceptInvitation(acceptance: Schemas['AcceptInvitation']): Promise<void> {
  return enter(client.acceptInvitation(acceptance));
}

function enter(entering: ReturnType<typeof client.signIn>): Promise<void> {
  const entered = goOnAfter(entering);
  noteEntering(entered);
  return entered;
}

async function goOnAfter(entering: ReturnType<typeof client.signIn>): Promise<void> {
  await answerOf(entering);
  noteSignedIn();
  const next = await meOf();
  // Another person must begin with an empty page, so the page is loaded again.
  if (session.phase === 'interrupted' && next.me.id !== session.me.id) location.assign('/');
  else become(next);
}

/** Reads the account anew, after something about it was changed here. */
export async function readMe(): Promise<void> {
  become(await meOf());
}

async function meOf(): Promise<{ phase: 'signedIn'; me: Me }> {
  return { phase: 'signedIn', me: await answerOf(client.GET('/api/auth/me')) };
}

/** Ends the session here and at the service, and empties what the browser keeps of it. Other tabs follow. */
export async function signOut(): Promise<void> {
  noteSigningOut();
  // A channel reaches this origin alone, and takes no target.
  // eslint-disable-next-line unicorn/require-post-message-target-origin
  otherTabs?.postMessage('signed-out');
  beginLeaving();
  // If the service does not answer, the next page keeps trying.
  await Promise.allSettled([Promise.race([endSignIn(), sleep(PATIENCE_MS)]), forgetEverything()]);
  // Memory is emptied, too.
  location.assign('/sign-in');
}

/** Nothing of what was shown or typed stays on a shared computer; the language is not personal. */
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
