import * as z from 'zod';

const Check = z.enum(['ok', 'failed']);

export const Health = z
  .object({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    uptimeSeconds: z.int(),
    /** A backup that is missing does not keep the service from its work, so it has no part in the status. */
    checks: z.object({ database: Check, storage: Check, backup: z.enum(['ok', 'stale', 'none']) }),
  })
  .meta({ id: 'Health' });
export type Health = z.output<typeof Health>;
