import * as z from 'zod';
import { instant, Locale } from '../../../lib/wire.ts';
import { FirstProfile } from '../../church/profile/schema.ts';
import { newPassword } from '../auth/schema.ts';
import { NewUser } from '../users/schema.ts';

/** Far above the length of a token, which has 43 characters. */
const LONGEST_TOKEN = 1000;

export const OpenSetup = z
  .object({
    expiresAt: instant.describe('When the link expires, an hour after it was made.'),
    church: z
      .object({
        name: z.string().nullable().describe('The name of the church; null if it has none yet.'),
        timeZone: z.string().describe('The time zone of the church, or of this computer.'),
        locale: Locale.describe('The language of letters.'),
        fiscalYearStartMonth: z.int().describe('The month in which the fiscal year begins.'),
      })
      .describe('What is known about the church already.'),
  })
  .meta({ id: 'OpenSetup', description: 'A church that waits for its first account.' });
export type OpenSetup = z.output<typeof OpenSetup>;

export const Setup = z
  .strictObject({
    token: z.string().max(LONGEST_TOKEN).describe('The token in the fragment of the link, after `#`.'),
    church: FirstProfile.describe('The church.'),
    user: z
      .strictObject({
        email: NewUser.shape.email,
        displayName: NewUser.shape.displayName,
        password: newPassword,
      })
      .describe('The first account, a super_admin.'),
  })
  .meta({ id: 'Setup', description: 'The church and its first account.' });
export type Setup = z.output<typeof Setup>;
