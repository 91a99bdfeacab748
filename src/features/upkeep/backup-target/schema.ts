import * as z from 'zod';
import { auditedOnceSaved, instant, line } from '../../../lib/wire.ts';
import { FAULTS, PLACE_KINDS } from './places.ts';
import { SYNCING } from './about-place.ts';

const SAYS = {
  kind: 'Whether copies go to a folder or to a remote of rclone. Null: to no place.',
  place: 'The whole path of a folder, or `REMOTE:PATH` with a remote of rclone. Null: no place.',
  keep: 'Of how many of the latest days, weeks and months the last copy is kept. Never fewer than the last good one.',
  after: 'When copies are sent.',
};

const KindOrNull = z.enum(PLACE_KINDS).nullable();
const number = (least: number, most: number) => z.int().min(least).max(most);

const keep = {
  days: number(1, 366).describe('Of how many of the latest days that have a copy.'),
  weeks: number(0, 520).describe('Of how many of the latest weeks that have a copy.'),
  months: number(0, 600).describe('Of how many of the latest months that have a copy.'),
};
const after = {
  submit: z.boolean().describe('The books, after an offering was submitted.'),
  finalize: z.boolean().describe('The books, after a month was finalized.'),
  nightly: z.boolean().describe('Everything, with the files of receipts, every night.'),
};

const Keep = z.object(keep).meta({ id: 'CopiesKept', description: SAYS.keep });
const After = z.object(after).meta({ id: 'CopiesSent', description: SAYS.after });
const KeepUpdate = z.strictObject(keep).partial().meta({ id: 'CopiesKeptUpdate', description: SAYS.keep });
const AfterUpdate = z.strictObject(after).partial().meta({ id: 'CopiesSentUpdate', description: SAYS.after });

export const BackupTargetUpdate = z
  .strictObject({
    kind: KindOrNull.default(null).describe(SAYS.kind),
    place: line(1000).describe(SAYS.place),
    keep: KeepUpdate.optional().describe(`${SAYS.keep} What is left out stays; at first 7, 4 and 12.`),
    after: AfterUpdate.optional().describe(`${SAYS.after} What is left out stays; at first all three.`),
  })
  .meta({
    id: 'BackupTargetUpdate',
    description: 'The place off this computer to which encrypted copies are sent. Without a place, none are sent.',
  });
export type BackupTargetUpdate = z.output<typeof BackupTargetUpdate>;

const CopyFault = z
  .object({
    code: z.enum(FAULTS).describe('What went wrong. A stable code for programs.'),
    message: z.string().describe('A message for people, in English, with the next step. It has no secret.'),
    at: instant.describe('When it went wrong.'),
  })
  .meta({ id: 'CopyFault', description: 'Why no copy could be sent.' });

export const BackupTarget = z
  .object({
    kind: KindOrNull.describe(SAYS.kind),
    place: z.string().nullable().describe(SAYS.place),
    keep: Keep.describe('Which copies stay there.'),
    after: After.describe('What causes a copy.'),
    lastCopyAt: instant
      .nullable()
      .describe('The newest copy that was sent and read back has everything that was stored before this instant.'),
    lastFullCopyAt: instant
      .nullable()
      .describe('The same for the newest copy with the files of receipts. Null without one.'),
    lastError: CopyFault.nullable().describe('Why the last copy could not be sent. Null after a copy was sent.'),
    isSending: z.boolean().describe('Whether a copy is being sent at this moment.'),
    sameDisk: z
      .boolean()
      .nullable()
      .describe(
        'Whether the folder is on the same disk as the books, which a broken disk would take both. Null if unknown.',
      ),
    syncedFolder: z
      .enum(SYNCING)
      .nullable()
      .describe(
        'The cloud program in whose folder the place lies. Encrypted copies are safe there; the books themselves never are.',
      ),
    remotes: z.array(z.string()).describe('The names of the remotes that rclone is set up for. Empty without rclone.'),
    hasRclone: z.boolean().describe('Whether rclone is installed.'),
    hasPassphrase: z.boolean().describe('Whether there is a passphrase for backups. Without one there is no place.'),
    ...auditedOnceSaved,
  })
  .meta({
    id: 'BackupTarget',
    description: 'The place off this computer to which copies are sent, and what was sent.',
  });
export type BackupTarget = z.output<typeof BackupTarget>;

export const CopyResult = z
  .object({
    ok: z.boolean().describe('Whether it worked.'),
    at: instant.describe('When it was tried.'),
    error: CopyFault.nullable().describe('What went wrong. Null if it worked.'),
  })
  .meta({ id: 'CopyResult', description: 'Whether a test or a copy went well.' });
export type CopyResult = z.output<typeof CopyResult>;

/** One line of `vestry backup list --target`. */
export const TargetCopy = z.object({
  name: z.string(),
  createdAt: instant,
  size: z.int(),
  holds: z.enum(['Books', 'All']),
});
export type TargetCopy = z.output<typeof TargetCopy>;

export const TargetCopies = z.object({ place: z.string(), copies: z.array(TargetCopy) });
export type TargetCopies = z.output<typeof TargetCopies>;
