/**
 * Stores files that people upload. A file is written completely or not at all. Only files inside the storage folder can
 * be opened.
 */
import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from './errors.ts';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const NAME_BYTES = 16;
/**
 * The form of all paths that the storage makes: the year, the month, 128 random bits, and the extension of the type. A
 * file that is still being written has only the random bits and `.new`, directly in the storage folder.
 */
const OWN_PATH = /^(\d{4}\/\d{2}\/)?[0-9a-f]{32}\.[a-z]{3,4}$/;
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** An uploaded file: the name that the client gave it, and its bytes, which can be read once. */
export type IncomingFile = {
  name: string | null;
  bytes: AsyncIterable<Uint8Array>;
  /** The other fields of the form, once the bytes are read. */
  fields?: ReadonlyMap<string, string>;
  /** Aborted if the client leaves before it has its answer. */
  gone?: AbortSignal;
};

/** A file in the storage: its path below the root, its size and its hash. */
export type StoredFile = { path: string; size: number; sha256: string };

/** A stored file that is open for reading. Reading the stream to its end, or destroying it, closes the file. */
export type OpenFile = { size: number; stream: Readable };

/**
 * Writes the bytes to a file with a new random name, in the folder of the month. After this returns, the file survives
 * a power cut. Raises `unavailable` when the disk is full or cannot be written, and passes on errors from reading the
 * bytes. After an error, no file is left.
 */
export async function storeFile(
  root: string,
  bytes: AsyncIterable<Uint8Array>,
  { extension, at }: { extension: string; at: Date },
): Promise<StoredFile> {
  const name = randomBytes(NAME_BYTES).toString('hex');
  const stored = `${at.toISOString().slice(0, 7).replace('-', '/')}/${name}.${extension}`;
  const draft = path.join(root, `${name}.new`);
  const place = path.join(root, stored);
  try {
    await makeFolder(root);
    const content = await writeDraft(draft, bytes);
    await makeFolder(path.dirname(place));
    await rename(draft, place);
    await syncFolder(path.dirname(place));
    return { path: stored, ...content };
  } catch (error) {
    await Promise.allSettled([draft, place].map((file) => rm(file, { force: true })));
    throw unwritable(error);
  }
}

async function writeDraft(draft: string, bytes: AsyncIterable<Uint8Array>): Promise<Omit<StoredFile, 'path'>> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(draft, 'wx', PRIVATE_FILE);
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      size += chunk.length;
      await file.appendFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}

/** Creates a folder and its missing parents so that they survive a power cut. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) await syncFolder(path.dirname(made));
}

/** Writes the entries of a folder to the disk, so that they survive a power cut. Windows cannot do this and does not need to. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns `unavailable` for an error of the file system, and any other error unchanged. */
function unwritable(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof AppError || code === undefined || syscall === undefined) return error;
  const what = FULL.has(code) ? 'The disk is full' : `The disk cannot be written (${code})`;
  return new AppError('unavailable', `${what}. Nothing was stored. Tell the administrator.`, {
    cause: error,
  });
}

/**
 * Opens a stored file, or returns undefined when it does not exist. Raises an error for a path that the storage did not
 * make, for a path that leads out of the storage (even through a link), and for anything that is not a file. Such a
 * path can only have been written into the database by hand.
 */
export async function openFile(root: string, stored: string): Promise<OpenFile | undefined> {
  let file: FileHandle;
  try {
    const place = await locate(root, stored);
    // Non-blocking: if the path is a pipe, opening it must not wait for a writer.
    file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  try {
    const about = await file.stat();
    if (!about.isFile()) throw new Error(`${stored} is not a file.`);
    return { size: about.size, stream: file.createReadStream() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Removes a stored file, if it exists. Raises an error for a path that the storage did not make, and if the disk fails.
 */
export async function removeFile(root: string, stored: string): Promise<void> {
  try {
    await rm(await locate(root, stored));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Returns the real path of a stored file. Throws if the path contains a link, or is not one that the storage made. */
async function locate(root: string, stored: string): Promise<string> {
  if (!isOwnPath(stored)) throw new Error(`The storage has made no file ${JSON.stringify(stored)}.`);
  const wanted = path.join(await realpath(root), ...stored.split('/'));
  const real = await realpath(wanted);
  if (real !== wanted) throw new Error(`The stored file ${stored} leads to ${real}.`);
  return real;
}

/** True if the path has a form that the storage makes. */
export function isOwnPath(stored: string): boolean {
  return OWN_PATH.test(stored);
}

/** A file below the storage folder, whether the storage made it or not. The size is -1 if it is not a regular file. */
export type ListedFile = { path: string; size: number; changedAt: Date };

/**
 * Yields everything below the root that is not a folder, without following links. Yields nothing if the root does not
 * exist.
 */
export async function* listFiles(root: string, folder = ''): AsyncGenerator<ListedFile> {
  for (const entry of await readdir(path.join(root, folder), { withFileTypes: true }).catch(noneIfMissing)) {
    const place = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* listFiles(root, place);
    else {
      const about = await lstat(path.join(root, place)).catch(undefinedIfMissing);
      if (about) yield { path: place, size: about.isFile() ? about.size : -1, changedAt: about.mtime };
    }
  }
}

function noneIfMissing(error: unknown): [] {
  if (isMissing(error)) return [];
  throw error;
}

function undefinedIfMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
