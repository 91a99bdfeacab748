/**
 * The log as a file that rotates by itself. A full disk stops neither the service nor its requests: lines are kept in
 * memory up to a limit, and counted beyond it. Only the owner can read the files, a file that was moved away is created
 * again, and the last lines before a crash are written.
 *
 * No library does this. rotating-file-stream 3.2 stops for good at the first error and cannot write the last lines of a
 * crash (it fails five of the seven tests in test/cli/log-file.test.ts); pino-roll 4.0 has no types and numbers its
 * files without end. Lines are written synchronously. This costs little: the lines of a tenth of a second are one write
 * to the system's cache, while every database commit on this thread waits for the disk itself.
 */
import { closeSync, fstatSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { DataPaths } from '../../data-dir.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';

const PRIVATE_FILE = 0o600;
const MEBIBYTE = 1024 * 1024;
const LIMIT_BYTES = 10 * MEBIBYTE;
/** The number of rotated files. The oldest is removed for a new one. */
export const KEPT = 5;
const PAUSE_MS = 100;
/** When this much is pending, it is written without waiting for the pause to end. */
const CHUNK_BYTES = 16 * 1024;
/** How much is kept in memory while the disk accepts nothing. More lines are only counted. */
const HELD_BYTES = 4 * MEBIBYTE;
const RETRY_MS = 5000;

/** The destination for pino. */
export type LogFile = {
  write: (line: string) => void;
  /** Writes what is pending, as far as the disk accepts it, and closes the file. */
  end: () => void;
  /** Writes what is pending at once, for the last lines of a process. */
  flushSync: () => void;
};

type Limits = { limit?: number; kept?: number };

/** Returns the log file of a data directory; `logName` returns the rotated ones. */
export function logFileOf({ logs }: Pick<DataPaths, 'logs'>): string {
  return path.join(logs, 'vestry.log');
}

/** Returns the name of the rotated file this many rotations ago; 0 is the present file. */
export function logName(file: string, number: number): string {
  const { dir, name, ext } = path.parse(file);
  return number === 0 ? file : path.join(dir, `${name}.${number}${ext}`);
}

/** Opens the log file, readable by its owner only. Lines are collected for a moment and written together. */
export function openLogFile(file: string, { limit = LIMIT_BYTES, kept = KEPT }: Limits = {}): LogFile {
  // Done at once, so that an unwritable file is reported before the service says that it is ready.
  closeSync(openSync(file, 'a', PRIVATE_FILE));
  return new RotatingFile(file, limit, kept);
}

class RotatingFile implements LogFile {
  readonly #file: string;
  readonly #limit: number;
  readonly #kept: number;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #dropped = 0;
  #fd: number | undefined;
  #size = 0;
  #retryAt = 0;
  #lookAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(file: string, limit: number, kept: number) {
    [this.#file, this.#limit, this.#kept] = [file, limit, kept];
  }

  write(line: string): void {
    if (this.#isOver) return;
    const bytes = Buffer.from(line);
    if (this.#heldBytes + bytes.length > HELD_BYTES) {
      this.#dropped += 1;
      return;
    }
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    if (this.#heldBytes >= CHUNK_BYTES && Date.now() >= this.#retryAt) this.flushSync();
    else this.#flushLater();
  }

  end(): void {
    this.flushSync();
    this.#isOver = true;
    clearTimeout(this.#timer);
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  /** Never throws. What the disk does not accept is tried again later. */
  flushSync(): void {
    if (this.#heldBytes === 0) return;
    try {
      this.#append(this.#openFile());
    } catch {
      [this.#retryAt, this.#lookAt] = [Date.now() + RETRY_MS, 0];
      this.#flushLater();
    }
  }

  #flushLater(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.flushSync();
      },
      Math.max(PAUSE_MS, this.#retryAt - Date.now()),
    ).unref();
  }

  /** Appends everything pending; keeps what the disk does not accept. */
  #append(fd: number): void {
    let rest = Buffer.concat([...this.#held, this.#lossLine()]);
    [this.#held, this.#heldBytes, this.#dropped] = [[], 0, 0];
    try {
      while (rest.length > 0) {
        const written = writeSync(fd, rest);
        this.#size += written;
        rest = rest.subarray(written);
      }
    } finally {
      if (rest.length > 0) [this.#held, this.#heldBytes] = [[rest], rest.length];
    }
  }

  #lossLine(): Buffer {
    if (this.#dropped === 0) return Buffer.alloc(0);
    const msg = 'lines were lost, because the log could not be written';
    return Buffer.from(`${JSON.stringify({ level: 40, time: Date.now(), lines: this.#dropped, msg })}\n`);
  }

  /** Returns the file to write to: a new one if it is missing, or if the present one is full. */
  #openFile(): number {
    if (this.#fd !== undefined && Date.now() >= this.#lookAt && !this.#isInPlace(this.#fd)) {
      closeSync(this.#fd);
      this.#fd = undefined;
    }
    if (this.#fd === undefined) {
      this.#fd = openSync(this.#file, 'a', PRIVATE_FILE);
      this.#size = fstatSync(this.#fd).size;
    }
    if (this.#size > 0 && this.#size + this.#heldBytes > this.#limit) this.#fd = this.#rotate(this.#fd);
    return this.#fd;
  }

  /** Somebody may have moved the file away. */
  #isInPlace(fd: number): boolean {
    this.#lookAt = Date.now() + RETRY_MS;
    const [mine, there] = [fstatSync(fd), statSync(this.#file, { throwIfNoEntry: false })];
    return there?.ino === mine.ino && there.dev === mine.dev;
  }

  /** Whatever fails, lines go to a file that stays: the new file exists before an old one is moved. */
  #rotate(present: number): number {
    const draft = `${this.#file}.new`;
    let fresh: number | undefined;
    try {
      fresh = openSync(draft, 'a', PRIVATE_FILE);
      for (let number = this.#kept - 1; number >= 0; number -= 1) {
        renameIfThere(logName(this.#file, number), logName(this.#file, number + 1));
      }
      renameSync(draft, this.#file);
    } catch {
      // The present file keeps growing; a later line tries again.
      if (fresh !== undefined) closeSync(fresh);
      return present;
    }
    closeSync(present);
    this.#size = 0;
    return fresh;
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** The refusal when a log file cannot be created. */
export function unwritable(file: string, error: unknown): SetupError {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  const message =
    `${file} cannot be written (${code}). Choose another data directory with --data-dir or VESTRY_DATA_DIR, or ` +
    'correct its permissions.';
  return new SetupError(message, EXIT.unexpected, error);
}
