/** Uses and makes passkeys, with the library SimpleWebAuthn, which is loaded at the first use. */
import type { Schemas } from '../../client/client.ts';
import { answerOf, client } from './api.ts';

type Credential = Schemas['PasskeyCredential'];
/** What the service gave for the browser, and the answer of the browser, to send back together. */
type Answered = { ticket: string; credential: Credential };

/** Browsers make passkeys only for names, not for IP addresses (WebAuthn, 5.1.3). */
const NUMBER = /^(\d+\.){3}\d+$|^\[.*\]$/;

/** The person closed the window of the browser, or it found no passkey. */
export class NoPasskey extends Error {}

/** Returns true if this browser can use passkeys at this address. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && !NUMBER.test(location.hostname);
}

/**
 * Asks the browser for a passkey: with a ticket as the second factor of that sign-in, without one as the whole sign-in.
 * Throws NoPasskey, or a Refusal.
 */
export async function usePasskey(ticket: string | null): Promise<Answered> {
  const given = await answerOf(client.POST('/api/auth/passkeys/options', { body: { ticket } }));
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const credential = await ceremony(() => startAuthentication({ optionsJSON: given.options as never }));
  return { ticket: given.ticket, credential };
}

/** Asks the browser to make a passkey for the account. Throws NoPasskey, or a Refusal for a wrong password. */
export async function makePasskey(currentPassword: string): Promise<Answered> {
  const body = { currentPassword };
  const given = await answerOf(client.POST('/api/auth/passkeys/registration-options', { body }));
  const { startRegistration } = await import('@simplewebauthn/browser');
  const credential = await ceremony(() => startRegistration({ optionsJSON: given.options as never }));
  return { ticket: given.ticket, credential };
}

async function ceremony(run: () => Promise<object>): Promise<Credential> {
  try {
    return (await run()) as Credential;
  } catch (error) {
    throw new NoPasskey('The browser gave no passkey.', { cause: error });
  }
}
