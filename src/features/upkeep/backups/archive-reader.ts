/** Reads an archive from end to end without trusting it: it may be damaged, foreign or malicious. */
import { createReadStream, statSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { AppError, SetupError } from '../../../errors.ts';
import { isEntryName } from './rules.ts';
import { webStream } from './archive-writer.ts';

const PIECE = 256 * 1024;
const TAR_BLOCK = 512;
/** How many bytes of headers and padding an archive may contain besides its entries. */
const BETWEEN = 4 * 1024 * 1024;
const AGE = Buffer.from('age-encryption.org/v1\n');
/** The start of an archive that is not encrypted: a gzip header for deflate, without a name or time. */
const GZIP = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);

export type ArchiveKind = 'plain' | 'encrypted' | 'foreign';

export type ReadEntry = { path: string; size: number; bytes: AsyncIterable<Uint8Array> };

/** Returns a `file_refused` error for an archive. Its message begins with the name of the file. */
export function refused(file: string, what: string, cause?: unknown): AppError {
  return new AppError('file_refused', `${file} ${what}`, { cause });
}

function unreadable(file: string, code: string | undefined, cause: unknown): AppError {
  const message = `${file} cannot be read (${code}). Check its permissions, and whether its disk is connected.`;
  return new AppError('unavailable', message, { cause });
}

/** Returns the kind of a file by its first bytes. Raises `not_found` when there is no file. */
export async function kindOfArchive(file: string): Promise<ArchiveKind> {
  const head = Buffer.alloc(AGE.length);
  // Opening a pipe would wait until somebody writes to it.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) return 'foreign';
  const handle = await open(file, 'r').catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new AppError('not_found', `There is no file ${file}.`);
    throw unreadable(file, code, error);
  });
  try {
    await handle.read(head, 0, head.length, 0);
  } finally {
    await handle.close();
  }
  if (head.equals(AGE)) return 'encrypted';
  return head.subarray(0, GZIP.length).equals(GZIP) ? 'plain' : 'foreign';
}

export type ReadOptions = {
  passphrase?: string | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** True if only the beginning of the archive is read. */
  onlyBegins?: boolean;
};

/**
 * Yields the entries of an archive in order. The bytes of each entry must be read before the next entry is requested.
 * Raises `file_refused` for a damaged archive, a wrong passphrase, and entries that Vestry does not write: unknown,
 * repeated or special ones.
 */
export async function* readArchive(file: string, options: ReadOptions): AsyncGenerator<ReadEntry> {
  const source = createReadStream(file, { highWaterMark: PIECE });
  try {
    const packed = await decrypted(file, source, options.passphrase);
    const allowance = { left: BETWEEN };
    const { size } = await stat(file);
    const onPiece = () => options.onProgress?.(source.bytesRead, size);
    const tar = webStream(unpacked(packed, allowance, onPiece));
    const decoder = createTarDecoder({ strict: true });
    const feeding = tar.pipeTo(decoder.writable);
    // An error here is ignored, because it also reaches the code that reads the entries.
    feeding.catch(() => {});
    yield* entriesOf(file, decoder.readable, allowance);
    if (!options.onlyBegins) await feeding;
  } catch (error) {
    throw inWords(file, error);
  } finally {
    source.destroy();
  }
}

async function* entriesOf(
  file: string,
  entries: AsyncIterable<ParsedTarEntry>,
  allowance: { left: number },
): AsyncGenerator<ReadEntry> {
  const seen = new Set<string>();
  for await (const { header, body } of entries) {
    const { name, size, type, linkname } = header;
    if (type !== 'file' || linkname || !isEntryName(name) || seen.has(name)) {
      throw refused(
        file,
        `contains something that is not part of a Vestry backup (${JSON.stringify(name)}). Nothing was changed.`,
      );
    }
    seen.add(name);
    allowance.left += size + 2 * TAR_BLOCK;
    yield { path: name, size, bytes: body };
  }
}

/** Decompresses an archive. Throws if there is more data than the entries announce. */
async function* unpacked(
  packed: AsyncIterable<Uint8Array>,
  allowance: { left: number },
  onPiece: () => void,
): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: PIECE });
  const feeding = pipeline(packed, gunzip);
  // An error here is ignored, because it also reaches the loop that reads the output.
  feeding.catch(() => {});
  for await (const piece of gunzip as AsyncIterable<Buffer>) {
    allowance.left -= piece.length;
    if (allowance.left < 0) throw new Error('The archive contains more data than it announces.');
    onPiece();
    yield piece;
  }
}

async function decrypted(
  file: string,
  source: AsyncIterable<Uint8Array>,
  passphrase: string | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  if (passphrase === undefined) return source;
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return (await decrypter.decrypt(webStream(source))) as ReadableStream<Uint8Array>;
  } catch (error) {
    const isWrong = /no identity matched/.test((error as Error).message);
    throw refused(file, isWrong ? 'cannot be opened with this passphrase. Nothing was changed.' : DAMAGED, error);
  }
}

const DAMAGED = 'is damaged or cut off. Use another backup. Nothing was changed.';

/**
 * Returns the error to report after an archive could not be read: `unavailable` if the file system failed, otherwise
 * `file_refused`. An error that already has a message for people is returned unchanged.
 */
export function inWords(file: string, error: unknown): unknown {
  if (error instanceof AppError || error instanceof SetupError) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined && code !== undefined) return unreadable(file, code, error);
  return refused(file, DAMAGED, error);
}
