/** `vestry logs`: shows the log of the background service, including its rotated files. */
import { readFileSync, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { StringDecoder } from 'node:string_decoder';
import type { Command } from 'commander';
import { dataDirOf } from '../../config.ts';
import { dataPaths } from '../../data-dir.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { KEPT, logFileOf, logName } from '../daemon/log-file.ts';
import { paintLine } from '../daemon/log-lines.ts';
import { say } from '../kit/print.ts';

const LINES = 100;
const LOOK_MS = 200;
const CHUNK_BYTES = 64 * 1024;

type Options = { dataDir?: string; lines?: string; follow?: boolean; json?: boolean; quiet?: boolean };

/** Adds the flags and the action of `vestry logs`. */
export function logsCommand(command: Command): void {
  command
    .option('-f, --follow', 'keep showing new lines until Ctrl+C')
    .option('-n, --lines <number>', `how many lines to show (${LINES})`)
    .addHelpText(
      'after',
      '\nAt a terminal, the lines are shown in a readable form; otherwise, and with --json, they are the JSON lines of the log.',
    )
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const count = countIn(options.lines);
      const file = logFileOf(dataPaths(dataDirOf(options)));
      const print = printer(options.json === true || !process.stdout.isTTY);
      if (!isThere(file) && !options.follow)
        throw new SetupError(
          `There is no log yet (${file}). The service writes a log when it runs in the background: vestry start`,
          EXIT.notFound,
        );
      const end = lastLines(file, count, print);
      if (!options.follow) return;
      if (!isThere(file)) say(options, `Waiting for ${file} ...`);
      await follow(file, end, print);
    });
}

/** Throws the error of the operating system if this user may not look into the folder. */
function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

function countIn(text: string | undefined): number {
  if (text === undefined) return LINES;
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new SetupError('--lines must be a whole number.', EXIT.usage);
}

/** Returns a function that prints a line. If the reader of a pipe, such as `head`, stops reading, the process exits. */
function printer(isRaw: boolean): (line: string) => void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
  return (line) => void process.stdout.write(`${isRaw ? line : paintLine(line)}\n`);
}

/**
 * Prints the last lines, including those of rotated files if necessary. Returns the position in `file` after the last
 * line.
 */
function lastLines(file: string, count: number, print: (line: string) => void): number {
  let lines: string[] = [];
  let end = 0;
  for (let number = 0; number <= KEPT && (number === 0 || lines.length < count); number += 1) {
    const bytes = readIfThere(logName(file, number));
    if (!bytes) continue;
    // Text after the last line break is a line that is not complete yet.
    const older = bytes.toString('utf8').split('\n').slice(0, -1);
    if (number === 0) end = bytes.lastIndexOf('\n') + 1;
    lines = older.slice(Math.max(0, older.length - (count - lines.length))).concat(lines);
  }
  for (const line of lines) print(line);
  return end;
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new SetupError(`${file} cannot be read (${code}). Run this command as the user who runs Vestry.`, 1, error);
  }
}

/** Prints new lines as they are written, and never returns. Reads a rotated file to its end before the next file. */
async function follow(file: string, from: number, print: (line: string) => void): Promise<void> {
  let handle = await openIfThere(file);
  // A file that is shorter than `from` is new, because the log was rotated after the last lines were printed.
  let bytes = handle && (await handle.stat()).size >= from ? from : 0;
  let rest = '';
  let decoder = new StringDecoder('utf8');
  const take = async (handle: FileHandle) => {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, bytes);
      if (bytesRead === 0) return;
      bytes += bytesRead;
      const lines = (rest + decoder.write(buffer.subarray(0, bytesRead))).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) print(line);
    }
  };
  for (;;) {
    // List the newer files before reading: once a newer file exists, nothing more is written to this one.
    const successors = handle ? await successorsOf(handle, file) : [file];
    if (handle) await take(handle);
    for (const next of successors) {
      const opened = await openIfThere(next);
      if (!opened) continue;
      await handle?.close();
      [handle, bytes, rest, decoder] = [opened, 0, '', new StringDecoder('utf8')];
      await take(handle);
    }
    await pause(LOOK_MS);
  }
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

/**
 * Returns the log files that are newer than this one, the oldest first. If this file no longer exists, returns only the
 * current log file.
 */
async function successorsOf(handle: FileHandle, file: string): Promise<string[]> {
  const { ino, dev } = await handle.stat();
  const newer: string[] = [];
  for (let number = 0; number <= KEPT; number += 1) {
    const name = logName(file, number);
    const there = await stat(name).catch(() => undefined);
    if (there?.ino === ino && there.dev === dev) return newer;
    if (there) newer.unshift(name);
  }
  return newer.slice(-1);
}
