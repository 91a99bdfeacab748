/** Files that people hand in: written whole or not at all, and opened only where they lie inside their folder. */
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
 * The only forms of path that the storage makes: year, month, 128 random bits and the extension of the kind; and while a
 * file is being written, the random bits with `.new` beside the years.
 */
const OWN_PATH = /^(\d{4}\/\d{2}\/)?[0-9a-f]{32}\.[a-z]{3,4}$/;
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** A file on its way in: the name that the client gave it, and its bytes, to be read once. */
export type IncomingFile = { name: string | null; bytes: AsyncIterable<Uint8Array> };

/** A file in the storage: its path below the root, and what it holds. */
export type StoredFile = { path: string; size: number; sha256: string };

/** A stored file that was opened for reading; its stream closes it, read or not. */
export type OpenFile = { size: number; stream: Readable };

/**
 * Writes the bytes to the disk under a new random name; a folder for each month keeps folders small. The file is there
 * when this returns, also after a power cut. Raises `unavailable` when the disk is full or cannot be written, and what
 * reading the bytes raises; then nothing is left.
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

/** Makes a folder and those above it that are missing, so that they are there also after a power cut. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) await syncFolder(path.dirname(made));
}

/** Windows cannot do this, and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Only what comes from the disk is about the disk. */
function unwritable(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof AppError || code === undefined || syscall === undefined) return error;
  const what = FULL.has(code) ? 'The disk is full' : `The disk cannot be written (${code})`;
  return new AppError('unavailable', `${what}. Nothing was stored. Tell the administrator.`, {
    cause: error,
  });
}

/**
 * Opens a stored file, or returns undefined when it is not there. Raises an error for a path that the storage has not
 * made, that leads out of it, also by a link, or that is no file: such a path comes from a hand in the database.
 */
export async function openFile(root: string, stored: string): Promise<OpenFile | undefined> {
  let file: FileHandle;
  try {
    const place = await locate(root, stored);
    // A pipe in place of a file must not be waited for.
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

/** Removes a stored file; one that is not there is fine. Raises like `openFile`, and what the disk says. */
export async function removeFile(root: string, stored: string): Promise<void> {
  try {
    await rm(await locate(root, stored));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Where a stored path really leads, which has to be where it says. */
async function locate(root: string, stored: string): Promise<string> {
  if (!isOwnPath(stored)) throw new Error(`The storage has made no file ${JSON.stringify(stored)}.`);
  const wanted = path.join(await realpath(root), ...stored.split('/'));
  const real = await realpath(wanted);
  if (real !== wanted) throw new Error(`The stored file ${stored} leads to ${real}.`);
  return real;
}

/** Whether the storage may have made a file of this path. */
export function isOwnPath(stored: string): boolean {
  return OWN_PATH.test(stored);
}

/** A file that lies in the storage, whoever put it there. */
export type ListedFile = { path: string; size: number; changedAt: Date };

/** Everything below the root that is not a folder; links are not followed. Without the root, nothing. */
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
