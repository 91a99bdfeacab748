/** Determines the contents of an archive, and yields its entries one after another. */
import { existsSync } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { App } from '../../../app.ts';
import { connect } from '../../../db/connect.ts';
import { version } from '../../../package.ts';
import { openFile } from '../../../storage.ts';
import { namedReceipts, type NamedReceipt, readFigures, readSchemaVersion, readSeal } from './queries.ts';
import { ENTRIES, isReceiptPath, RECEIPTS } from './rules.ts';
import { type About, FORMAT, type Manifest, type ReceiptProblem } from './schema.ts';
import { sealArchive } from './sealing.ts';
import { withoutSecrets } from './settings.ts';
import { bytesEntry, type Entry, fileEntry, type WrittenEntry } from './archive-writer.ts';

/**
 * The size of the largest receipt file that is read into memory. Vestry itself stores receipts of at most ten
 * megabytes, so a file above this size was put there by hand.
 */
export const LARGEST_RECEIPT = 64 * 1024 * 1024;

/** A receipt that the database names. `present` is the size that its file has now. */
type Receipt = NamedReceipt & { present: number };

/** The contents of an archive, determined before the first byte is written. */
export type Collection = {
  about: About;
  database: string;
  config: Uint8Array | undefined;
  secrets: Uint8Array | undefined;
  receipts: Receipt[];
  problems: ReceiptProblem[];
};

/**
 * Reads what the archive will contain: the figures in the copy of the database, the settings, the keys if the archive
 * is encrypted, and the sizes of the receipts unless they are left out.
 */
export async function collect(
  app: App,
  database: string,
  { isEncrypted, leavesOutReceipts }: { isEncrypted: boolean; leavesOutReceipts: boolean },
): Promise<Collection> {
  const problems: ReceiptProblem[] = [];
  const db = connect(database, 'block');
  try {
    const receipts: Receipt[] = [];
    for await (const page of leavesOutReceipts ? [] : namedReceipts(db)) {
      for (const receipt of page) {
        const present = await sizeOf(app, receipt);
        if (typeof present === 'number') receipts.push({ ...receipt, present });
        else problems.push({ path: receipt.path, problem: present });
      }
    }
    const auditSeal = await readSeal(db);
    const about: About = {
      format: FORMAT,
      vestryVersion: version(),
      schemaVersion: await readSchemaVersion(db),
      createdAt: app.clock.now().toISOString(),
      figures: await readFigures(db),
      databaseBytes: (await lstat(database)).size,
      receipts: receipts.length,
      receiptBytes: receipts.reduce((sum, { present }) => sum + present, 0),
      ...(auditSeal !== undefined && { auditSeal }),
      ...(leavesOutReceipts && { leavesOutReceipts }),
    };
    // Without encryption, the keys stay out of the archive, because they would decrypt what the database stores
    // encrypted. Passwords in the settings stay out, too.
    const secrets = isEncrypted ? await contentOf(app.paths.secrets) : undefined;
    const settings = await contentOf(path.join(app.config.dataDir, ENTRIES.config));
    const config = settings && !isEncrypted ? withoutSecrets(settings) : settings;
    return { about, database, config, secrets, receipts, problems };
  } finally {
    await db.destroy();
  }
}

async function sizeOf(app: App, { path: stored }: NamedReceipt): Promise<number | ReceiptProblem['problem']> {
  if (!isReceiptPath(stored)) return 'unreadable';
  const about = await lstat(path.join(app.paths.receipts, ...stored.split('/'))).catch(() => undefined);
  if (!about) return 'missing';
  return about.isFile() && about.size <= LARGEST_RECEIPT ? about.size : 'unreadable';
}

async function contentOf(file: string): Promise<Uint8Array | undefined> {
  return existsSync(file) ? readFile(file) : undefined;
}

/** Returns the sizes of the entries before the receipts. */
export function sizesBeforeReceipts({ about, config, secrets }: Collection): number[] {
  const others = [config, secrets].filter((bytes) => bytes !== undefined).map(({ length }) => length);
  return [jsonBytes(about).length, about.databaseBytes, ...others];
}

/** Yields the entries in order. `written` lists the entries that `writeArchive` has reported as written so far. */
export async function* entriesOf(
  app: App,
  collection: Collection,
  written: readonly WrittenEntry[],
): AsyncGenerator<Entry> {
  const { about, database, config, secrets, receipts, problems } = collection;
  yield bytesEntry(ENTRIES.about, jsonBytes(about));
  yield await fileEntry(ENTRIES.database, database);
  if (config) yield bytesEntry(ENTRIES.config, config);
  if (secrets) yield bytesEntry(ENTRIES.secrets, secrets);
  for (const receipt of receipts) {
    const bytes = await readReceipt(app, receipt);
    if (typeof bytes === 'string') {
      problems.push({ path: receipt.path, problem: bytes });
      continue;
    }
    yield bytesEntry(RECEIPTS + receipt.path, bytes);
    const sha256 = written.at(-1)?.sha256;
    if (bytes.length !== receipt.size) problems.push({ path: receipt.path, problem: 'other size' });
    else if (sha256 !== receipt.sha256) problems.push({ path: receipt.path, problem: 'other content' });
  }
  const manifest: Manifest = { ...about, files: [...written], receiptProblems: problems };
  const bytes = jsonBytes(manifest);
  yield bytesEntry(ENTRIES.manifest, bytes);
  yield bytesEntry(ENTRIES.seal, Buffer.from(`${sealArchive(bytes, app.secrets().encryptionKey)}\n`));
}

/**
 * Reads a whole receipt into memory, or returns what is wrong with it. The backup leaves out a receipt that cannot be
 * read.
 */
async function readReceipt(app: App, receipt: Receipt): Promise<Uint8Array | ReceiptProblem['problem']> {
  try {
    const file = await openFile(app.paths.receipts, receipt.path);
    if (!file) return 'missing';
    if (file.size !== receipt.present) {
      file.stream.destroy();
      return 'unreadable';
    }
    const bytes = await buffer(file.stream);
    return bytes.length === receipt.present ? bytes : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
