/**
 * Finds the process that serves a data directory. A lock shows that the directory is in use, and `vestry.pid` names the
 * process. To look for the lock, a process tries to read the locked file. Readers do not exclude each other, so two
 * processes that look at the same time do not mistake each other for the service.
 *
 * The operating system reuses process ids, so the PID file also contains the time at which the process began
 * (`process-birth.ts`). `stop.ts`, the only file that stops a service, compares this time before each signal. The
 * values of environment variables are not in the PID file, because some are secrets.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { Flags } from '../../config.ts';
import type { DataPaths } from '../../data-dir.ts';
import { isLocked } from '../../db/connect.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { grantedFiles } from '../../open-files.ts';
import { version } from '../../package.ts';
import { birthOf } from './process-birth.ts';

const optional = z.string().nullable().default(null);

const pidFile = z.object({
  pid: z.int().positive(),
  /** The address for people; null until the service is ready. */
  url: optional,
  /** The address at which this computer reaches the service. */
  localUrl: optional,
  version: optional,
  startedAt: optional,
  /** When the process began, as `birthOf` returns it. */
  birth: optional,
  /** What started the service: `start`, `systemd:NAME` or `launchd:NAME`; null in the foreground. */
  keeper: optional,
  /** The settings from flags. */
  flags: z.record(z.string(), z.string()).default({}),
  /** The names of the VESTRY_ variables in the environment. */
  variables: z.array(z.string()).default([]),
  /** The folder in which the service was started. */
  folder: optional,
  /** How many files it may have open at the same time; null if the system does not limit them. */
  openFiles: z.number().nullable().default(null),
});

/** The content of `vestry.pid`, which describes the process that wrote it. */
export type PidFile = z.output<typeof pidFile>;

/**
 * The service of a data directory. `url` is null until the service is ready. Both fields are null if the process is
 * unknown.
 */
export type Running = { pid: number | null; url: string | null };

/**
 * Returns the content of the PID file, even if its process has ended. Returns undefined if the file is missing or
 * unreadable. Also accepts a file that contains only the process id.
 */
export function readPidFile({ pid }: DataPaths): PidFile | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(pid, 'utf8'));
    return pidFile.safeParse(typeof value === 'number' ? { pid: value } : value).data;
  } catch {
    return undefined;
  }
}

/** Writes the PID file completely or not at all, readable by its owner only. */
export function writePidFile({ pid }: DataPaths, content: PidFile): void {
  const draft = `${pid}.${process.pid}.new`;
  writeFileSync(draft, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  renameSync(draft, pid);
}

/**
 * Returns the content of the PID file for this process, before it is ready. Values from the environment are left out,
 * because some are secrets.
 */
export function whoServes(flags: Flags, keeper: string | null): PidFile {
  const files = grantedFiles();
  const given = Object.entries(flags).filter((entry) => typeof entry[1] === 'string');
  return {
    pid: process.pid,
    url: null,
    localUrl: null,
    version: version(),
    startedAt: null,
    birth: birthOf(process.pid) ?? null,
    keeper,
    flags: Object.fromEntries(given),
    variables: Object.keys(process.env).filter((name) => name.startsWith('VESTRY_') && process.env[name] !== ''),
    folder: process.cwd(),
    openFiles: Number.isFinite(files) ? files : null,
  };
}

/** True if a process has locked the data directory. Throws a SetupError if the lock cannot be read. */
export function isHeld({ lock }: DataPaths): boolean {
  try {
    return isLocked(lock);
  } catch (error) {
    if (error instanceof SetupError) throw error;
    const message = `${lock} cannot be read. Run this command as the user who runs Vestry, or correct its permissions.`;
    throw new SetupError(message, EXIT.inTheWay, error);
  }
}

/**
 * Returns the content of the PID file if the process that wrote it is still running. Otherwise returns undefined, even
 * if a later process has the same id.
 */
export function readHolder(paths: DataPaths): PidFile | undefined {
  const said = readPidFile(paths);
  if (!said) return undefined;
  const birth = birthOf(said.pid);
  return birth !== undefined && (said.birth === null || said.birth === birth) ? said : undefined;
}

/**
 * Returns the service of a data directory, or undefined if none is running. Use the result only for information: a
 * process that needs the data directory to itself must take the lock (`lockFile`).
 */
export function isRunning(paths: DataPaths): Running | undefined {
  if (!isHeld(paths)) return undefined;
  const { pid = null, url = null } = readHolder(paths) ?? {};
  return { pid, url };
}
