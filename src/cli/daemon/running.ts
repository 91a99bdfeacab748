/**
 * Who serves a data directory: the lock shows that somebody does, and `vestry.pid` says who. Looking tries to read the
 * locked file, so two processes that look do not see each other. The file has the time at which the process began, as
 * the operating system gives it (`process-birth.ts`), because ids of processes are used again; `stop.ts`, the only file
 * that stops a service, compares it before each signal. Values from the environment are not in the file, because some are
 * secrets.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { Flags } from '../../config.ts';
import type { DataPaths } from '../../data-dir.ts';
import { isLocked } from '../../db/connect.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
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
  /** When the process began, as the operating system says it, because process ids are used again. */
  birth: optional,
  /**
   * What keeps it running in the background: `start`, or `systemd:` or `launchd:` with a name; null in the foreground.
   */
  keeper: optional,
  /** Its settings from flags, the names of those from the environment, and the folder where it was started. */
  flags: z.record(z.string(), z.string()).default({}),
  variables: z.array(z.string()).default([]),
  folder: optional,
});

/** What `vestry.pid` says about the process that wrote it. */
export type PidFile = z.output<typeof pidFile>;

/** The service of a data directory. Both are null while it starts, or when the process is unknown. */
export type Running = { pid: number | null; url: string | null };

/** Returns what the PID file says, whoever wrote it; undefined when it is unreadable. Also reads a plain number. */
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
 * Returns what this process writes about itself once it holds the data directory. It has no values from the
 * environment, because some are secrets.
 */
export function whoServes(flags: Flags, keeper: string | null): PidFile {
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
  };
}

/** Whether a service holds the data directory. Raises a SetupError when that is unknown. */
export function isHeld({ lock }: DataPaths): boolean {
  try {
    return isLocked(lock);
  } catch (error) {
    if (error instanceof SetupError) throw error;
    const message = `${lock} cannot be read. Run this command as the user who runs Vestry, or correct its permissions.`;
    throw new SetupError(message, EXIT.unexpected, error);
  }
}

/**
 * Returns what the PID file says about the process that holds the data directory; undefined when it is about another
 * one.
 */
export function readHolder(paths: DataPaths): PidFile | undefined {
  const said = readPidFile(paths);
  if (!said) return undefined;
  const birth = birthOf(said.pid);
  return birth !== undefined && (said.birth === null || said.birth === birth) ? said : undefined;
}

/**
 * Returns the service of a data directory, or undefined. Only for information: a process that must be alone at the data
 * directory takes its lock (`lockFile`).
 */
export function isRunning(paths: DataPaths): Running | undefined {
  if (!isHeld(paths)) return undefined;
  const { pid = null, url = null } = readHolder(paths) ?? {};
  return { pid, url };
}
