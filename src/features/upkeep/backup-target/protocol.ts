/**
 * How a file comes to a place off this computer and how it comes back.
 *
 * No upload is atomic: a program that is killed may leave a part under the name, and a failed one may delete what was
 * there. So a file is uploaded under a name with `.part`, read back and compared, moved to a name that no file has, and
 * looked at once more. A name without `.part` is therefore that of a whole file, and nothing is ever written over another
 * file.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PART } from './copy-rules.ts';
import { type Found, type Place, PlaceError } from './places.ts';

const SHORT_MS = 120_000;
/** The slowest line over which copies can go: 32 KiB a second. */
const BYTES_PER_MS = 32;

/** Returns a signal for a step that moves this many bytes. It aborts with `slow` when too much time has passed. */
function limited(signal: AbortSignal, bytes = 0): { signal: AbortSignal; done: () => void } {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new PlaceError('slow')), SHORT_MS + bytes / BYTES_PER_MS).unref();
  return { signal: AbortSignal.any([signal, late.signal]), done: () => clearTimeout(timer) };
}

async function step<T>(signal: AbortSignal, bytes: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = limited(signal, bytes);
  try {
    return await work(limit.signal);
  } finally {
    limit.done();
  }
}

/** Returns the files at a place. Throws a `PlaceError`. */
export const listFiles = (place: Place, signal: AbortSignal): Promise<Found[]> => step(signal, 0, place.list);

/** Removes a file from a place. Throws a `PlaceError`. */
export const removeFile = (place: Place, name: string, signal: AbortSignal): Promise<void> =>
  step(signal, 0, (signal) => place.remove(name, signal));

/** The size of a file, and its SHA-256 in hexadecimal digits. */
export type Content = { size: number; sha256: string };

/**
 * Brings a file to a place under a name that nothing has there. Returns the files that lie there afterwards. Throws a
 * `PlaceError`; the place then has nothing under this name, or the whole file.
 */
export async function storeFile(
  place: Place,
  file: string,
  { name, size, sha256 }: Content & { name: string },
  signal: AbortSignal,
): Promise<Found[]> {
  const part = name + PART;
  const before = await listFiles(place, signal);
  if (before.some((one) => one.name === name)) throw new PlaceError('not_kept', 'The name is taken.');
  if (before.some((one) => one.name === part)) await removeFile(place, part, signal);
  try {
    const said = await complaint(
      step(signal, size, (signal) => place.upload(file, part, signal)),
      signal,
    );
    if (!(await hasContent(place, part, { size, sha256 }, signal))) throw said ?? new PlaceError('not_kept');
    const refused = await complaint(
      step(signal, 0, (signal) => place.move(part, name, signal)),
      signal,
    );
    const after = await listFiles(place, signal);
    if (sizeOf(after, name) !== size || sizeOf(after, part) !== undefined) throw refused ?? new PlaceError('not_kept');
    return after;
  } catch (error) {
    // Whatever happened is told. A part that stays is removed before the next copy.
    if (!signal.aborted) await removeFile(place, part, signal).catch(() => {});
    throw error;
  }
}

/** Returns what a step threw, because only the listing tells whether it was done. Throws if the work was stopped. */
async function complaint(work: Promise<void>, signal: AbortSignal): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    return error;
  }
}

const sizeOf = (files: readonly Found[], name: string) => files.find((one) => one.name === name)?.size;

/** Returns whether a file at a place has this size and content, by reading all of it. */
async function hasContent(
  place: Place,
  name: string,
  { size, sha256 }: Content,
  signal: AbortSignal,
): Promise<boolean> {
  if (sizeOf(await listFiles(place, signal), name) !== size) return false;
  const there = await step(signal, size, async (signal) => contentOf(place.read(name, size, signal)));
  return there.size === size && there.sha256 === sha256;
}

/** Returns the size and the SHA-256 of bytes. */
async function contentOf(bytes: AsyncIterable<Uint8Array>): Promise<Content> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of bytes) {
    hash.update(piece);
    size += piece.length;
  }
  return { size, sha256: hash.digest('hex') };
}

/** Returns the size and the SHA-256 of a file on this computer. */
export const contentOfFile = (file: string): Promise<Content> => contentOf(createReadStream(file));

/** Brings a file from a place into a new file. Throws a `PlaceError` if it does not come whole. */
export async function fetchFile(place: Place, { name, size }: Found, into: string, signal: AbortSignal): Promise<void> {
  const handle = await open(into, 'wx', 0o600);
  try {
    await step(signal, size, async (signal) => {
      for await (const piece of place.read(name, size, signal)) await handle.appendFile(piece);
    });
    if ((await handle.stat()).size !== size) throw new PlaceError('not_kept', 'It did not come whole.');
    await handle.sync();
  } finally {
    await handle.close();
  }
}
