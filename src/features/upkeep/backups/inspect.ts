/**
 * Unpacks an archive, compares everything in it with its manifest, and checks the database. An archive is never
 * trusted. Only the few known names of entries are accepted, so that no entry is written outside the given folders.
 * Sizes are limited to those in `about.json`, and the disk must have space for them.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { readSecrets } from '../../../data-dir.ts';
import { connect, type Db } from '../../../db/connect.ts';
import { findBrokenReferences, findDamage } from '../../../db/integrity.ts';
import { refuseForeignFile } from '../../../db/migrate.ts';
import { MIGRATIONS } from '../../../db/migrations/index.ts';
import { AppError, SetupError } from '../../../errors.ts';
import { type Proof, prove } from '../../audit/proof.ts';
import { declaredBy } from '../../../room-declarations.ts';
import { ROOMS } from '../../../rooms.ts';
import type { KnownKey } from '../../audit/verification.ts';
import { LARGEST_RECEIPT } from './contents.ts';
import { namedReceipts, readFigures, readSchemaVersion, readSeal } from './queries.ts';
import { unwritable } from './disk-faults.ts';
import { inWords, type ReadEntry, type ReadOptions, readArchive, refused } from './archive-reader.ts';
import { ENTRIES, RECEIPTS } from './rules.ts';
import { About, FORMAT, Manifest } from './schema.ts';
import type { WrittenEntry } from './archive-writer.ts';

/** The disk space that unpacking leaves free. */
const SPARE_BYTES = 64 * 1024 * 1024;
const LARGEST_SETTINGS = 1024 * 1024;
/** How many bytes the manifest may have for each receipt. The lines about one receipt are shorter. */
const MANIFEST_PER_FILE = 1024;

type Options = ReadOptions & {
  /** The folder for everything except the receipts. */
  into: string;
  /**
   * The folder for the receipts. Without it, only the database and the keys are written to disk, because a check needs
   * no other files.
   */
  receipts?: string;
  /** The encryption key of the data directory, for an archive that contains no keys. */
  encryptionKey?: Uint8Array | undefined;
  /** True to check only the audit log, not the rest of the books. */
  onlyLog?: boolean;
};

/** The result for an archive without faults: its manifest, and the result of the check of its books. */
export type Checked = { manifest: Manifest; proof: Proof };

const databaseIn = ({ into }: Options) => path.join(into, ENTRIES.database);

const KEPT_FOR_A_CHECK: ReadonlySet<string> = new Set([ENTRIES.database, ENTRIES.secrets]);

/** Returns the path at which an entry is written, or undefined for an entry that is only read. */
function placeOf(name: string, { into, receipts }: Options): string | undefined {
  if (receipts === undefined) return KEPT_FOR_A_CHECK.has(name) ? path.join(into, name) : undefined;
  return name.startsWith(RECEIPTS)
    ? path.join(receipts, ...name.slice(RECEIPTS.length).split('/'))
    : path.join(into, name);
}

/** Unpacks and checks everything. Raises `file_refused` with the first fault. The caller removes what was unpacked. */
export async function unpackChecked(file: string, options: Options): Promise<Checked> {
  const read = await readEntries(file, options).catch((error: unknown) => {
    throw inWords(file, error);
  });
  compareFiles(file, read);
  return { manifest: read.manifest, proof: await checkDatabase(file, options, read.manifest) };
}

type Read = { about: About; manifest: Manifest; files: WrittenEntry[] };

async function readEntries(file: string, options: Options): Promise<Read> {
  let about: About | undefined;
  let manifest: Manifest | undefined;
  const files: WrittenEntry[] = [];
  const left: Left = { receipts: 0, bytes: 0 };
  for await (const entry of readArchive(file, options)) {
    if (manifest) throw refused(file, `contains another entry after its manifest: ${entry.path}. Nothing was changed.`);
    if (!about) {
      const text = await readText(file, entry, ENTRIES.about, LARGEST_SETTINGS);
      about = readAbout(file, text);
      await refuseWithoutSpace(options, about);
      Object.assign(left, { receipts: about.receipts, bytes: about.receiptBytes });
      files.push({ path: entry.path, size: entry.size, sha256: sha256Of(text) });
    } else if (entry.path === ENTRIES.manifest) {
      const text = await readText(file, entry, ENTRIES.manifest, LARGEST_SETTINGS + MANIFEST_PER_FILE * about.receipts);
      manifest = parse(file, Manifest, text);
    } else {
      refuseTooLarge(file, entry, about, left);
      files.push(await take(entry, options));
    }
  }
  if (!about || !manifest) throw refused(file, 'is cut off, or is not a Vestry backup. Nothing was changed.');
  return { about, manifest, files };
}

type Left = { receipts: number; bytes: number };

/**
 * Refuses an entry that is larger than `about.json` announced, because only the announced size was compared with the
 * free space on the disk.
 */
function refuseTooLarge(file: string, { path, size }: ReadEntry, { databaseBytes }: About, left: Left): void {
  if (path.startsWith(RECEIPTS)) {
    left.receipts -= 1;
    left.bytes -= size;
  }
  const limit = path.startsWith(RECEIPTS)
    ? LARGEST_RECEIPT
    : path === ENTRIES.database
      ? databaseBytes
      : LARGEST_SETTINGS;
  if (size > limit || left.receipts < 0 || left.bytes < 0)
    throw refused(file, `contains more than its manifest lists (${path}). Nothing was changed.`);
}

/**
 * Raises `unavailable` if a disk has too little space for its part of the backup. The receipts may go to a different
 * disk from the rest.
 */
async function refuseWithoutSpace(options: Options, { databaseBytes, receiptBytes }: About): Promise<void> {
  const { into, receipts } = options;
  const isOneDisk = receipts !== undefined && (await stat(receipts)).dev === (await stat(into)).dev;
  await refuseFullDisk(into, databaseBytes + (isOneDisk ? receiptBytes : 0));
  if (receipts !== undefined && !isOneDisk) await refuseFullDisk(receipts, receiptBytes);
}

async function refuseFullDisk(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const [needed, free] = [bytes + SPARE_BYTES, bavail * bsize];
  if (needed <= free) return;
  const mib = (bytes: number) => `${Math.ceil(bytes / (1024 * 1024))} MiB`;
  throw new AppError(
    'unavailable',
    `To unpack the backup, ${mib(needed)} are needed, and the disk of ${path.dirname(folder)} has ${mib(free)} left. Make room first.`,
  );
}

async function readText(file: string, entry: ReadEntry, wanted: string, limit: number): Promise<string> {
  if (entry.path !== wanted || entry.size > limit) throw refused(file, 'is not a Vestry backup. Nothing was changed.');
  const pieces: Uint8Array[] = [];
  for await (const piece of entry.bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

function parse<S extends z.ZodType>(file: string, schema: S, text: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw refused(file, 'is damaged: its manifest cannot be read. Nothing was changed.', error);
  }
}

/** Reads `about.json`. Raises `file_refused` if it is damaged or if a newer program made the archive. */
export function readAbout(file: string, text: string): About {
  const { format, schemaVersion, vestryVersion } = loose(text);
  if (Number(format) > FORMAT || Number(schemaVersion) > MIGRATIONS.length) {
    const wanted = /^\d[\w.-]*$/.test(String(vestryVersion)) ? String(vestryVersion) : 'latest';
    throw refused(
      file,
      `was made by a newer Vestry (schema ${Number(schemaVersion)}; this program knows ${MIGRATIONS.length}). ` +
        `Install it first: npm install vestry@${wanted}. Nothing was changed.`,
    );
  }
  return parse(file, About, text);
}

function loose(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

async function take({ path: name, size, bytes }: ReadEntry, options: Options): Promise<WrittenEntry> {
  const hash = createHash('sha256');
  const kept = (writing: Promise<void> | undefined) =>
    writing?.catch((error: unknown) => {
      throw unkept(error, name, options);
    });
  const handle = await openPlace(name, options);
  try {
    for await (const piece of bytes) {
      hash.update(piece);
      await kept(handle?.appendFile(piece));
    }
    await kept(handle?.sync());
  } finally {
    await handle?.close();
  }
  return { path: name, size, sha256: hash.digest('hex') };
}

async function openPlace(name: string, options: Options): Promise<FileHandle | undefined> {
  const place = placeOf(name, options);
  if (place === undefined) return undefined;
  try {
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    return await open(place, 'wx', 0o600);
  } catch (error) {
    throw unkept(error, name, options);
  }
}

/**
 * Returns an `unavailable` error for a disk error. Its message names the parent of the temporary folder, which is the
 * data directory in a restore.
 */
function unkept(error: unknown, name: string, { into, receipts }: Options): unknown {
  const folder = name.startsWith(RECEIPTS) ? (receipts ?? into) : into;
  return unwritable(error, path.dirname(folder), 'Nothing was changed.');
}

function compareFiles(file: string, { about, manifest, files }: Read): void {
  const { files: _files, receiptProblems: _problems, ...said } = manifest;
  if (!isDeepStrictEqual(said, about))
    throw refused(file, 'was tampered with: its first and last parts disagree. Nothing was changed.');
  const present = new Map(files.map((one) => [one.path, one]));
  for (const wanted of manifest.files) {
    const one = present.get(wanted.path);
    present.delete(wanted.path);
    if (!one) throw refused(file, `lacks ${wanted.path}. Use another backup. Nothing was changed.`);
    if (one.size !== wanted.size || one.sha256 !== wanted.sha256) {
      throw refused(file, `is damaged at ${wanted.path}. Use another backup. Nothing was changed.`);
    }
  }
  const [extra] = present.keys();
  if (extra !== undefined)
    throw refused(file, `contains ${extra}, which its manifest does not list. Nothing was changed.`);
}

async function checkDatabase(file: string, options: Options, manifest: Manifest): Promise<Proof> {
  const database = databaseIn(options);
  const wrong = (what: string, cause?: unknown) =>
    refused(file, `contains a database that ${what}. Use another backup. Nothing was changed.`, cause);
  try {
    if (refuseForeignFile(database)) throw wrong('is empty or missing');
  } catch (error) {
    throw error instanceof SetupError ? wrong('was not made by Vestry', error) : error;
  }
  const known = keyFor(options);
  const db = connect(database, 'block');
  try {
    const damage = await damageOf(db, manifest);
    if (damage !== undefined) throw wrong(damage);
    const proof = await prove(db, { ...known, declared: declaredBy(ROOMS), onlyLog: options.onlyLog === true });
    if (!proof.isIntact)
      throw refused(file, `contains books that were changed outside Vestry. ${proof.faults.join(' ')} ${ANOTHER}`);
    const fault = await disagreement(db, manifest);
    if (fault !== undefined) throw wrong(fault);
    return proof;
  } catch (error) {
    throw error instanceof AppError ? error : wrong('cannot be read', error);
  } finally {
    await db.destroy();
  }
}

const ANOTHER = 'Find out who changed them, and use an earlier backup. Nothing was changed.';

/**
 * Returns the key with which to check the seal. A key in the archive must match the seal. If the archive has no key,
 * the key of the data directory is tried.
 */
function keyFor({ into, encryptionKey }: Options): KnownKey {
  const own = path.join(into, ENTRIES.secrets);
  if (existsSync(own)) return { encryptionKey: readSecrets(own).encryptionKey, isOwn: true };
  return { encryptionKey, isOwn: false };
}

async function damageOf(db: Db, manifest: Manifest): Promise<string | undefined> {
  const [damage] = await findDamage(db);
  if (damage !== undefined) return `is damaged (${damage})`;
  if ((await readSchemaVersion(db)) !== manifest.schemaVersion) return 'has a version that differs from its manifest';
  const [broken] = await findBrokenReferences(db);
  if (broken !== undefined) return `refers to rows that do not exist (${broken})`;
  return undefined;
}

/** Returns how the database differs from the manifest, as the end of a sentence, or undefined. */
async function disagreement(db: Db, manifest: Manifest): Promise<string | undefined> {
  const figures = await readFigures(db);
  if (!isDeepStrictEqual(figures, manifest.figures)) return 'has figures other than those in its manifest';
  if (manifest.auditSeal !== (await readSeal(db))) return 'has an audit log whose seal differs from the manifest';
  const present = new Set(manifest.files.map(({ path }) => path));
  const excused = new Set(manifest.receiptProblems.map(({ path }) => path));
  for await (const page of namedReceipts(db)) {
    const lacking = page.find(({ path }) => !present.has(RECEIPTS + path) && !excused.has(path));
    if (lacking) return `lists the receipt ${lacking.path}, which the backup lacks`;
  }
  return undefined;
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
