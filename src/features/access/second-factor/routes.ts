import { AppError } from '../../../errors.ts';
import { type Exchange, route } from '../../../http/route.ts';
import { AccessGrant } from '../auth/schema.ts';
import { deviceOf, granted } from '../auth/routes.ts';
import { beginAuthenticator, confirmAuthenticator, removeAuthenticator } from './authenticator.ts';
import { forgetDevice } from './devices.ts';
import { getOwnSecondFactor } from './overview.ts';
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './passkeys.ts';
import { replaceOwnCodes } from './recovery-codes.ts';
import {
  AddedPasskey,
  AuthenticatorCode,
  AuthenticatorSetup,
  FirstCodes,
  NewPasskey,
  OwnSecondFactor,
  Passkey,
  PasskeyName,
  PasskeyOptions,
  PasskeyOptionsRequest,
  OwnPath,
  PasskeySignIn,
  PasswordConfirmation,
  RecoveryCodes,
  SecondFactor,
} from './schema.ts';
import { finishSignIn, passkeyOptions, signInWithPasskey } from './signing-in.ts';

/** What all routes for one's own second factor share. */
const OWN = { tag: 'Sign-in', permission: 'signed-in', beforeSecondFactor: true, peopleOnly: true } as const;
const STEP = { tag: 'Sign-in', permission: 'public' } as const;

const PATH = '/api/auth/second-factor';
const ONCE = 'The response is shown only once.';
const PASSWORD_COUNTS =
  'A wrong password gets `validation_failed` for the field `currentPassword`, and counts as a failed sign-in.';

/** Returns the origin of the page. Raises `forbidden` for a foreign website. */
function originOf({ ownOrigin }: Exchange): string {
  const origin = ownOrigin();
  if (origin === undefined) throw new AppError('forbidden', 'A page of another website may not use passkeys here.');
  return origin;
}

/** The steps of a sign-in after the password, or in its place. */
const signingInRoutes = [
  route({
    ...STEP,
    method: 'POST',
    path: PATH,
    summary: 'Finish a sign-in with the second factor',
    description:
      'Send the `ticket` of the refusal `second_factor_required`, and a code, a recovery code or a passkey. A code works once. After 5 failures with one kind of them for an account within 15 minutes, the response to this kind is 429 for a while. `reason` of the refusal `invalid_second_factor` is `WrongCode`, `UsedCode`, `WrongRecoveryCode`, `WrongPasskey`, `EarlierCode` (a clock was set back), `LostSecret` (the keys of Vestry were replaced), or `NextCode`: the code belongs to another time within ten minutes, because a clock is wrong, and the code after it will be accepted.',
    setsCookie: true,
    body: SecondFactor,
    answer: AccessGrant,
    errors: ['invalid_credentials', 'invalid_second_factor', 'invalid_ticket', 'no_passkey_here', 'too_many_requests'],
    handle: async (app, { body }, exchange) => granted(app, await finishSignIn(app, body, deviceOf(exchange))),
  }),
  route({
    ...STEP,
    method: 'POST',
    path: '/api/auth/passkeys/options',
    summary: 'Ask for what the browser needs to use a passkey',
    body: PasskeyOptionsRequest,
    answer: PasskeyOptions,
    errors: ['forbidden', 'invalid_ticket', 'no_passkey_here'],
    handle: (app, { body }, exchange) => passkeyOptions(app, body.ticket, originOf(exchange)),
  }),
  route({
    ...STEP,
    method: 'POST',
    path: '/api/auth/passkeys/sign-in',
    summary: 'Sign in with a passkey in place of the password',
    description:
      'The device must verify the person by fingerprint, face or PIN, so no second factor is needed. The response is the same as for a sign-in.',
    setsCookie: true,
    body: PasskeySignIn,
    answer: AccessGrant,
    errors: ['invalid_credentials', 'invalid_second_factor', 'invalid_ticket', 'no_passkey_here', 'too_many_requests'],
    handle: async (app, { body }, exchange) => granted(app, await signInWithPasskey(app, body, deviceOf(exchange))),
  }),
];

const passkeyRoutes = [
  route({
    ...OWN,
    method: 'POST',
    path: '/api/auth/passkeys/registration-options',
    summary: 'Ask for what the browser needs to make a passkey',
    description: PASSWORD_COUNTS,
    body: PasswordConfirmation,
    answer: PasskeyOptions,
    errors: ['conflict', 'forbidden', 'no_passkey_here', 'too_many_requests'],
    handle: (app, { body }, exchange) => beginPasskey(app, body.currentPassword, originOf(exchange)),
  }),
  route({
    ...OWN,
    method: 'POST',
    path: '/api/auth/passkeys',
    summary: 'Add a passkey that the browser has made',
    description: `With the first second factor of an account come ten recovery codes. ${ONCE}`,
    body: NewPasskey,
    answer: AddedPasskey,
    status: 201,
    location: ({ passkey }) => `/api/auth/passkeys/${passkey.id}`,
    keyed: 'claim',
    secrets: ['recoveryCodes'],
    errors: ['conflict', 'invalid_second_factor', 'invalid_ticket', 'no_passkey_here'],
    handle: (app, { body }) => addPasskey(app, body),
  }),
  route({
    ...OWN,
    method: 'PUT',
    path: '/api/auth/passkeys/:id',
    summary: 'Give a passkey another name',
    params: OwnPath,
    body: PasskeyName,
    answer: Passkey,
    handle: (app, { params, body }) => renamePasskey(app, params.id, body.name),
  }),
  route({
    ...OWN,
    method: 'POST',
    path: '/api/auth/passkeys/:id/remove',
    summary: 'Remove a passkey',
    description: `Without the last passkey and an app, the account has no second factor. ${PASSWORD_COUNTS}`,
    params: OwnPath,
    body: PasswordConfirmation,
    errors: ['too_many_requests'],
    handle: (app, { params, body }) => removePasskey(app, params.id, body.currentPassword),
  }),
];

export const secondFactorRoutes = [
  ...signingInRoutes,
  route({
    ...OWN,
    method: 'GET',
    path: PATH,
    summary: "Read the caller's second factor and remembered devices",
    answer: OwnSecondFactor,
    handle: (app, _input, exchange) => getOwnSecondFactor(app, deviceOf(exchange)),
  }),
  route({
    ...OWN,
    method: 'POST',
    path: `${PATH}/authenticator`,
    summary: 'Ask for a secret for an authenticator app',
    description: `The app works after its first code. An app that is in use keeps working until then. ${ONCE} ${PASSWORD_COUNTS}`,
    body: PasswordConfirmation,
    answer: AuthenticatorSetup,
    errors: ['too_many_requests'],
    handle: (app, { body }) => beginAuthenticator(app, body.currentPassword),
  }),
  route({
    ...OWN,
    method: 'POST',
    path: `${PATH}/authenticator/confirm`,
    summary: 'Take an authenticator app into use with its first code',
    description: `With the first second factor of an account come ten recovery codes. ${ONCE} The first code must come within an hour.`,
    body: AuthenticatorCode,
    answer: FirstCodes,
    errors: ['not_found', 'too_many_requests'],
    handle: (app, { body }) => confirmAuthenticator(app, body.code),
  }),
  route({
    ...OWN,
    method: 'POST',
    path: `${PATH}/authenticator/remove`,
    summary: 'Remove the authenticator app',
    description: `Without the app and any passkey, the account has no second factor. ${PASSWORD_COUNTS}`,
    body: PasswordConfirmation,
    errors: ['conflict', 'too_many_requests'],
    handle: (app, { body }) => removeAuthenticator(app, body.currentPassword),
  }),
  route({
    ...OWN,
    method: 'POST',
    path: `${PATH}/recovery-codes`,
    summary: 'Replace the recovery codes',
    description: `All earlier codes stop working. ${ONCE} ${PASSWORD_COUNTS}`,
    body: PasswordConfirmation,
    answer: RecoveryCodes,
    errors: ['conflict', 'too_many_requests'],
    handle: (app, { body }) => replaceOwnCodes(app, body.currentPassword),
  }),
  ...passkeyRoutes,
  route({
    ...OWN,
    method: 'DELETE',
    path: '/api/auth/remembered-devices/:id',
    summary: 'Forget a browser, which then needs the second factor again',
    params: OwnPath,
    handle: (app, { params }) => forgetDevice(app, params.id),
  }),
];
