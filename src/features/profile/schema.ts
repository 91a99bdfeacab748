import * as z from 'zod';
import { isTimeZone } from '../../lib/date.ts';
import { text } from '../../lib/wire.ts';

const timeZone = z
  .string()
  .refine(isTimeZone, { error: 'must be a time zone such as America/Chicago', params: { code: 'invalid_time_zone' } });

/** What a church begins with. */
export const NewChurch = z.strictObject({ name: text(200), timeZone });
export type NewChurch = z.output<typeof NewChurch>;
