import * as z from 'zod';
import { filter, id, idText, instant, items } from '../../lib/wire.ts';
import { PermissionName, User } from '../users/schema.ts';

/** Far beyond any password a person types; bounds the work of hashing. */
const LONGEST_INPUT = 1000;

export const Login = z
  .strictObject({ email: z.string().min(1).max(254), password: z.string().min(1).max(LONGEST_INPUT) })
  .meta({ id: 'Login' });
export type Login = z.output<typeof Login>;

export const ChangePasswordRequest = z
  .strictObject({
    currentPassword: z.string().min(1).max(LONGEST_INPUT),
    newPassword: z.string().max(LONGEST_INPUT).meta({ description: '12 to 128 characters.' }),
  })
  .meta({ id: 'ChangePasswordRequest' });
export type ChangePasswordRequest = z.output<typeof ChangePasswordRequest>;

export const OpenInvitation = z
  .object({ email: z.string(), displayName: z.string(), expiresAt: instant })
  .meta({ id: 'OpenInvitation' });
export type OpenInvitation = z.output<typeof OpenInvitation>;

export const AcceptInvitation = z
  .strictObject({
    token: z.string().max(LONGEST_INPUT),
    newPassword: z.string().max(LONGEST_INPUT).meta({ description: '12 to 128 characters.' }),
  })
  .meta({ id: 'AcceptInvitation' });
export type AcceptInvitation = z.output<typeof AcceptInvitation>;

export const InvitationPath = z.strictObject({
  token: z.string().max(LONGEST_INPUT).meta({ description: 'The token of the link.' }),
});

/** What a mail program adds to a link hinders nobody. */
export const InvitationLink = z.looseObject({
  token: filter(z.string().max(LONGEST_INPUT), 'The token of the link, which the form reads.'),
});

export const AccessGrant = z
  .object({
    accessToken: z.string().meta({ description: 'A JWT for the Authorization header.' }),
    tokenType: z.literal('Bearer'),
    expiresIn: z.int().meta({ description: 'Seconds for which the token is good.' }),
    user: User,
  })
  .meta({ id: 'AccessGrant' });
export type AccessGrant = z.output<typeof AccessGrant>;

export const Me = User.extend({ permissions: z.array(PermissionName) }).meta({ id: 'Me' });
export type Me = z.output<typeof Me>;

export const SignIn = z
  .object({
    id,
    createdAt: instant,
    lastUsedAt: instant,
    expiresAt: instant,
    userAgent: z.string().nullable(),
    ipAddress: z.string().nullable(),
    current: z.boolean(),
  })
  .meta({ id: 'SignIn', description: 'A live sign-in of the caller, on one device or browser.' });
export type SignIn = z.output<typeof SignIn>;

export const SignIns = items(SignIn);

export const SignInPath = z.strictObject({ id: idText });
