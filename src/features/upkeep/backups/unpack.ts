/**
 * Unpacks an archive. An archive is never trusted. Only the few known names of entries are accepted, so that no entry is
 * written outside the given folders. Sizes are limited to those in `about.json`, and the disk must have space for them.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type * as z from 'zod';
import { MIGRATIONS } from '../../../db/migrations/index.ts';
import { AppError } from '../../../errors.ts';
import { parseJson } from '../../../lib/parse-json.ts';
import { sha256Hex } from '../../../lib/secret.ts';
import { LARGEST_RECEIPT } from './contents.ts';
import { unwritable } from './disk-faults.ts';
import { type ReadEntry, type ReadOptions, readArchive, refused } from './archive-reader.ts';
import { ENTRIES, RECEIPTS } from './rules.ts';
import { About, FORMAT, Manifest, SEALED_SINCE } from './schema.ts';
import { secretSettingsIn } from './settings.ts';
import type { WrittenEntry } from './archive-writer.ts';

/** The disk space that unpacking leaves free. */
const SPARE_BYTES = 64 * 1024 * 1024;
const LARGEST_SETTINGS = 1024 * 1024;
const LARGEST_SEAL = 128;

export type UnpackOptions = ReadOptions & {
  /** The folder for everything except the receipts. */
  into: string;
  /**
   * The folder for the receipts. Without it, only the database and the keys are written to disk, because a check needs
   * no other files.
   */
  receipts?: string;
};

const KEPT_FOR_A_CHECK: ReadonlySet<string> = new Set([ENTRIES.database, ENTRIES.secrets]);

/** Returns the path at which an entry is written, or undefined for an entry that is only read. */
function placeOf(name: string, { into, receipts }: UnpackOptions): string | undefined {
  if (receipts === undefined) return KEPT_FOR_A_CHECK.has(name) ? path.join(into, name) : undefined;
  return name.startsWith(RECEIPTS)
    ? path.join(receipts, ...name.slice(RECEIPTS.length).split('/'))
    : path.join(into, name);
}

/** What an archive contains. `seal` is undefined in an archive of format 1. */
export type Unpacked = {
  about: About;
  manifest: Manifest;
  manifestText: string;
  seal: string | undefined;
  files: WrittenEntry[];
};

/**
 * Unpacks an archive. Throws `file_refused` for what Vestry does not write, and `unavailable` if a disk has too little
 * space. Does not compare the files with the manifest.
 */
export async function unpack(file: string, options: UnpackOptions): Promise<Unpacked> {
  let about: About | undefined;
  let manifestText: string | undefined;
  let seal: string | undefined;
  const files: WrittenEntry[] = [];
  const left: Left = { receipts: 0, bytes: 0 };
  for await (const entry of readArchive(file, options)) {
    if (!about) {
      const text = await readText(file, entry, ENTRIES.about, LARGEST_SETTINGS);
      about = readAbout(file, text);
      await refuseWithoutSpace(options, about);
      Object.assign(left, { receipts: about.receipts, bytes: about.receiptBytes });
      files.push({ path: entry.path, size: entry.size, sha256: sha256Hex(text) });
    } else if (manifestText !== undefined) {
      if (entry.path !== ENTRIES.seal)
        throw refused(file, `contains another entry after its manifest: ${entry.path}. Nothing was changed.`);
      seal = (await readText(file, entry, ENTRIES.seal, LARGEST_SEAL)).trim();
    } else if (entry.path === ENTRIES.manifest) {
      // The manifest is not compressed, so it is not larger than its archive.
      const limit = LARGEST_SETTINGS + (await stat(file)).size;
      manifestText = await readText(file, entry, ENTRIES.manifest, limit);
    } else {
      refuseTooLarge(file, entry, about, left);
      const isEncrypted = options.passphrase !== undefined;
      files.push(await take(isEncrypted ? entry : await withoutSecrets(file, entry, about), options));
    }
  }
  if (!about || manifestText === undefined)
    throw refused(file, 'is cut off, or is not a Vestry backup. Nothing was changed.');
  return { about, manifest: parse(file, Manifest, manifestText), manifestText, seal, files };
}

/**
 * Returns the description with which an archive that is not encrypted begins, without reading the rest. Throws
 * `file_refused` if it begins differently.
 */
export async function readBeginning(file: string): Promise<About> {
  for await (const entry of readArchive(file, { onlyBegins: true }))
    return readAbout(file, await readText(file, entry, ENTRIES.about, LARGEST_SETTINGS));
  throw refused(file, 'is not a Vestry backup. Nothing was changed.');
}

/**
 * Refuses secrets in an archive that is not encrypted, where Vestry never writes them. Returns the entry with its bytes
 * still to be read.
 */
async function withoutSecrets(file: string, entry: ReadEntry, { format }: About): Promise<ReadEntry> {
  const isSettings = entry.path === ENTRIES.config && format >= SEALED_SINCE;
  if (!isSettings && entry.path !== ENTRIES.secrets) return entry;
  const bytes = await buffer(entry.bytes);
  const found = isSettings ? secretSettingsIn(bytes).join(', ') : 'keys';
  if (found === '') return { ...entry, bytes: Readable.from([bytes]) };
  const what = `is not encrypted, but ${entry.path} in it contains secrets (${found})`;
  throw refused(file, `${what}. Vestry did not write this. Use another backup. Nothing was changed.`);
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
async function refuseWithoutSpace(options: UnpackOptions, { databaseBytes, receiptBytes }: About): Promise<void> {
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
  return text(entry.bytes);
}

function parse<S extends z.ZodType>(file: string, schema: S, text: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw refused(file, 'is damaged: its manifest cannot be read. Nothing was changed.', error);
  }
}

/** Reads `about.json`. Throws `file_refused` if it is damaged or if a newer program made the archive. */
function readAbout(file: string, text: string): About {
  const { format, schemaVersion, vestryVersion } = (parseJson(text) ?? {}) as Record<string, unknown>;
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

async function take({ path: name, size, bytes }: ReadEntry, options: UnpackOptions): Promise<WrittenEntry> {
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

async function openPlace(name: string, options: UnpackOptions): Promise<FileHandle | undefined> {
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
function unkept(error: unknown, name: string, { into, receipts }: UnpackOptions): unknown {
  const folder = name.startsWith(RECEIPTS) ? (receipts ?? into) : into;
  return unwritable(error, path.dirname(folder), 'Nothing was changed.');
}
