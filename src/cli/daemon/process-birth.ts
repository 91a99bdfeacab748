/** Distinguishes a process from a later process with the same id, by the time at which it began. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const LOOK_MS = 10_000;
/** The start time is field 22 of /proc/PID/stat (proc(5)). We count from field 3, the first field after the name. */
const START_TIME = 22 - 3;

/**
 * Returns when a process began, as an opaque text, for comparison only. Returns undefined if no process has this id, or
 * if the start time cannot be read.
 */
export function birthOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return linuxBirth(pid);
    return process.platform === 'win32' ? windowsBirth(pid) : unixBirth(pid);
  } catch {
    return undefined;
  }
}

/**
 * Returns the start time in clock ticks since boot, together with the id of the boot, because each boot starts the
 * count again.
 */
function linuxBirth(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name is in parentheses and may contain parentheses and spaces.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A process that has ended may still be listed for its parent. It counts as ended.
  if (state === 'Z' || state === 'X') return undefined;
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[START_TIME - 1]}`;
}

function unixBirth(pid: number): string | undefined {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  return run('ps', ['-o', 'lstart=', '-p', String(pid)], env) || undefined;
}

function windowsBirth(pid: number): string | undefined {
  const script = `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`;
  return run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script], process.env) || undefined;
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): string {
  return execFileSync(program, args, {
    env,
    timeout: LOOK_MS,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
