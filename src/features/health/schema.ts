import * as z from 'zod';

const Check = z.enum(['ok', 'failed']);

export const Health = z
  .object({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    uptimeSeconds: z.int(),
    checks: z.object({ database: Check, storage: Check }),
  })
  .meta({ id: 'Health' });
export type Health = z.output<typeof Health>;
