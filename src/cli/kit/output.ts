/** Writes long output to a file or to standard output. */
import { accessSync, constants, createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';

const MODES = { usual: 0o666, private: 0o600 };

type Parts = AsyncIterable<string | Buffer> | Iterable<string | Buffer>;

/**
 * Writes the parts as fast as the file or standard output accepts them. A file appears complete or not at all. Other
 * users of the computer cannot read a `private` file. Throws `conflict` if the file exists and may not be replaced.
 */
export async function writeOutput(
  parts: Parts,
  file: string | undefined,
  mayReplace: boolean,
  access: 'usual' | 'private' = 'usual',
): Promise<void> {
  if (file === undefined) {
    await writeStdout(parts);
    return;
  }
  refuseExisting(file, mayReplace);
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.new`);
  try {
    await pipeline(Readable.from(parts), createWriteStream(draft, { flags: 'wx', flush: true, mode: MODES[access] }));
    renameSync(draft, file);
  } catch (error) {
    if (existsSync(draft)) rmSync(draft);
    throw unwritable(error, file);
  }
}

function refuseExisting(file: string, mayReplace: boolean): void {
  if (!existsSync(file) || mayReplace) return;
  throw new AppError('conflict', `${file} already exists. Name another file, or replace it with --force.`);
}

/**
 * Throws what `writeOutput` would throw, as far as this shows before anything is written: the file exists and may not be
 * replaced, or its folder does not exist or cannot be written to.
 */
export function refuseUnwritable(file: string, mayReplace: boolean): void {
  refuseExisting(file, mayReplace);
  if (existsSync(file) && statSync(file).isDirectory()) throw isFolder(file);
  try {
    accessSync(path.join(path.dirname(file), '.'), constants.W_OK);
  } catch (error) {
    throw unwritable(error, file);
  }
}

/** Throws a SetupError if binary output would go to the terminal. */
export function refuseTerminal(what: string, file: string | undefined): void {
  if (file !== undefined || !process.stdout.isTTY) return;
  throw new SetupError(`${what} cannot be shown at a terminal. Name a file with --output.`, EXIT.usage);
}

/**
 * Writes a file without syncing it to the disk, because syncing is slow for many files. Throws if the file exists and
 * may not be replaced.
 */
export async function writeWhole(file: string, bytes: Buffer, mayReplace: boolean): Promise<void> {
  try {
    await writeFile(file, bytes, { flag: mayReplace ? 'w' : 'wx' });
  } catch (error) {
    throw unwritable(error, file);
  }
}

/** Creates a folder and its parents unless they exist. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw unwritable(error, folder);
  }
}

/**
 * Returns an error that names the file and the reason. An error that is not from the file system is returned unchanged.
 */
function unwritable(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const folder = path.dirname(file);
    return new AppError(
      'not_found',
      `${file} cannot be written: there is no folder ${folder}. Create this folder, or name another.`,
    );
  }
  if (code === 'EISDIR') return isFolder(file);
  if (code === 'EEXIST')
    return new AppError('conflict', `${file} already exists. Name another file, or move the existing one away.`);
  return new AppError('unavailable', `${file} cannot be written (${code}).`, { cause: error });
}

function isFolder(file: string): AppError {
  return new AppError('conflict', `${file} is a folder. Name a file in it.`);
}

/** Writes to standard output. It is not an error if the reader of a pipe, such as `head`, stops reading early. */
async function writeStdout(parts: Parts): Promise<void> {
  try {
    await pipeline(Readable.from(parts), process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}
