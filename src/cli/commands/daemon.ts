/** `vestry start`, `stop`, `restart` and `status`: the service in the background. */
import type { Command } from 'commander';
import { dataDirOf, type Flags } from '../../config.ts';
import { dataPaths } from '../../data-dir.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { printable } from '../../lib/text.ts';
import type { Options } from '../kit/action.ts';
import { answer } from '../kit/answer.ts';
import { languageOf, languageOption } from '../kit/language.ts';
import { say } from '../kit/print.ts';
import { SERVICE_WORDS, type ServiceWords } from '../daemon/words.ts';
import { restartService, startAsInstalled } from '../daemon/restart.ts';
import { readHolder } from '../daemon/running.ts';
import { settingFlags, settingsIn } from './setting-flags.ts';
import { describeSetupLink, setupLinkOf } from './setup-link.ts';
import type { Started } from '../daemon/start.ts';
import { lookAtService, type Status } from '../daemon/status.ts';
import { STOP_SECONDS, stopService } from '../daemon/stop.ts';

/** Adds the flags and the action of `vestry start`. */
export function startCommand(command: Command): void {
  settingFlags(command)
    .option('--new-secrets', 'replace lost secrets with new ones; everybody must sign in again')
    .addOption(languageOption())
    .addHelpText('after', '\nThe log is in the folder logs of the data directory. To read it: vestry logs')
    .action(async (_options: unknown, command: Command) => {
      const { options, flags, dataDir } = given(command);
      const started = await startAsInstalled({ flags, newSecrets: options.newSecrets === true, options });
      const { url, pid, isNew } = started;
      const link = await setupLinkOf({ dataDir }, readHolder(dataPaths(dataDir))?.localUrl ?? url);
      const words = SERVICE_WORDS[languageOf(options)];
      const ready = isNew ? words.ready(url) : words.alreadyRunning(url, pid);
      answer(
        options,
        { ...started, ...(link !== null && { setupUrl: link }) },
        link === null ? ready : `${ready}\n${describeSetupLink(link, words)}`,
      );
    });
}

/** Adds the flags and the action of `vestry stop`. */
export function stopCommand(command: Command): void {
  command
    .option('--force', 'kill the service if it does not stop in time')
    .option('--timeout <seconds>', `how many seconds the service may take to stop (${STOP_SECONDS})`)
    .addOption(languageOption())
    .action(async (_options: unknown, command: Command) => {
      const { options, dataDir } = given(command);
      const [force, waitMs] = [options.force === true, secondsIn(options.timeout) * 1000];
      const pid = await stopService(dataPaths(dataDir), { force, waitMs, options });
      const words = SERVICE_WORDS[languageOf(options)];
      const text = pid === undefined ? words.wasStopped : words.hasStopped;
      answer(options, { pid: pid ?? null, wasRunning: pid !== undefined }, text);
    });
}

/** Adds the flags and the action of `vestry restart`. */
export function restartCommand(command: Command): void {
  settingFlags(command)
    .addOption(languageOption())
    .addHelpText(
      'after',
      '\nSettings that you do not give stay as they are. If the service is not running, this command starts it.',
    )
    .action(async (_options: unknown, command: Command) => {
      const { options, dataDir } = given(command);
      const started: Started = await restartService(dataDir, settingsIn(options), options);
      answer(options, started, SERVICE_WORDS[languageOf(options)].ready(started.url));
    });
}

/** Adds the action of `vestry status`. */
export function statusCommand(command: Command): void {
  command
    .addOption(languageOption())
    .addHelpText('after', '\nExit codes: 0 the service is running or starting, 3 it is not running.')
    .action(async (_options: unknown, command: Command) => {
      const { options, dataDir } = given(command);
      const words = SERVICE_WORDS[languageOf(options)];
      const status = await lookAtService(dataDir, dataPaths(dataDir), words);
      if (status.status === 'stopped') process.exitCode = EXIT.notFound;
      answer(options, status, describe(status, words));
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

function describe(status: Status, words: ServiceWords): string {
  if (status.status === 'stopped') return words.stopped(printable(status.dataDir));
  const at = status.url === null ? '' : words.at(printable(status.url));
  const { labels } = words;
  const rows: (readonly [string, string | null])[] = [
    [labels.process, status.pid === null ? words.unknown : String(status.pid)],
    [labels.version, status.version],
    [
      labels.since,
      status.startedAt && `${localTime(status.startedAt)} (${duration(status.uptimeSeconds ?? 0, words)})`,
    ],
    [labels.health, healthOf(status, words)],
    [labels.runBy, status.keeper],
    [labels.data, status.dataDir],
    [labels.log, status.log],
  ];
  const lines = rows
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `  ${name} ${printable(value ?? '')}`);
  const open = status.url === null ? [] : [words.open(printable(status.url))];
  return [`${words.is[status.status]}${at}`, ...lines, ...open].join('\n');
}

function healthOf({ health, checks }: Status, words: ServiceWords): string | null {
  if (health === 'unreachable') return words.unreachable;
  const findings = Object.entries(checks ?? {})
    .filter(([, check]) => check !== 'ok')
    .map(([name, check]) => words.checks[check] ?? `${name} ${check}`);
  const shown = health && (words.health[health] ?? health);
  return findings.length === 0 ? shown : `${shown}: ${findings.join(', ')}`;
}

function localTime(instant: string): string {
  return new Date(instant).toLocaleString('sv-SE');
}

function duration(seconds: number, { durations }: ServiceWords): string {
  const { d, h, min, s } = durations;
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days}${d} ${hours}${h}`;
  if (hours > 0) return `${hours}${h} ${minutes}${min}`;
  return minutes > 0 ? `${minutes}${min}` : `${seconds}${s}`;
}
