/**
 * A passkey in software: it answers the options of the service as a browser with an authenticator does (WebAuthn Level
 * 3, 6.3). Its keys are ES256, and its attestation is `none`.
 */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** The options of the service, and the origin of the page. */
type Given = { options: { challenge: string; user?: { id: string } }; origin: string };

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Returns a new software authenticator. `verifies` says whether it checks the person by fingerprint or PIN. */
export function softwarePasskey({ verifies = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const credentialId = base64url(id);
  let signCount = 0;
  let userHandle = '';

  const clientData = (type: string, { options, origin }: Given) =>
    Buffer.from(JSON.stringify({ type, challenge: options.challenge, origin, crossOrigin: false }));

  const authenticatorData = (host: string, flags: number, rest = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | USER_PRESENT | (verifies ? USER_VERIFIED : 0));
    head.writeUInt32BE(signCount, 1);
    return Buffer.concat([sha256(host), head, rest]);
  };

  const credential = (response: object) => ({
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    response,
    clientExtensionResults: {},
  });

  return {
    credentialId,
    /** Answers the options for making a passkey on a page of this origin. */
    create(given: Given) {
      const { options, origin } = given;
      userHandle = options.user?.id ?? '';
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const coordinates: [number, unknown][] = [
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ];
      const key = isoCBOR.encode(new Map(coordinates) as never);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const authData = authenticatorData(new URL(origin).hostname, HAS_CREDENTIAL, attested);
      const parts: [string, unknown][] = [
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ];
      const attestation = isoCBOR.encode(new Map(parts) as never);
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', given)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      });
    },
    /** Answers the options for using the passkey on a page of this origin. */
    get(given: Given) {
      signCount += 1;
      const data = clientData('webauthn.get', given);
      const authData = authenticatorData(new URL(given.origin).hostname, 0);
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(privateKey);
      return credential({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle,
      });
    },
    /** Sets the count of signatures back, as a copy of the passkey has it. */
    rewind: () => {
      signCount = 0;
    },
  };
}
