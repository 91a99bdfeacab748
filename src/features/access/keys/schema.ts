import * as z from 'zod';
import { date, filter, flagText, id, idText, instant, items, text } from '../../../lib/wire.ts';
import { PERMISSIONS, type Permission } from '../../../permissions.ts';
import { currentPassword, PermissionName } from '../users/schema.ts';
import { MOST_DAYS, USUAL_DAYS } from './rules.ts';

const NAME = 'What the key is for, such as the program that uses it. The audit log shows this name.';
const name = text(60).describe(NAME);

const Access = z.enum(['ReadOnly', 'ReadWrite']).meta({
  id: 'KeyAccess',
  description: 'Whether a key may only read (`GET` and `HEAD`), or may also write.',
});

export const ProgramKey = z
  .object({
    id,
    name: z.string().describe(NAME),
    userId: id.describe('The user who made the key, and for whom the program acts.'),
    userName: z.string().describe('The name of this user.'),
    permissions: z
      .array(PermissionName)
      .describe('What the key may do, as far as its owner may still do it at the time of a request.'),
    access: Access.describe('Whether the key may also write.'),
    hint: z.string().describe('The last four characters of the token.'),
    createdAt: instant.describe('When the key was made.'),
    expiresAt: instant.describe('When the key stops working.'),
    lastUsedAt: instant.nullable().describe('When the key was last used, to the minute. Null if it was never used.'),
    lastUsedFrom: z.string().nullable().describe('The network address of the last use.'),
    endedAt: instant.nullable().describe('When somebody ended the key. Null if nobody has.'),
    state: z.enum(['Active', 'Expired', 'Ended']).describe('Whether the key works, has expired or was ended.'),
  })
  .meta({ id: 'ProgramKey', description: 'A key with which a program uses the API. It never includes the token.' });
export type ProgramKey = z.output<typeof ProgramKey>;

export const KeyFields = z.strictObject({
  name,
  permissions: z
    .array(PermissionName)
    .min(1)
    .max(PERMISSIONS.length)
    .overwrite((list) => PERMISSIONS.filter((permission: Permission) => list.includes(permission)))
    .optional()
    .describe(
      'What the key may do, at most what you may do. Without this field: everything that you may do now, except `users.manage`. The key does not get what your account gets later.',
    ),
  access: Access.default('ReadOnly').describe('Whether the key may also write.'),
  expiresOn: date
    .optional()
    .describe(
      `The last day on which the key works, at most ${MOST_DAYS} days from today. Without this field: ${USUAL_DAYS} days from today.`,
    ),
});
export type KeyFields = z.output<typeof KeyFields>;

export const NewProgramKey = KeyFields.extend({ currentPassword }).meta({
  id: 'NewProgramKey',
  description: 'A key to be made, and the password of the person who makes it.',
});
export type NewProgramKey = z.output<typeof NewProgramKey>;

export const MadeProgramKey = z
  .object({
    key: ProgramKey.describe('The key.'),
    token: z
      .string()
      .nullable()
      .describe(
        'The token for the Authorization header, which is shown only once. Null if the request is repeated with the same `Idempotency-Key`.',
      ),
  })
  .meta({ id: 'MadeProgramKey', description: 'A new key, and its token.' });
export type MadeProgramKey = z.output<typeof MadeProgramKey>;

export const ProgramKeyUpdate = z
  .strictObject({ name })
  .meta({ id: 'ProgramKeyUpdate', description: 'The new name of a key. Nothing else of a key can be changed.' });
export type ProgramKeyUpdate = z.output<typeof ProgramKeyUpdate>;

export const ProgramKeys = items(ProgramKey);
export type ProgramKeys = z.output<typeof ProgramKeys>;

export const ProgramKeyQuery = z.strictObject({
  userId: filter(idText, 'Only keys of this user. For a user other than yourself, this needs `users.manage`.'),
  everybody: filter(flagText, 'Whether to list the keys of all users, which needs `users.manage`. By default: no.'),
  includeEnded: filter(flagText, 'Whether to include keys that were ended. By default: no.'),
});
export type ProgramKeyQuery = z.output<typeof ProgramKeyQuery>;

export const ProgramKeyPath = z.strictObject({ id: idText });
