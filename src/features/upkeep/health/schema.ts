import * as z from 'zod';

const Check = z.enum(['ok', 'failed']);

export const Health = z
  .object({
    status: z.enum(['ok', 'degraded']).describe('`degraded` when the database or the storage failed.'),
    version: z.string().describe('The version of the program.'),
    uptimeSeconds: z.int().describe('How long the service has been running.'),
    checks: z
      .object({
        database: Check.describe('Whether it can be read.'),
        storage: Check.describe('Whether the data directory can be written.'),
        // A missing backup does not keep the service from working, so it does not affect the status.
        backup: z
          .enum(['ok', 'stale', 'none'])
          .describe('Whether there is a good and recent backup. The status does not depend on it.'),
      })
      .describe('The results of the checks, at most one second old.'),
  })
  .meta({ id: 'Health', description: 'Whether the service can do its work.' });
export type Health = z.output<typeof Health>;
