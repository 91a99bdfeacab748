/**
 * Writes an archive: a tar file, compressed with gzip and, with a passphrase, encrypted by age.
 *
 * `about.json` (versions, figures, sizes) comes first, so that an archive can be listed or refused before the rest is
 * read. The database, the settings, the keys (if the archive is encrypted) and the receipts follow. `manifest.json`
 * with every SHA-256 and its seal come last, so that each file needs to be read only once. Receipts are stored uncompressed,
 * because pictures do not get smaller. modern-tar and age-encryption have no native parts and work on streams, so
 * memory does not grow with the size of the books.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { ReadableStream } from 'node:stream/web';
import { constants, createGzip, type Gzip, type ZlibParams } from 'node:zlib';
import { createTarPacker } from 'modern-tar';

const PRIVATE_FILE = 0o600;
const PIECE = 256 * 1024;
const TAR_BLOCK = 512;

/** A file to be added to an archive, with exactly `size` bytes. */
export type Entry = { path: string; size: number; bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

export type WrittenEntry = { path: string; size: number; sha256: string };

export type WriteOptions = {
  entries: AsyncIterable<Entry>;
  /** Called with each entry once it is in the archive. */
  onWritten: (entry: WrittenEntry) => void;
  at: Date;
  passphrase: string | undefined;
  /**
   * The sizes of the entries that are compressed, which come first. The entries after them are receipts, which are not
   * compressed, because pictures do not get smaller.
   */
  pressed: readonly number[];
  signal?: AbortSignal | undefined;
};

/**
 * Writes an archive to a new file and syncs the file to the disk. If this fails, the caller must remove the unfinished
 * file.
 */
export async function writeArchive(file: string, options: WriteOptions): Promise<void> {
  const { passphrase, signal } = options;
  const handle = await open(file, 'wx', PRIVATE_FILE);
  try {
    const { readable, controller } = createTarPacker();
    const gzip = createGzip({ level: constants.Z_DEFAULT_COMPRESSION, chunkSize: PIECE });
    // Derive the key, which takes time, before the work below starts. Otherwise `allOf` would miss an error of that
    // work.
    const source = passphrase === undefined ? gzip : await encrypted(gzip, passphrase);
    const filling = fill(controller, options);
    const pressing = press(readable, gzip, pressedLength(options.pressed));
    const writing = drain(source, handle, signal);
    await allOf([filling, pressing, writing], () => {
      controller.error(new Error('Writing the archive was stopped.'));
      gzip.destroy();
    });
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function drain(
  source: AsyncIterable<Uint8Array>,
  handle: FileHandle,
  signal: AbortSignal | undefined,
): Promise<void> {
  for await (const piece of source) {
    signal?.throwIfAborted();
    await handle.appendFile(piece);
  }
}

/**
 * Waits for all of the work. If one part fails, calls `stop`, waits for the other parts, and throws the first error.
 */
async function allOf(work: readonly Promise<void>[], stop: () => void): Promise<void> {
  let first: { reason: unknown } | undefined;
  const failed = (reason: unknown) => {
    if (first) return;
    first = { reason };
    stop();
  };
  await Promise.all(work.map((one) => one.catch(failed)));
  if (first) throw first.reason;
}

type Packer = ReturnType<typeof createTarPacker>['controller'];

async function fill(packer: Packer, { entries, onWritten, at, signal }: WriteOptions): Promise<void> {
  for await (const { path, size, bytes } of entries) {
    signal?.throwIfAborted();
    const hash = createHash('sha256');
    const writer = packer.add({ name: path, size, mode: PRIVATE_FILE, mtime: at, type: 'file' }).getWriter();
    for await (const piece of bytes) {
      hash.update(piece);
      await writer.write(piece);
    }
    await writer.close();
    onWritten({ path, size, sha256: hash.digest('hex') });
  }
  packer.finalize();
}

/** Returns how many bytes the entries with these sizes take in a tar file. */
function pressedLength(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + TAR_BLOCK + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK, 0);
}

async function press(tar: AsyncIterable<Uint8Array>, gzip: Gzip, length: number): Promise<void> {
  const write = (piece: Uint8Array) => called(gzip, (done) => void gzip.write(piece, done));
  let before = 0;
  for await (const piece of tar) {
    const border = length - before;
    if (border > 0 && border <= piece.length) {
      await write(piece.subarray(0, border));
      await pressNoMore(gzip);
      await write(piece.subarray(border));
    } else await write(piece);
    before += piece.length;
  }
  gzip.end();
}

function pressNoMore(gzip: Gzip): Promise<void> {
  // Every compression stream has this method, but the types declare it for only one of them.
  const adjustable = gzip as unknown as ZlibParams;
  return called(gzip, (done) => adjustable.params(constants.Z_NO_COMPRESSION, constants.Z_DEFAULT_STRATEGY, done));
}

type Done = (error?: Error | null) => void;

/**
 * Calls `work` and waits until it calls its callback. If the stream was destroyed before anybody read from it, the
 * callback is never called, but the stream emits `close`, and the promise rejects.
 */
function called(gzip: Gzip, work: (done: Done) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = () => reject(new Error('Compressing the archive was stopped.'));
    gzip.once('close', closed);
    work((error) => {
      gzip.off('close', closed);
      if (error) reject(error);
      else resolve();
    });
  });
}

async function encrypted(packed: Gzip, passphrase: string): Promise<AsyncIterable<Uint8Array>> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return (await encrypter.encrypt(webStream(packed))) as ReadableStream<Uint8Array>;
}

/** Converts a stream of bytes for libraries that accept only web streams. */
export function webStream(bytes: AsyncIterable<Uint8Array>): globalThis.ReadableStream<Uint8Array> {
  return ReadableStream.from(bytes);
}

/** Returns a file on disk as an entry. */
export async function fileEntry(path: string, file: string): Promise<Entry> {
  const { size } = await stat(file);
  return { path, size, bytes: createReadStream(file, { highWaterMark: PIECE }) };
}

/** Returns bytes in memory as an entry. */
export function bytesEntry(path: string, bytes: Uint8Array): Entry {
  return { path, size: bytes.length, bytes: bytes.length === 0 ? [] : [bytes] };
}

/**
 * Makes changes in a folder survive a power cut. Does nothing on Windows, where this is neither possible nor necessary.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    // Some network file systems on which an archive may be stored do not support this.
    if (!['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await handle?.close();
  }
}
