import * as z from 'zod';

const Check = z.enum(['ok', 'failed']);

export const Health = z
  .object({
    status: z.enum(['ok', 'degraded']).describe('`degraded` when the database or the storage failed.'),
    version: z.string().describe('The version of the program.'),
    uptimeSeconds: z.int().describe('How long the service has been running, in seconds.'),
    checks: z
      .object({
        database: Check.describe('Whether the database can be read.'),
        storage: Check.describe('Whether the data directory can be written to.'),
        // The service works without a backup, so this check does not affect the status.
        backup: z
          .enum(['ok', 'stale', 'none'])
          .describe('Whether there is a good and recent backup. The status does not depend on it.'),
      })
      .describe('The results of the checks, at most one second old.'),
  })
  .meta({ id: 'Health', description: 'Whether the service is working.' });
export type Health = z.output<typeof Health>;
