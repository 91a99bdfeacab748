/** `vestry start`, `stop`, `restart` and `status`: the service in the background. */
import type { Command } from 'commander';
import { dataDirOf, type Flags } from '../../config.ts';
import { dataPaths } from '../../data-dir.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { printable } from '../../lib/text.ts';
import type { Options } from '../kit/action.ts';
import { answer } from '../kit/answer.ts';
import { say } from '../kit/print.ts';
import { restartService, startAsInstalled } from '../daemon/restart.ts';
import { settingFlags, settingsIn } from './setting-flags.ts';
import type { Started } from '../daemon/start.ts';
import { lookAtService, type Status } from '../daemon/status.ts';
import { STOP_SECONDS, stopService } from '../daemon/stop.ts';

/** Adds the flags and the action of `vestry start`. */
export function startCommand(command: Command): void {
  settingFlags(command)
    .option('--new-secrets', 'replace lost secrets with new ones; everybody must sign in again')
    .addHelpText('after', '\nThe log is in the folder logs of the data directory. To read it: vestry logs')
    .action(async (_options: unknown, command: Command) => {
      const { options, flags } = given(command);
      const started = await startAsInstalled({ flags, newSecrets: options.newSecrets === true, options });
      const { url, pid, isNew } = started;
      answer(
        options,
        started,
        isNew ? `Vestry is ready at ${url}` : `Vestry is already running at ${url} (process ${pid}).`,
      );
    });
}

/** Adds the flags and the action of `vestry stop`. */
export function stopCommand(command: Command): void {
  command
    .option('--force', 'kill the service if it does not stop in time')
    .option('--timeout <seconds>', `how many seconds the service may take to stop (${STOP_SECONDS})`)
    .action(async (_options: unknown, command: Command) => {
      const { options, dataDir } = given(command);
      const [force, waitMs] = [options.force === true, secondsIn(options.timeout) * 1000];
      const pid = await stopService(dataPaths(dataDir), { force, waitMs, options });
      const text = pid === undefined ? 'Vestry is not running.' : 'Vestry has stopped.';
      answer(options, { pid: pid ?? null, wasRunning: pid !== undefined }, text);
    });
}

/** Adds the flags and the action of `vestry restart`. */
export function restartCommand(command: Command): void {
  settingFlags(command)
    .addHelpText(
      'after',
      '\nSettings that you do not give stay as they are. If the service is not running, this command starts it.',
    )
    .action(async (_options: unknown, command: Command) => {
      const { options, dataDir } = given(command);
      const started: Started = await restartService(dataDir, settingsIn(options), options);
      answer(options, started, `Vestry is ready at ${started.url}`);
    });
}

/** Adds the action of `vestry status`. */
export function statusCommand(command: Command): void {
  command
    .addHelpText('after', '\nExit codes: 0 the service is running or starting, 3 it is not running.')
    .action(async (_options: unknown, command: Command) => {
      const { options, dataDir } = given(command);
      const status = await lookAtService(dataDir, dataPaths(dataDir));
      if (status.status === 'stopped') process.exitCode = EXIT.notFound;
      answer(options, status, describe(status));
      for (const note of status.notes) say(options, note);
    });
}

function given(command: Command): { options: Options; flags: Flags; dataDir: string } {
  const options: Options = command.optsWithGlobals();
  const place: Flags = typeof options.dataDir === 'string' ? { dataDir: options.dataDir } : {};
  return { options, flags: { ...settingsIn(options), ...place }, dataDir: dataDirOf(place) };
}

function secondsIn(text: unknown): number {
  if (text === undefined) return STOP_SECONDS;
  if (typeof text === 'string' && /^\d{1,4}$/.test(text)) return Number(text);
  throw new SetupError('--timeout must be a whole number of seconds, at most 9999.', EXIT.usage);
}

function describe(status: Status): string {
  if (status.status === 'stopped') return `Vestry is not running in ${printable(status.dataDir)}.`;
  const at = status.url === null ? '' : ` at ${printable(status.url)}`;
  const rows: (readonly [string, string | null])[] = [
    ['process', status.pid === null ? 'unknown' : String(status.pid)],
    ['version', status.version],
    ['since', status.startedAt && `${localTime(status.startedAt)} (${duration(status.uptimeSeconds ?? 0)})`],
    ['health', healthOf(status)],
    ['run by', status.keeper],
    ['data', status.dataDir],
    ['log', status.log],
  ];
  const lines = rows
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `  ${name.padEnd(8)} ${printable(value ?? '')}`);
  const open = status.url === null ? [] : [`Open it in a browser: ${printable(status.url)}`];
  return [`Vestry is ${status.status}${at}`, ...lines, ...open].join('\n');
}

/** The words for the results of the backup check. For other checks, the name and the result are printed. */
const BACKUPS: Record<string, string> = { none: 'no backup yet', stale: 'the last backup is old' };

function healthOf({ health, checks }: Status): string | null {
  if (health === 'unreachable') return 'the service does not respond';
  const findings = Object.entries(checks ?? {})
    .filter(([, check]) => check !== 'ok')
    .map(([name, check]) => BACKUPS[check] ?? `${name} ${check}`);
  return findings.length === 0 ? health : `${health}: ${findings.join(', ')}`;
}

function localTime(instant: string): string {
  return new Date(instant).toLocaleString('sv-SE');
}

function duration(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
}
