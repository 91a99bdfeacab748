/**
 * The log as a file that rotates by itself. A full disk stops neither the service nor its requests: lines are held until there
 * is room, up to a limit, and counted beyond. The files are for their owner only, one that somebody moved away is made anew,
 * and the last lines before a crash are in it.
 *
 * No library does this. rotating-file-stream 3.2 ends for good at the first error and cannot write the last lines of a crash
 * (it fails five of the seven tests in test/cli/log-file.test.ts); pino-roll 4.0 has no types, and numbers its files without
 * end. Lines are written synchronously: those of a tenth of a second are one write to the system's cache, while each commit of
 * the same thread waits for the same disk.
 */
import { closeSync, fstatSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { DataPaths } from '../../data-dir.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';

const PRIVATE_FILE = 0o600;
const MEBIBYTE = 1024 * 1024;
const LIMIT_BYTES = 10 * MEBIBYTE;
/** Rotated files, the oldest of which goes when another comes. */
export const KEPT = 5;
const PAUSE_MS = 100;
/** So much is not held back until the pause is over. */
const CHUNK_BYTES = 16 * 1024;
/** What is held while the disk takes nothing; lines beyond are only counted. */
const HELD_BYTES = 4 * MEBIBYTE;
const RETRY_MS = 5000;

/** Where pino writes. */
export type LogFile = {
  write: (line: string) => void;
  /** Writes what is held, as far as the disk takes it, and closes the file. */
  end: () => void;
  /** Writes what is held at once: for the last words of a process. */
  flushSync: () => void;
};

type Limits = { limit?: number; kept?: number };

/** The log file of a data directory; `logName` has those that were rotated. */
export function logFileOf({ logs }: Pick<DataPaths, 'logs'>): string {
  return path.join(logs, 'vestry.log');
}

/** The name of the rotated log file so many before the present one, which is number 0. */
export function logName(file: string, number: number): string {
  const { dir, name, ext } = path.parse(file);
  return number === 0 ? file : path.join(dir, `${name}.${number}${ext}`);
}

/** Opens the log file for its owner only; lines are gathered for a moment and written together. */
export function openLogFile(file: string, { limit = LIMIT_BYTES, kept = KEPT }: Limits = {}): LogFile {
  // At once, so that a file that cannot be written is known before the service says that it is ready.
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

  /** Never throws. What the disk does not take is tried again later. */
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

  /** Appends all that is held; what the disk does not take is held again. */
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

  /** The file to write to: a new one when there is none under its name, or when the present one is full. */
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

  /** Whatever fails on the way, the lines go on to a file that stays: the new one is there before an old one moves. */
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
      // The present file grows on; the next try is at a later line.
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

/** The refusal when a file of the log cannot be made. */
export function unwritable(file: string, error: unknown): SetupError {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  const message =
    `${file} cannot be written (${code}). Choose another data directory with --data-dir or VESTRY_DATA_DIR, or ` +
    'correct its permissions.';
  return new SetupError(message, EXIT.unexpected, error);
}
