/** `vestry https`: HTTPS with a certificate that Vestry makes, so that phones and other computers can use it. */
import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { type Config, DEFAULTS, loadConfig, readSettingsFile, type SettingName, settingsFile } from '../../config.ts';
import { dataPaths } from '../../data-dir.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { certificateIn, holderNamed } from '../../lib/certificate.ts';
import { thisMachine } from '../../http/tls/names.ts';
import { ownFiles, readIfThere, usesOwn, writeServerCertificate } from '../../http/tls/own-files.ts';
import { isHeld } from '../daemon/running.ts';
import type { Options } from '../kit/action.ts';
import { collect } from '../kit/amounts.ts';
import { answer } from '../kit/answer.ts';
import { typing } from '../kit/command-line.ts';
import { languageOf, languageOption } from '../kit/language.ts';
import { say } from '../kit/print.ts';
import { confirm, isInteractive } from '../kit/prompt.ts';
import { type Shown, shown } from './https/certificates.ts';
import { type Changes, restoreSettings } from './https/settings-kept.ts';
import { shareCommand } from './https/share.ts';
import {
  carryOut,
  changesAnything,
  hasForeignCertificate,
  type Plan,
  planHttps,
  warnings,
  whyNot,
} from './https/turn-on.ts';
import { trustingHere } from './https/trusting.ts';
import { HTTPS_WORDS, type HttpsWords } from './https/words.ts';

/** Adds `vestry https ...`. */
export function httpsCommands(https: Command): void {
  https
    .command('on', { isDefault: true })
    .description('make a certificate for this computer, and let other devices reach Vestry over HTTPS')
    .option('--name <name>', 'a further name of this computer, such as vestry.lan; repeatable', collect)
    .option('--new-authority', 'replace the certificate authority; every device must trust the new one')
    .option('--yes', 'do not ask for confirmation')
    .addOption(languageOption())
    .addHelpText('after', ON_HELP)
    .action((_options: unknown, command: Command) => turnOn(command.optsWithGlobals()));
  https
    .command('status')
    .description('show the address, the certificate and the fingerprint of the authority')
    .addOption(languageOption())
    .action((_options: unknown, command: Command) => showStatus(command.optsWithGlobals()));
  shareCommand(https.command('share'), configOf);
  https
    .command('off')
    .description('turn HTTPS off, and restore the settings from before')
    .option('--yes', 'do not ask for confirmation')
    .addOption(languageOption())
    .action((_options: unknown, command: Command) => turnOff(command.optsWithGlobals()));
  https
    .command('renew', { hidden: true })
    .description('make a new certificate for these names, as the service does by itself')
    .addOption(new Option('--name <name>', 'a name or an address of this computer; repeatable').argParser(collect))
    .action((_options: unknown, command: Command) => renew(command.optsWithGlobals()));
}

const ON_HELP = `
The certificate is for the names and addresses of this computer. The service renews it by itself. A certificate that
you have set yourself stays.

Examples:
  $ vestry https
  $ vestry https on --name vestry.lan --yes
  $ vestry https share       show a phone how to trust the certificate`;

function configOf(options: Options): Config {
  const config = loadConfig(typeof options.dataDir === 'string' ? { dataDir: options.dataDir } : {});
  if (existsSync(dataPaths(config.dataDir).database)) return config;
  throw new SetupError(`There is no church in ${config.dataDir}. Set one up: vestry init`, EXIT.notFound);
}

async function turnOn(options: Options): Promise<void> {
  const config = configOf(options);
  const words = HTTPS_WORDS[languageOf(options)];
  const reason = whyNot(config, words);
  if (reason !== undefined) throw new SetupError(reason, EXIT.refused);
  const names = (options.name as string[] | undefined) ?? [];
  const plan = await planHttps(config, { names, newAuthority: options.newAuthority === true });
  const isChanged = changesAnything(plan);
  if (isChanged) {
    for (const warning of warnings(plan, words)) say({ quiet: options.quiet }, warning);
    await askFor(plan, options, words);
    const overriding = await carryOut(plan);
    for (const source of overriding) say(options, words.overrides(source));
  }
  const status = statusOf(configOf(options));
  const next = isChanged ? nextSteps(config.dataDir) : [];
  const lines = [
    isChanged ? words.on(status.url) : words.unchanged,
    ...certificateLines(status, words),
    ...(isChanged ? ['', ...toDo(status, next, words)] : []),
  ];
  answer(options, { ...status, isChanged, next: next.map(({ command }) => command) }, lines.join('\n'));
}

/** Asks the person at the terminal. Throws a SetupError without a terminal and `--yes`, or if the answer is no. */
async function askFor(plan: Plan, options: Options, words: HttpsWords): Promise<void> {
  if (options.yes === true) return;
  if (!isInteractive()) {
    const message =
      'Without a terminal, Vestry cannot ask you to confirm. Add --yes to turn HTTPS on without being asked.';
    throw new SetupError(message, EXIT.usage);
  }
  const { dataDir } = plan.config;
  const present = readSettingsFile(settingsFile(dataDir));
  const before = (name: string) => present[name] ?? DEFAULTS[name as keyof typeof DEFAULTS] ?? '';
  const lines = Object.entries(plan.changes).map(([name, after]) =>
    words.setting(name, String(before(name)) || words.none, after),
  );
  say(options, [words.plan(plan.names.join(', ')), ...lines].join('\n'));
  if (!(await confirm(words.question, true))) throw cancelled();
}

const cancelled = () => new SetupError('Cancelled; nothing was changed.', EXIT.cancelled);

type Status = {
  isOn: boolean;
  madeBy: 'vestry' | 'church' | null;
  url: string;
  certificate: Shown | null;
  authority: Shown | null;
};

function statusOf(config: Config): Status {
  const files = ownFiles(config.dataDir);
  const isOwn = usesOwn(config);
  const authority = isOwn ? shown(files.authority) : null;
  return {
    isOn: config.tlsCert !== undefined,
    madeBy: config.tlsCert === undefined ? null : isOwn ? 'vestry' : 'church',
    url: config.baseUrl ?? `${config.tlsCert ? 'https' : 'http'}://localhost:${config.port}`,
    certificate: config.tlsCert === undefined ? null : shown(config.tlsCert),
    authority: authority && { ...authority, file: files.forDevices },
  };
}

function certificateLines({ certificate, authority }: Status, words: HttpsWords): string[] {
  return [
    ...(certificate
      ? [words.until(certificate.validUntil.slice(0, 10)), words.names(certificate.names.join(', '))]
      : []),
    ...(authority ? [words.fingerprint(authority.fingerprint)] : []),
  ];
}

type Step = { command: string; reason: keyof HttpsWords['reasons'] };

function nextSteps(dataDir: string): Step[] {
  const typed = typing(dataDir);
  const isRunning = existsSync(dataPaths(dataDir).lock) && isHeld(dataPaths(dataDir));
  return [
    { command: typed(isRunning ? 'restart' : 'start'), reason: 'restart' },
    { command: typed('https share'), reason: 'share' },
  ];
}

function toDo({ authority }: Status, next: readonly Step[], words: HttpsWords): string[] {
  return [
    words.toDo,
    ...next.map((step) => `  ${step.command}   # ${words.reasons[step.reason]}`),
    '',
    ...trustingHere(authority?.file ?? '', words),
  ];
}

function showStatus(options: Options): void {
  const words = HTTPS_WORDS[languageOf(options)];
  const status = statusOf(configOf(options));
  answer(
    options,
    status,
    [status.isOn ? words.on(status.url) : words.off, ...certificateLines(status, words)].join('\n'),
  );
}

async function turnOff(options: Options): Promise<void> {
  const config = configOf(options);
  const words = HTTPS_WORDS[languageOf(options)];
  if (hasForeignCertificate(config)) throw new SetupError(words.ofChurch(config.tlsCert ?? ''), EXIT.refused);
  if (config.tlsCert === undefined) {
    answer(options, { isOn: false, isChanged: false, restored: {}, next: [] }, words.wasOff);
    return;
  }
  if (options.yes !== true) {
    if (!isInteractive()) {
      const message =
        'Without a terminal, Vestry cannot ask you to confirm. Add --yes to turn HTTPS off without being asked.';
      throw new SetupError(message, EXIT.usage);
    }
    if (!(await confirm(words.askOff))) throw cancelled();
  }
  const { restored, isLost } = restoreSettings(config.dataDir);
  const isRunning = isHeld(dataPaths(config.dataDir));
  const next = isRunning ? [typing(config.dataDir)('restart')] : [];
  const settings = describeChanges(restored, words);
  const lines = [
    isLost ? words.turnedOffLost(settings) : words.turnedOff(settings),
    ...next.map((command) => `  ${command}`),
  ];
  const authority = readIfThere(ownFiles(config.dataDir).authority);
  if (authority !== undefined) lines.push(words.forget(holderNamed(certificateIn(authority))));
  answer(options, { isOn: false, isChanged: true, restored, next }, lines.join('\n'));
}

const describeChanges = (changes: Changes, { none }: HttpsWords) =>
  (Object.entries(changes) as [SettingName, string][])
    .map(([name, text]) => `${name} ${text || String(DEFAULTS[name as keyof typeof DEFAULTS] ?? '') || none}`)
    .join(', ');

async function renew(options: Options): Promise<void> {
  const names = (options.name as string[] | undefined) ?? [];
  await writeServerCertificate(configOf(options).dataDir, names, thisMachine(), new Date());
}
