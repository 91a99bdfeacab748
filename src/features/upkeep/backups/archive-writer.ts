/** Writes an archive: a tar file, packed with gzip, and where a passphrase is given encrypted by age. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { ReadableStream } from 'node:stream/web';
import { constants, createGzip, type Gzip, type ZlibParams } from 'node:zlib';
import { createTarPacker } from 'modern-tar';

const PRIVATE_FILE = 0o600;
const PIECE = 256 * 1024;
const TAR_BLOCK = 512;

/** A file on its way into an archive; its bytes are as many as `size` says. */
export type Entry = { path: string; size: number; bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

export type WrittenEntry = { path: string; size: number; sha256: string };

export type WriteOptions = {
  entries: AsyncIterable<Entry>;
  /** Called with each entry once it is in the archive. */
  onWritten: (entry: WrittenEntry) => void;
  at: Date;
  passphrase: string | undefined;
  /** From so many bytes of entries on nothing is pressed any more: receipts are pictures, which get no smaller. */
  pressed: readonly number[];
  signal?: AbortSignal | undefined;
};

/** Writes a new file, which is on the disk when this returns. What is left of one that failed is the caller's to remove. */
export async function writeArchive(file: string, options: WriteOptions): Promise<void> {
  const { passphrase, signal } = options;
  const handle = await open(file, 'wx', PRIVATE_FILE);
  try {
    const { readable, controller } = createTarPacker();
    const gzip = createGzip({ level: constants.Z_DEFAULT_COMPRESSION, chunkSize: PIECE });
    // Nothing is begun before all can be waited for, since making a key takes its time.
    const source = passphrase === undefined ? gzip : await encrypted(gzip, passphrase);
    const filling = fill(controller, options);
    const pressing = press(readable, gzip, pressedLength(options.pressed));
    const writing = drain(source, handle, signal);
    await allOf([filling, pressing, writing], () => {
      controller.error(new Error('The archive is not written any further.'));
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

/** Waits for all; the first that fails has the others stopped, and its reason is the one that counts. */
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

/** The length in a tar file of the entries that are worth pressing. */
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
  // Every stream that packs has it; its types know it of one of them only.
  const adjustable = gzip as unknown as ZlibParams;
  return called(gzip, (done) => adjustable.params(constants.Z_NO_COMPRESSION, constants.Z_DEFAULT_STRATEGY, done));
}

type Done = (error?: Error | null) => void;

/** Waits until a stream calls back; one that was destroyed while nobody read from it never does, but says that it closed. */
function called(gzip: Gzip, work: (done: Done) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = () => reject(new Error('The archive is not packed any further.'));
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

/** Bytes as those want them who know the streams of browsers only. */
export function webStream(bytes: AsyncIterable<Uint8Array>): globalThis.ReadableStream<Uint8Array> {
  return ReadableStream.from(bytes);
}

/** A file of the disk as an entry. */
export async function fileEntry(path: string, file: string): Promise<Entry> {
  const { size } = await stat(file);
  return { path, size, bytes: createReadStream(file, { highWaterMark: PIECE }) };
}

/** Bytes in memory as an entry. */
export function bytesEntry(path: string, bytes: Uint8Array): Entry {
  return { path, size: bytes.length, bytes: bytes.length === 0 ? [] : [bytes] };
}

/** Makes what happened in a folder last through a power cut. Windows cannot do this, and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    // Some file systems of other computers, on which an archive may be put, do not know it.
    if (!['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await handle?.close();
  }
}
