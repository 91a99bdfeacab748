/** The log as a file that rotates by itself. A disk that takes nothing more stops neither the service nor its requests. */
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
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
/** How long the end waits for what the system is writing at that moment. */
const IN_FLIGHT_MS = 200;

/** Where pino writes. */
export type LogFile = {
  write: (line: string) => void;
  /** Writes what is held, as far as the disk takes it, and closes the file. */
  end: () => Promise<void>;
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

/** Opens the log file for its owner only; lines are gathered for a moment and written together, beside the requests. */
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
  #handle: FileHandle | undefined;
  #size = 0;
  /** What the system was given to write, and has not said to have written. */
  #inFlight: Buffer | undefined;
  #retryAt = 0;
  #lookAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> | undefined;
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
    if (this.#heldBytes >= CHUNK_BYTES) void this.#pump();
    else this.#pumpLater();
  }

  async end(): Promise<void> {
    await this.#work;
    this.#retryAt = 0;
    await this.#pump();
    this.#isOver = true;
    clearTimeout(this.#timer);
    await this.#handle?.close().catch(() => {});
    this.#handle = undefined;
  }

  flushSync(): void {
    let fd: number | undefined;
    try {
      fd = openSync(this.#file, 'a', PRIVATE_FILE);
      this.#awaitInFlight(fd);
      writeSync(fd, Buffer.concat(this.#held));
      this.#held = [];
      this.#heldBytes = 0;
    } catch {
      // The disk takes nothing, and there is nobody left to tell.
    } finally {
      if (fd !== undefined) closeSync(fd);
    }
  }

  /** What is being written goes on while this thread waits; what follows is to stand behind it. */
  #awaitInFlight(fd: number): void {
    if (!this.#inFlight) return;
    const wanted = this.#size + this.#inFlight.length;
    const clock = new Int32Array(new SharedArrayBuffer(4));
    const until = performance.now() + IN_FLIGHT_MS;
    while (fstatSync(fd).size < wanted && performance.now() < until) Atomics.wait(clock, 0, 0, 1);
  }

  #pumpLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#pump();
    }, PAUSE_MS).unref();
  }

  /** Never rejects. */
  #pump(): Promise<void> {
    this.#work ??= this.#writeHeld().finally(() => {
      this.#work = undefined;
      if (this.#heldBytes > 0) this.#pumpLater();
    });
    return this.#work;
  }

  async #writeHeld(): Promise<void> {
    while (this.#heldBytes > 0 && Date.now() >= this.#retryAt) {
      try {
        const handle = await this.#openHandle();
        const chunk = this.#takeHeld();
        await this.#append(handle, chunk);
      } catch {
        // A full disk, say. What is held is tried again with a later line.
        [this.#retryAt, this.#lookAt] = [Date.now() + RETRY_MS, 0];
        return;
      }
    }
  }

  #takeHeld(): Buffer {
    if (this.#dropped > 0) {
      const lost = {
        level: 40,
        time: Date.now(),
        lines: this.#dropped,
        msg: 'lines were lost, because the log could not be written',
      };
      this.#held.push(Buffer.from(`${JSON.stringify(lost)}\n`));
      this.#dropped = 0;
    }
    const chunk = Buffer.concat(this.#held);
    [this.#held, this.#heldBytes] = [[], 0];
    return chunk;
  }

  /** Appends all of it; what the disk does not take is held again. */
  async #append(handle: FileHandle, chunk: Buffer): Promise<void> {
    let rest = chunk;
    try {
      while (rest.length > 0) {
        this.#inFlight = rest;
        const { bytesWritten } = await handle.write(rest);
        this.#size += bytesWritten;
        rest = rest.subarray(bytesWritten);
      }
    } finally {
      this.#inFlight = undefined;
      if (rest.length > 0) {
        this.#held.unshift(rest);
        this.#heldBytes += rest.length;
      }
    }
  }

  /** The file to write to: a new one when there is none under its name, or when the present one is full. */
  async #openHandle(): Promise<FileHandle> {
    if (this.#handle && Date.now() >= this.#lookAt && !(await this.#isInPlace(this.#handle))) {
      await this.#handle.close();
      this.#handle = undefined;
    }
    if (!this.#handle) {
      this.#handle = await open(this.#file, 'a', PRIVATE_FILE);
      this.#size = (await this.#handle.stat()).size;
    }
    if (this.#size > 0 && this.#size + this.#heldBytes > this.#limit) await this.#rotate();
    return this.#handle;
  }

  /** Somebody may have moved the file away. */
  async #isInPlace(handle: FileHandle): Promise<boolean> {
    this.#lookAt = Date.now() + RETRY_MS;
    const [mine, there] = [await handle.stat(), await stat(this.#file).catch(() => undefined)];
    return there?.ino === mine.ino && there.dev === mine.dev;
  }

  /** Whatever fails on the way, the lines go on to a file that stays: the new one is there before an old one moves. */
  async #rotate(): Promise<void> {
    const draft = `${this.#file}.new`;
    let fresh: FileHandle | undefined;
    try {
      fresh = await open(draft, 'a', PRIVATE_FILE);
      for (let number = this.#kept - 1; number >= 0; number -= 1) {
        await renameIfThere(logName(this.#file, number), logName(this.#file, number + 1));
      }
      await rename(draft, this.#file);
    } catch {
      // The present file grows on; the next try is at a later line.
      await fresh?.close();
      return;
    }
    await this.#handle?.close();
    [this.#handle, this.#size] = [fresh, 0];
  }
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
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
