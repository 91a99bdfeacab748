/** A folder as a place for copies: another disk, a share of the network, or a folder that a cloud program uploads. */
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../backups/archive-writer.ts';
import { takesName } from '../backups/create.ts';
import { type Fault, type Found, type Place, PlaceError } from './places.ts';

const PRIVATE_FILE = 0o600;
const FAULT_OF: Readonly<Record<string, Fault>> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  ENODEV: 'missing',
  EROFS: 'read_only',
  EACCES: 'not_allowed',
  EPERM: 'not_allowed',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  ETIMEDOUT: 'slow',
  EHOSTDOWN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTCONN: 'unreachable',
  ESTALE: 'unreachable',
};

/** Returns a folder as a place. */
export function folderPlace(folder: string): Place {
  const at = (name: string) => path.join(folder, name);
  return {
    list: (signal) => inTime(listFolder(folder), signal),
    upload: (file, name, signal) =>
      inTime(
        pipeline(
          createReadStream(file),
          createWriteStream(at(name), { flags: 'wx', mode: PRIVATE_FILE, flush: true }),
          { signal },
        ),
        signal,
      ),
    read: (name, _size, signal) => readFile(at(name), signal),
    move: (from, to, signal) => inTime(moveFile(at(from), at(to)), signal),
    remove: (name, signal) => inTime(rm(at(name), { force: true }), signal),
  };
}

async function listFolder(folder: string): Promise<Found[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('vestry-'));
  const found = await Promise.all(
    names.map(async (name) => {
      const about = await stat(path.join(folder, name));
      return about.isFile() ? [{ name, size: about.size }] : [];
    }),
  );
  return found.flat();
}

async function* readFile(file: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file, { signal }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw placeError(error, signal);
  }
}

async function moveFile(from: string, to: string): Promise<void> {
  if (!(await takesName(from, to))) throw new PlaceError('not_kept', 'The name is taken.');
  await rm(from, { force: true });
  await syncFolder(path.dirname(to));
}

/** Waits for work with files. Stops waiting when the signal aborts, because a share that hangs cannot be interrupted. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([work, aborted]);
  } catch (error) {
    throw placeError(error, signal);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function placeError(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof PlaceError) return error;
  if (signal.aborted) return signal.reason;
  const { code = '' } = error as NodeJS.ErrnoException;
  return new PlaceError(FAULT_OF[code] ?? 'failed', code || null, error);
}
