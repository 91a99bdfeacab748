/** Writes long output: to a file as a whole, or to standard output as it comes. */
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';

type Parts = AsyncIterable<string | Buffer> | Iterable<string | Buffer>;

/**
 * Writes parts as fast as they are accepted. A file appears complete or not at all. An existing one is refused with
 * `conflict` unless it may be replaced.
 */
export async function writeOutput(parts: Parts, file: string | undefined, mayReplace: boolean): Promise<void> {
  if (file === undefined) {
    await writeStdout(parts);
    return;
  }
  if (existsSync(file) && !mayReplace) {
    throw new AppError('conflict', `${file} already exists. Name another file, or replace it with --force.`);
  }
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.new`);
  try {
    await pipeline(Readable.from(parts), createWriteStream(draft, { flags: 'wx', flush: true }));
    renameSync(draft, file);
  } catch (error) {
    if (existsSync(draft)) rmSync(draft);
    throw unwritable(error, file);
  }
}

/** Raises a SetupError when binary output would go to the terminal. */
export function refuseTerminal(what: string, file: string | undefined): void {
  if (file !== undefined || !process.stdout.isTTY) return;
  throw new SetupError(`${what} cannot be shown at a terminal. Name a file with --output.`, EXIT.usage);
}

/** Writes one of many complete files without syncing it. An existing one is replaced only if permitted. */
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

/** Only errors of the file itself are about the file. */
function unwritable(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const folder = path.dirname(file);
    return new AppError(
      'not_found',
      `${file} cannot be written: there is no folder ${folder}. Make it, or name another.`,
    );
  }
  if (code === 'EISDIR') return new AppError('conflict', `${file} is a folder. Name a file in it.`);
  if (code === 'EEXIST') return new AppError('conflict', `${file} already exists. Name another, or move it away.`);
  return new AppError('unavailable', `${file} cannot be written (${code}).`, { cause: error });
}

/** A reader that has seen enough, such as `head`, closes its end; that is not an error. */
async function writeStdout(parts: Parts): Promise<void> {
  try {
    await pipeline(Readable.from(parts), process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}
