import * as z from 'zod';
import { Authentication } from '../../audit/schema.ts';

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const instant = z.iso.datetime();

/** The format of the archives that this program writes, and the newest that it reads. */
export const FORMAT = 2;

/** The first format with a seal, and without secret settings in archives that are not encrypted. */
export const SEALED_SINCE = 2;

/** Figures of the books. The figures in the manifest of an archive must equal the figures of its database. */
export const Figures = z.strictObject({
  church: z.string().nullable(),
  members: count,
  givings: count,
  expenses: count,
  /** Digits if the sum is too large for a number. */
  givingsMinor: z.union([z.int(), z.string().regex(/^-?\d{16,30}$/)]),
  auditEntries: count,
  auditHash: z.string().max(64),
});
export type Figures = z.output<typeof Figures>;

/**
 * The first entry of an archive, `about.json`. It describes the rest, so that an archive can be listed or refused
 * before the rest is read.
 */
export const About = z.strictObject({
  format: z.int().min(1),
  vestryVersion: z.string().max(64),
  schemaVersion: z.int().min(1),
  createdAt: instant,
  figures: Figures,
  databaseBytes: count,
  receipts: count,
  receiptBytes: count,
  /** The authentication code of the end of the audit log. Backups from before schema version 9 have none. */
  auditSeal: z.string().max(128).optional(),
  /** True if the files of receipts were left out, as in the copies that are sent after an offering. */
  leavesOutReceipts: z.literal(true).optional(),
});
export type About = z.output<typeof About>;

export const ReceiptProblem = z.strictObject({
  path: z.string(),
  problem: z.enum(['missing', 'unreadable', 'other size', 'other content']),
});
export type ReceiptProblem = z.output<typeof ReceiptProblem>;

/** The entry before the seal, `manifest.json`. It lists every file before it. */
export const Manifest = z.strictObject({
  ...About.shape,
  files: z.array(z.strictObject({ path: z.string(), size: count, sha256 })),
  /** Receipts that differed from the database when the backup was made. */
  receiptProblems: z.array(ReceiptProblem),
});
export type Manifest = z.output<typeof Manifest>;

/** The report of a command about an archive that it wrote or read. */
export const Backup = z.object({
  file: z.string(),
  size: count,
  isEncrypted: z.boolean(),
  holdsSecrets: z.boolean(),
  /** Whose key sealed the archive. Archives of earlier programs have no seal. */
  sealedBy: z.enum(['this computer', 'another computer', 'nobody']),
  /** The id of that key, 16 hexadecimal digits. */
  sealingKey: z.string().nullable(),
  createdAt: instant,
  vestryVersion: z.string(),
  schemaVersion: z.int(),
  ...Figures.shape,
  receipts: count,
  receiptProblems: z.array(ReceiptProblem),
  leavesOutReceipts: z.boolean(),
  /** The end of the archive's audit log, in the form that `vestry audit verify --head` takes. */
  auditHead: z.string(),
  authentication: Authentication,
  warnings: z.array(z.string()),
});
export type Backup = z.output<typeof Backup>;

/** One line of `vestry backup list`. */
export const Listed = z.object({
  file: z.string(),
  kind: z.enum(['backup', 'before upgrade', 'before restore']),
  createdAt: instant.nullable(),
  size: count,
  isEncrypted: z.boolean(),
  church: z.string().nullable(),
  members: count.nullable(),
  givings: count.nullable(),
  expenses: count.nullable(),
  check: z.enum(['good', 'bad', 'not read']),
});
export type Listed = z.output<typeof Listed>;
export const BackupList = z.object({ folder: z.string(), backups: z.array(Listed) });
export type BackupList = z.output<typeof BackupList>;

export const Restored = z.object({
  ...Backup.shape,
  dataDir: z.string(),
  /** The folder with the replaced books; null if there were none. */
  before: z.string().nullable(),
  hasNewSecrets: z.boolean(),
  signInsEnded: count,
  /** The browsers that needed no second factor. */
  devicesForgotten: count,
  /** The keys for programs that ended. */
  keysEnded: count,
  /** True if the backup had a mail server that was not taken over. */
  mailServerRemoved: z.boolean(),
  /** How many receipts that the books name were neither in the backup nor here. Only for backups without receipts. */
  receiptsMissing: count,
  /** The last numbers of statements, by year, that the backup does not know. They are not given again. */
  numbersSkipped: z.array(z.object({ year: z.int(), last: z.int() })),
  /** The names of the settings taken from the backup. Empty if those of this computer stayed. */
  settings: z.array(z.string()),
  /** True if the service was stopped for the restore. It is then started again. */
  isServing: z.boolean(),
});
export type Restored = z.output<typeof Restored>;
