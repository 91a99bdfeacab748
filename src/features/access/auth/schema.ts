import * as z from 'zod';
import { id, idText, instant, items } from '../../../lib/wire.ts';
import { SecondFactorState } from '../second-factor/schema.ts';
import { currentPassword, PermissionName, User } from '../users/schema.ts';

/**
 * The maximum length of a password or token in a request. It is far above what a person types, and limits the work of
 * hashing.
 */
const LONGEST_INPUT = 1000;

export const Login = z
  .strictObject({
    email: z.string().min(1).max(254).describe('The address of the account, in upper or lower case.'),
    password: z.string().min(1).max(LONGEST_INPUT).describe('The password, or a temporary one.'),
  })
  .meta({ id: 'Login', description: 'The e-mail address and password of the user who signs in.' });
export type Login = z.output<typeof Login>;

/** A password that a person chooses. `passwordFault` checks it further. */
export const newPassword = z
  .string()
  .max(LONGEST_INPUT)
  .describe('12 to 128 characters. It must not be the e-mail address.');

export const ChangePasswordRequest = z
  .strictObject({
    currentPassword: currentPassword.describe('The current password, which may be a temporary one.'),
    newPassword: newPassword.describe(
      '12 to 128 characters. It must be neither the e-mail address nor the current password.',
    ),
  })
  .meta({ id: 'ChangePasswordRequest', description: 'The current password and the new one.' });
export type ChangePasswordRequest = z.output<typeof ChangePasswordRequest>;

export const OpenInvitation = z
  .object({
    email: z.string().describe('The address to sign in with.'),
    displayName: z.string().describe('The name of the user who was invited.'),
    expiresAt: instant.describe('When the invitation expires.'),
  })
  .meta({ id: 'OpenInvitation', description: 'Who an invitation is for.' });
export type OpenInvitation = z.output<typeof OpenInvitation>;

export const AcceptInvitation = z
  .strictObject({
    token: z.string().max(LONGEST_INPUT).describe('The token in the `url` of the invitation.'),
    newPassword,
  })
  .meta({ id: 'AcceptInvitation', description: 'The token of the invitation, and the new password.' });
export type AcceptInvitation = z.output<typeof AcceptInvitation>;

export const InvitationPath = z.strictObject({
  token: z.string().max(LONGEST_INPUT).describe('The token in the `url` of the invitation.'),
});

export const AccessGrant = z
  .object({
    accessToken: z
      .string()
      .describe('A JWT for the Authorization header; the security scheme `bearer` describes its claims.'),
    tokenType: z.literal('Bearer').describe('The word before the token in the Authorization header.'),
    expiresIn: z.int().describe('The number of seconds for which the token is valid.'),
    user: User.describe('The user who signed in.'),
  })
  .meta({ id: 'AccessGrant', description: 'The response to a sign-in. The refresh token comes in a cookie.' });
export type AccessGrant = z.output<typeof AccessGrant>;

export const Me = User.extend({
  permissions: z
    .array(PermissionName)
    .describe(
      'Everything that the roles together allow or, for a program, what its key allows of this. Clients should check these, not `roles`. None if the caller must set up a second factor first.',
    ),
  secondFactor: SecondFactorState.describe('Whether the caller has a second factor, needs one or should have one.'),
  key: z
    .object({ id, name: z.string().describe('The name of the key.') })
    .nullable()
    .describe('The key with which a program called. Null for a person.'),
}).meta({ id: 'Me', description: 'The account of the caller.' });
export type Me = z.output<typeof Me>;

export const SignIn = z
  .object({
    id,
    createdAt: instant.describe('When the sign-in began.'),
    lastUsedAt: instant.describe('When the sign-in was last renewed.'),
    expiresAt: instant.describe('When the sign-in ends, unless it is renewed before then.'),
    userAgent: z
      .string()
      .nullable()
      .describe('The browser or program that signed in, as it names itself (`User-Agent`).'),
    ipAddress: z.string().nullable().describe('The network address from which the user signed in.'),
    current: z.boolean().describe('Whether the caller uses this sign-in now.'),
  })
  .meta({ id: 'SignIn', description: 'A sign-in of the caller that has not ended, on one device or browser.' });
export type SignIn = z.output<typeof SignIn>;

export const SignIns = items(SignIn);

export const SignInPath = z.strictObject({ id: idText });
