/**
 * Examples for the API document. A key is the name of a schema, or of an operation whose response needs its own
 * example.
 */
import type { Examples, RefusalExamples, Said } from '../../../lib/examples.ts';

const CREATED = '2026-03-01T18:02:11.004Z';
const CODES = [
  'k7qm-x3vd-9fhp',
  'b2wn-r8tc-5gjy',
  'd4xs-m6ek-3hqz',
  'f9vt-c2na-7wbr',
  'h3kp-y5gd-8mxe',
  'j6rc-t9sf-2vnq',
  'm8ya-e4wh-6ktd',
  'p5gx-n7bj-4crs',
  'r2hd-q9fm-3ytw',
  't7ne-k6vc-5pab',
];

const passkey = {
  id: 5,
  name: 'Phone of Grace',
  host: 'vestry.example.org',
  createdAt: CREATED,
  lastUsedAt: '2026-03-08T17:55:40.120Z',
};

const part = (length: number) => 'kq3J8mX0cTfW1pZr5uVb7yNd2hGs4aLe'.slice(0, length);

const credential = {
  id: part(22),
  rawId: part(22),
  type: 'public-key',
  response: { clientDataJSON: part(32), authenticatorData: part(32), signature: part(32), userHandle: part(22) },
  clientExtensionResults: {},
};

const madeCredential = {
  ...credential,
  response: { clientDataJSON: part(32), attestationObject: part(32), transports: ['internal'] },
};

const ticket = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIzIn0.dGlja2V0';
const NOT_FINISHED: Said = ['The first request with this Idempotency-Key has not finished yet.'];
const FOREIGN: Said = ['A page of another website may not use passkeys here.'];

export const EXAMPLES: Examples = {
  SecondFactor: { ticket, code: '492039', remember: true },
  PasskeyOptionsRequest: { ticket },
  PasskeyOptions: {
    ticket,
    options: { challenge: part(32), rpId: 'vestry.example.org', timeout: 60_000, userVerification: 'required' },
  },
  PasskeySignIn: { ticket, credential },
  PasswordConfirmation: { currentPassword: 'seven sparrows on the roof' },
  AuthenticatorSetup: {
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    url: 'otpauth://totp/Vestry%20Grace%20Church:grace.lin@example.org?issuer=Vestry%20Grace%20Church&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  },
  AuthenticatorCode: { code: '492039' },
  RecoveryCodes: { recoveryCodes: CODES },
  FirstRecoveryCodes: { recoveryCodes: CODES },
  Passkey: passkey,
  NewPasskey: { ticket, name: 'Phone of Grace', credential: madeCredential },
  PasskeyName: { name: 'Phone of Grace' },
  AddedPasskey: { passkey: { ...passkey, lastUsedAt: null }, recoveryCodes: CODES },
  OwnSecondFactor: {
    state: 'SetUp',
    authenticator: { confirmedAt: CREATED, lastUsedAt: '2026-03-08T18:01:12.540Z' },
    recoveryCodesLeft: 9,
    passkeys: [passkey],
    rememberedDevices: [
      {
        id: 12,
        createdAt: CREATED,
        lastUsedAt: '2026-03-08T18:01:12.540Z',
        expiresAt: '2026-03-31T18:02:11.004Z',
        userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
        ipAddress: '192.0.2.17',
        current: true,
      },
    ],
  },
  SecondFactorRulesUpdate: { requiredRoles: ['super_admin', 'treasurer'] },
  SecondFactorRules: { requiredRoles: ['super_admin', 'treasurer'], advisedRoles: ['super_admin', 'treasurer'] },
};

export const REFUSALS: RefusalExamples = {
  postAuthPasskeys: {
    idempotency_in_progress: NOT_FINISHED,
    invalid_second_factor: [
      'This passkey was not accepted. Try again, or sign in in another way.',
      { reason: 'WrongPasskey' },
    ],
    conflict: ['This passkey belongs to an account already.'],
  },
  postAuthPasskeysSignIn: {
    invalid_second_factor: [
      'This passkey was not accepted. Try again, or sign in in another way.',
      { reason: 'WrongPasskey' },
    ],
  },
  postAuthPasskeysOptions: { forbidden: FOREIGN },
  postAuthPasskeysRegistrationOptions: {
    forbidden: FOREIGN,
    conflict: ['An account has at most 20 passkeys. Remove one first.'],
  },
  postAuthSecondFactorAuthenticatorConfirm: {
    not_found: ['There is no such authenticator app that waits for its first code. Begin again.'],
  },
  postAuthSecondFactorAuthenticatorRemove: { conflict: ['There is no authenticator app to remove.'] },
  postAuthSecondFactorRecoveryCodes: {
    conflict: ['Recovery codes belong to a second factor. Set one up first.'],
  },
};
