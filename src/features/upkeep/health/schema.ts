import * as z from 'zod';

const Check = z.enum(['ok', 'failed']);

export const Health = z
  .object({
    status: z
      .enum(['ok', 'degraded'])
      .describe('`degraded` when the database or the storage failed, or the file of the database is damaged.'),
    version: z.string().describe('The version of the program.'),
    uptimeSeconds: z.int().describe('How long the service has been running, in seconds.'),
    checks: z
      .object({
        database: Check.describe('Whether the database can be read, and the last write reached the disk.'),
        file: z
          .enum(['ok', 'damaged'])
          .describe(
            'Whether the file of the database is undamaged. A damaged file is only read: every write gets 503 with the code `database_damaged`.',
          ),
        storage: Check.describe(
          'Whether a file can be written to the data directory. Tried at most every ten seconds.',
        ),
        space: z
          .enum(['ok', 'low'])
          .describe(
            'Whether the disk of the data directory has room for the next backup and for a month. The status does not depend on it.',
          ),
        // The service works without a backup, so this check does not affect the status.
        backup: z
          .enum(['ok', 'stale', 'none', 'faulty'])
          .describe(
            'Whether there is a good and recent backup. `faulty`: the books in the last one do not agree with the audit log, so the good ones before it are kept. The status does not depend on it.',
          ),
        // The books were written again after the failure, and the service works with any clock.
        disk: Check.describe(
          'Whether no failure of the disk is noted. `vestry doctor` says more. The status does not depend on it.',
        ),
        clock: z
          .enum(['ok', 'jumped'])
          .describe(
            'Whether no jump of the clock is noted. `vestry doctor` says more. The status does not depend on it.',
          ),
      })
      .describe('The results of the checks, at most one second old, except for `storage`.'),
    copy: z
      .object({
        ageHours: z.int().nullable().describe('How old it is, in whole hours. Null if none was sent yet.'),
        ok: z.boolean().describe('Whether it is fresh. The status does not depend on it.'),
      })
      .nullable()
      .describe('The newest copy off this computer. Null if no place for copies was chosen.'),
  })
  .meta({ id: 'Health', description: 'Whether the service is working.' });
export type Health = z.output<typeof Health>;
