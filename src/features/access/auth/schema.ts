import * as z from 'zod';
import { id, idText, instant, items } from '../../../lib/wire.ts';
import { PermissionName, User } from '../users/schema.ts';

/** Far beyond any password a person types; bounds the work of hashing. */
const LONGEST_INPUT = 1000;

export const Login = z
  .strictObject({
    email: z.string().min(1).max(254).describe('The address of the account, in upper or lower case.'),
    password: z.string().min(1).max(LONGEST_INPUT).describe('The password, or a temporary one.'),
  })
  .meta({ id: 'Login', description: 'Who signs in.' });
export type Login = z.output<typeof Login>;

const newPassword = z
  .string()
  .max(LONGEST_INPUT)
  .describe('12 to 128 characters; neither the e-mail address nor the password until now.');

export const ChangePasswordRequest = z
  .strictObject({
    currentPassword: z.string().min(1).max(LONGEST_INPUT).describe('The password until now, or a temporary one.'),
    newPassword,
  })
  .meta({ id: 'ChangePasswordRequest', description: 'The password until now and the one from now on.' });
export type ChangePasswordRequest = z.output<typeof ChangePasswordRequest>;

export const OpenInvitation = z
  .object({
    email: z.string().describe('The address to sign in with.'),
    displayName: z.string().describe('Who was invited.'),
    expiresAt: instant.describe('When the invitation ends.'),
  })
  .meta({ id: 'OpenInvitation', description: 'Whom an invitation is for.' });
export type OpenInvitation = z.output<typeof OpenInvitation>;

export const AcceptInvitation = z
  .strictObject({
    token: z.string().max(LONGEST_INPUT).describe('The token of the link, from its `url`.'),
    newPassword,
  })
  .meta({ id: 'AcceptInvitation', description: 'The invitation, and the password from now on.' });
export type AcceptInvitation = z.output<typeof AcceptInvitation>;

export const InvitationPath = z.strictObject({
  token: z.string().max(LONGEST_INPUT).describe('The token of the link.'),
});

export const AccessGrant = z
  .object({
    accessToken: z
      .string()
      .describe('A JWT for the Authorization header; the security scheme `bearer` has its claims.'),
    tokenType: z.literal('Bearer').describe('What stands before the token in that header.'),
    expiresIn: z.int().describe('Seconds for which the token is good.'),
    user: User.describe('Who signed in.'),
  })
  .meta({ id: 'AccessGrant', description: 'What a sign-in answers; the refresh token comes in a cookie.' });
export type AccessGrant = z.output<typeof AccessGrant>;

export const Me = User.extend({
  permissions: z.array(PermissionName).describe('What the roles together may do. Go by these, not by `roles`.'),
}).meta({ id: 'Me', description: 'The account of the caller.' });
export type Me = z.output<typeof Me>;

export const SignIn = z
  .object({
    id,
    createdAt: instant.describe('When it began.'),
    lastUsedAt: instant.describe('When it was last renewed.'),
    expiresAt: instant.describe('When it ends unless it is renewed before.'),
    userAgent: z.string().nullable().describe('What the browser or program calls itself.'),
    ipAddress: z.string().nullable().describe('The network address it came from.'),
    current: z.boolean().describe('Whether this call was made with it.'),
  })
  .meta({ id: 'SignIn', description: 'A live sign-in of the caller, on one device or browser.' });
export type SignIn = z.output<typeof SignIn>;

export const SignIns = items(SignIn);

export const SignInPath = z.strictObject({ id: idText });
