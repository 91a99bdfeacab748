/**
 * The log file of the service, which rotates by itself. A full disk stops neither the service nor its requests: lines
 * wait in memory up to a limit, and further lines are dropped and counted. Only the owner can read the files. A file
 * that was moved away is created again. The last lines before a crash are written.
 *
 * No library does all this. rotating-file-stream 3.2 stops permanently at the first error and cannot write the last
 * lines before a crash. It fails five of the seven tests in test/cli/log-file.test.ts. pino-roll 4.0 has no types, and
 * the numbers of its files grow without limit.
 *
 * Lines are written synchronously. This costs little, because all lines of a tenth of a second are written at once, and
 * only to the cache of the operating system. By contrast, every database commit on this thread waits for the disk.
 */
import { closeSync, fstatSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { DataPaths } from '../../data-dir.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';

const PRIVATE_FILE = 0o600;
const MEBIBYTE = 1024 * 1024;
const LIMIT_BYTES = 10 * MEBIBYTE;
/** The number of rotated files that are kept. Each rotation replaces the oldest. */
export const KEPT = 5;
const PAUSE_MS = 100;
/** When the pending lines reach this size, they are written at once, and not only at the end of the pause. */
const CHUNK_BYTES = 16 * 1024;
/**
 * The maximum number of bytes that wait in memory while the disk cannot be written. Further lines are dropped and
 * counted.
 */
const HELD_BYTES = 4 * MEBIBYTE;
const RETRY_MS = 5000;

/** The destination for pino. */
export type LogFile = {
  write: (line: string) => void;
  /** Writes the pending lines, as far as the disk accepts them, and closes the file. */
  end: () => void;
  /** Writes the pending lines at once. Used for the last lines before the process ends. */
  flushSync: () => void;
};

type Limits = { limit?: number; kept?: number };

/** Returns the path of the present log file. `logName` returns the paths of the rotated files. */
export function logFileOf({ logs }: Pick<DataPaths, 'logs'>): string {
  return path.join(logs, 'vestry.log');
}

/** Returns the path of the file that has been rotated this many times. 0 is the present file. */
export function logName(file: string, number: number): string {
  const { dir, name, ext } = path.parse(file);
  return number === 0 ? file : path.join(dir, `${name}.${number}${ext}`);
}

/** Opens the log file, readable by its owner only. Lines are collected for a moment and written together. */
export function openLogFile(file: string, { limit = LIMIT_BYTES, kept = KEPT }: Limits = {}): LogFile {
  // Opened at once, so that an unwritable file is reported before the service says that it is ready.
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
    if (this.#heldBytes >= CHUNK_BYTES && performance.now() >= this.#retryAt) this.flushSync();
    else this.#flushLater();
  }

  end(): void {
    this.flushSync();
    this.#isOver = true;
    clearTimeout(this.#timer);
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  /** Writes the pending lines. Never throws. If the disk does not accept all of them, tries again later. */
  flushSync(): void {
    if (this.#heldBytes === 0) return;
    try {
      this.#append(this.#openFile());
    } catch {
      [this.#retryAt, this.#lookAt] = [performance.now() + RETRY_MS, 0];
      this.#flushLater();
    }
  }

  #flushLater(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.flushSync();
      },
      Math.max(PAUSE_MS, this.#retryAt - performance.now()),
    ).unref();
  }

  /** Appends the pending lines. Bytes that the disk does not accept stay pending. */
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

  /** Returns the open log file. Creates a new file if the present one is missing or full. */
  #openFile(): number {
    if (this.#fd !== undefined && performance.now() >= this.#lookAt && !this.#isInPlace(this.#fd)) {
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

  /** True if the open file is still at its path. Somebody may have moved it away. */
  #isInPlace(fd: number): boolean {
    this.#lookAt = performance.now() + RETRY_MS;
    const [mine, there] = [fstatSync(fd), statSync(this.#file, { throwIfNoEntry: false })];
    return there?.ino === mine.ino && there.dev === mine.dev;
  }

  /**
   * Renames each file to its next number and returns a new file, or the present file if a step fails. The new file is
   * created before any file is renamed, so there is always a file to write to.
   */
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
      // The present file grows past its limit, and the next write tries again.
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

/** Returns the error for a log file that cannot be created. */
export function unwritable(file: string, error: unknown): SetupError {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  const message =
    `${file} cannot be written (${code}). Choose another data directory with --data-dir or VESTRY_DATA_DIR, or ` +
    'correct its permissions.';
  return new SetupError(message, EXIT.inTheWay, error);
}
