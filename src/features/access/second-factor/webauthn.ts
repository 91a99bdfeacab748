/**
 * The ceremonies of passkeys (WebAuthn Level 3), with the library SimpleWebAuthn. A challenge travels in a ticket, and
 * is good for the page that asked for it and for its host.
 */
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { AppError } from '../../../errors.ts';
import { randomToken } from '../../../lib/secret.ts';
import type { Ticket } from '../auth/ticket.ts';
import type { PasskeyRow } from './passkey-queries.ts';
import { wrongPasskey } from './refusals.ts';
import type { Credential } from './schema.ts';

/**
 * The library is loaded when a passkey is first used, not when the service starts. The packages below it need
 * `reflect-metadata` before them.
 */
const library = async () => {
  await import('reflect-metadata');
  return import('@simplewebauthn/server');
};

/** WebAuthn, 14.6.1: the id of a user must say nothing about the person. It has at most 64 bytes. */
const HANDLE_BYTES = 32;
const CHALLENGE_BYTES = 32;

/** The page of a ceremony: its origin, and the host for which its passkeys are. */
export type Site = { origin: string; host: string };

/**
 * Returns the site of an origin. Raises `no_passkey_here` if its host is an IP address, for which browsers make no
 * passkeys (WebAuthn, 5.1.3).
 */
export function siteOf(origin: string): Site {
  const { hostname } = new URL(origin);
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) {
    throw new AppError(
      'no_passkey_here',
      'Passkeys work only at an address with a name, such as https://church.local. This page was opened with an IP address.',
    );
  }
  return { origin, host: hostname };
}

/** Returns a new challenge. */
export const newChallenge = () => randomToken(CHALLENGE_BYTES);

/** Returns a new random user handle. */
export const newUserHandle = () => randomToken(HANDLE_BYTES);

type NewPasskeyOptions = {
  host: string;
  challenge: string;
  church: string;
  user: { email: string; displayName: string; handle: string };
  known: readonly PasskeyRow[];
};

/** Returns what the browser needs to make a passkey. It makes no second one on the same device. */
export async function creationOptions({ host, challenge, church, user, known }: NewPasskeyOptions): Promise<object> {
  return (await library()).generateRegistrationOptions({
    rpName: church,
    rpID: host,
    userName: user.email,
    userDisplayName: user.displayName,
    userID: new Uint8Array(Buffer.from(user.handle, 'base64url')),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/**
 * Returns what the browser needs to use a passkey: one of these, or any that it has for this host. Without a list the
 * passkey is the only proof, so the device must verify the person.
 */
export async function requestOptions(
  { host, challenge }: { host: string; challenge: string },
  passkeys?: readonly PasskeyRow[],
): Promise<object> {
  return (await library()).generateAuthenticationOptions({
    rpID: host,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    ...(passkeys && { allowCredentials: passkeys.map(descriptorOf) }),
    userVerification: passkeys ? 'preferred' : 'required',
  });
}

function descriptorOf({ credentialId, transports }: PasskeyRow) {
  return { id: credentialId, transports: transports.split(' ').filter(Boolean) };
}

/** Returns the new passkey in an answer of the browser. Raises `invalid_second_factor`. */
export async function verifyNew(
  ticket: Ticket,
  credential: Credential,
): Promise<Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'host'>> {
  const { origin, host } = siteOf(ticket.origin ?? '');
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: credential as unknown as RegistrationResponseJSON,
    expectedChallenge: ticket.challenge ?? '',
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: false,
  }).catch((error: unknown) => {
    throw wrongPasskey(error);
  });
  if (!registrationInfo) throw wrongPasskey();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    signCount: counter,
    transports: transports.join(' '),
    host,
  };
}

/**
 * Returns the new count of signatures of a passkey that answered the challenge. Raises `invalid_second_factor`, also if
 * the count shows a copy of the passkey (WebAuthn, 6.1.1).
 */
export async function verifyUse(
  ticket: Ticket,
  credential: Credential,
  { passkey, isOnlyProof }: { passkey: PasskeyRow; isOnlyProof: boolean },
): Promise<number> {
  const { origin, host } = siteOf(ticket.origin ?? '');
  const { verifyAuthenticationResponse } = await library();
  const { credentialId, publicKey, signCount, userHandle } = passkey;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential as unknown as AuthenticationResponseJSON,
    expectedChallenge: ticket.challenge ?? '',
    expectedOrigin: origin,
    expectedRPID: host,
    credential: {
      id: credentialId,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter: signCount,
    },
    requireUserVerification: isOnlyProof,
  }).catch((error: unknown) => {
    throw wrongPasskey(error);
  });
  const said = credential.response['userHandle'] ?? userHandle;
  if (!verified || said !== userHandle) throw wrongPasskey();
  return authenticationInfo.newCounter;
}
