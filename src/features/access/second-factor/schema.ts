import * as z from 'zod';
import { id, idText, instant, optional, text } from '../../../lib/wire.ts';
import { ROLES, type Role } from '../../../permissions.ts';
import { currentPassword, RoleName } from '../users/schema.ts';

/** The maximum length of a ticket, and of each part of the answer of a browser. Both are far longer than needed. */
const LONGEST_TICKET = 4000;
const LONGEST_PART = 20_000;
const LONGEST_CODE = 40;

const ticket = z.string().min(1).max(LONGEST_TICKET);

/** What `navigator.credentials` returns, as JSON. Browsers may add fields. */
export const Credential = z
  .looseObject({
    id: z.string().min(1).max(LONGEST_PART).describe('The id of the credential.'),
    rawId: z.string().min(1).max(LONGEST_PART).describe('The id again, in base64url.'),
    type: z.literal('public-key').describe('The kind of credential.'),
    response: z
      .record(z.string(), z.unknown())
      .describe('What the device signed: `clientDataJSON` and the other fields of the browser, in base64url.'),
    clientExtensionResults: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The results of extensions. Vestry uses none.'),
  })
  .meta({
    id: 'PasskeyCredential',
    description:
      'The credential that the browser returned, in the form of `PublicKeyCredential.toJSON()` (WebAuthn Level 3, 5.1).',
  });
export type Credential = z.output<typeof Credential>;

export const SecondFactor = z
  .strictObject({
    ticket: ticket.describe('The `ticket` of the refusal, or that of the options for the passkey.'),
    code: optional(z.string().min(1).max(LONGEST_CODE)).describe('The six digits that the authenticator app shows.'),
    recoveryCode: optional(z.string().min(1).max(LONGEST_CODE)).describe('One of the recovery codes. It works once.'),
    passkey: optional(Credential).describe('The answer of the browser to the options for the passkey.'),
    remember: z
      .boolean()
      .default(false)
      .describe('Whether this browser needs no second factor for 30 days. The cookie `app_device` is then set.'),
  })
  .check((context) => {
    const { code, recoveryCode, passkey } = context.value;
    const given = [code, recoveryCode, passkey].filter((one) => one !== null).length;
    if (given === 1) return;
    const message = 'must be given, or `recoveryCode` or `passkey` in its place, and only one of them';
    context.issues.push({ code: 'custom', path: ['code'], message, input: code });
  })
  .meta({ id: 'SecondFactor', description: 'The ticket of the first step, and one second factor.' });
export type SecondFactor = z.output<typeof SecondFactor>;

export const PasskeyOptionsRequest = z
  .strictObject({
    ticket: optional(ticket).describe(
      'The `ticket` of the refusal, to use a passkey as the second factor. Without it, the passkey is the whole sign-in.',
    ),
  })
  .meta({ id: 'PasskeyOptionsRequest', description: 'For which step of a sign-in the passkey is.' });

export const PasskeyOptions = z
  .object({
    ticket: z.string().describe('Send this ticket with the answer of the browser. It is valid for five minutes.'),
    options: z
      .record(z.string(), z.unknown())
      .describe(
        'The options for `navigator.credentials.create` or `get`, in the JSON form of WebAuthn Level 3 (`parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON`).',
      ),
  })
  .meta({ id: 'PasskeyOptions', description: 'What a browser needs to make or use a passkey.' });
export type PasskeyOptions = z.output<typeof PasskeyOptions>;

export const PasskeySignIn = z
  .strictObject({
    ticket: ticket.describe('The `ticket` of the options.'),
    credential: Credential.describe('The answer of the browser to the options.'),
  })
  .meta({ id: 'PasskeySignIn', description: 'A passkey in place of the password.' });
export type PasskeySignIn = z.output<typeof PasskeySignIn>;

export const PasswordConfirmation = z
  .strictObject({ currentPassword })
  .meta({ id: 'PasswordConfirmation', description: 'The password again, before a change of how the person signs in.' });

export const AuthenticatorSetup = z
  .object({
    secret: z.string().describe('The secret in base32, for apps that cannot read the QR code.'),
    url: z.string().describe('The `otpauth` address. Show it as a QR code.'),
  })
  .meta({ id: 'AuthenticatorSetup', description: 'What an authenticator app needs. It is shown only once.' });
export type AuthenticatorSetup = z.output<typeof AuthenticatorSetup>;

export const AuthenticatorCode = z
  .strictObject({ code: z.string().min(1).max(LONGEST_CODE).describe('The six digits that the app shows.') })
  .meta({ id: 'AuthenticatorCode', description: 'The first code of an authenticator app.' });

const codes = z.array(z.string()).describe('Ten codes, each of which works once. They are shown only this time.');

export const RecoveryCodes = z
  .object({ recoveryCodes: codes })
  .meta({ id: 'RecoveryCodes', description: 'New recovery codes. All earlier ones stop working.' });
export type RecoveryCodes = z.output<typeof RecoveryCodes>;

const firstCodes = codes
  .nullable()
  .describe(
    'Ten recovery codes, each of which works once. They are shown only this time. Null if the account has codes already.',
  );

export const FirstCodes = z
  .object({ recoveryCodes: firstCodes })
  .meta({ id: 'FirstRecoveryCodes', description: 'The recovery codes that come with the first second factor.' });
export type FirstCodes = z.output<typeof FirstCodes>;

export const Passkey = z
  .object({
    id,
    name: z.string().describe('The name that the owner gave the passkey.'),
    host: z.string().describe('The host name of Vestry for which the passkey was made. It works nowhere else.'),
    createdAt: instant.describe('When the passkey was made.'),
    lastUsedAt: instant.nullable().describe('When the passkey was last used; null before that.'),
  })
  .meta({ id: 'Passkey', description: 'A passkey of the caller.' });
export type Passkey = z.output<typeof Passkey>;

const passkeyName = text(60).describe('A name by which the owner knows the passkey, such as that of the device.');

export const NewPasskey = z
  .strictObject({
    ticket: ticket.describe('The `ticket` of the options.'),
    name: passkeyName,
    credential: Credential.describe('The answer of the browser to the options.'),
  })
  .meta({ id: 'NewPasskey', description: 'A passkey that the browser has made.' });
export type NewPasskey = z.output<typeof NewPasskey>;

export const PasskeyName = z
  .strictObject({ name: passkeyName })
  .meta({ id: 'PasskeyName', description: 'Another name for a passkey.' });

export const AddedPasskey = z
  .object({ passkey: Passkey.describe('The new passkey.'), recoveryCodes: firstCodes })
  .meta({ id: 'AddedPasskey', description: 'A new passkey, with the first recovery codes of the account.' });
export type AddedPasskey = z.output<typeof AddedPasskey>;

export const RememberedDevice = z
  .object({
    id,
    createdAt: instant.describe('When the person asked Vestry to remember this browser.'),
    lastUsedAt: instant.describe('When somebody last signed in with this browser.'),
    expiresAt: instant.describe('When the browser needs a second factor again, 30 days after it was remembered.'),
    userAgent: z.string().nullable().describe('How the browser names itself (`User-Agent`).'),
    ipAddress: z.string().nullable().describe('The network address of its last sign-in.'),
    current: z.boolean().describe('Whether this request comes from this browser.'),
  })
  .meta({ id: 'RememberedDevice', description: 'A browser that needs no second factor.' });
export type RememberedDevice = z.output<typeof RememberedDevice>;

/** The path of a passkey or a remembered device of the caller. */
export const OwnPath = z.strictObject({ id: idText });

export const SecondFactorState = z.enum(['SetUp', 'Required', 'Advised', 'Optional']).meta({
  id: 'SecondFactorState',
  description:
    '`SetUp`: the account has a second factor. `Required`: a role of the account needs one, and until it is set up the person can do nothing else. `Advised`: the account can do so much that it should have one. `Optional`: it may have one.',
});
export type SecondFactorState = z.output<typeof SecondFactorState>;

export const OwnSecondFactor = z
  .object({
    state: SecondFactorState,
    authenticator: z
      .object({
        confirmedAt: instant.describe('When the app was set up.'),
        lastUsedAt: instant.nullable().describe('When a code of the app was last accepted.'),
      })
      .nullable()
      .describe('The authenticator app; null if there is none.'),
    recoveryCodesLeft: z.int().describe('How many recovery codes were not used.'),
    passkeys: z.array(Passkey).describe('The passkeys, the oldest first.'),
    rememberedDevices: z
      .array(RememberedDevice)
      .describe('The browsers that need no second factor, the most recently used first.'),
  })
  .meta({ id: 'OwnSecondFactor', description: 'How the caller proves who they are, besides the password.' });
export type OwnSecondFactor = z.output<typeof OwnSecondFactor>;

const requiredRoles = z
  .array(RoleName)
  .max(ROLES.length)
  .overwrite((list) => ROLES.filter((role: Role) => list.includes(role)))
  .describe('The roles whose people need a second factor.');

export const SecondFactorRulesUpdate = z
  .strictObject({ requiredRoles })
  .meta({ id: 'SecondFactorRulesUpdate', description: 'Who needs a second factor.' });
export type SecondFactorRulesUpdate = z.output<typeof SecondFactorRulesUpdate>;

export const SecondFactorRules = z
  .object({
    requiredRoles: z.array(RoleName).describe('The roles whose people need a second factor. None at first.'),
    advisedRoles: z.array(RoleName).describe('The roles whose people are asked to set one up.'),
  })
  .meta({ id: 'SecondFactorRules', description: 'Who needs a second factor, and who is asked to set one up.' });
export type SecondFactorRules = z.output<typeof SecondFactorRules>;

export const SecondFactorRulesPath = z.strictObject({});
