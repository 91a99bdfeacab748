/** `vestry https share`: shows other devices the certificate of the authority for ten minutes. */
import type { Command } from 'commander';
import type { Config } from '../../../config.ts';
import { SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import { thisMachine } from '../../../http/tls/names.ts';
import { ownFiles, readIfThere, usesOwn } from '../../../http/tls/own-files.ts';
import { shareAuthority } from '../../../http/tls/sharing.ts';
import { certificateIn } from '../../../lib/certificate.ts';
import { asServed } from '../../daemon/service-facts.ts';
import type { Options } from '../../kit/action.ts';
import { languageOf, languageOption } from '../../kit/language.ts';
import { prose, say } from '../../kit/print.ts';
import { usesColor } from '../../kit/terminal.ts';
import { HTTPS_WORDS, type HttpsWords } from './words.ts';

const MINUTES = 10;
const MINUTE_MS = 60_000;

/** Adds the flags and the action of `vestry https share`. */
export function shareCommand(command: Command, configOf: (options: Options) => Config): void {
  command
    .description('show phones and other computers for ten minutes how to trust the certificate')
    .option('--port <port>', 'the port of the page for the devices (the port of the service plus 1)')
    .option('--minutes <number>', `for how long, at most 60 (${MINUTES})`)
    .addOption(languageOption())
    .addHelpText('after', HELP)
    .action(async (_options: unknown, command: Command) => {
      const options: Options = command.optsWithGlobals();
      await share(configOf(options), options);
    });
}

const HELP = `
The page is at a plain http address, because a device cannot use HTTPS before it trusts the certificate. It contains
nothing secret. Compare the fingerprint of the certificate on the device with the one here.`;

/** What is printed: where a device gets the certificate, and what it must be. */
type Sharing = { url: string; certificateUrl: string; serviceUrl: string; fingerprint: string; minutes: number };

async function share(config: Config, options: Options): Promise<void> {
  const words = HTTPS_WORDS[languageOf(options)];
  const files = ownFiles(config.dataDir);
  const [authority, server] = [readIfThere(files.forDevices), readIfThere(files.server)];
  if (!usesOwn(config) || authority === undefined || server === undefined) {
    throw new SetupError(
      'There is no certificate that Vestry made, so there is nothing to share. Make one: vestry https',
      EXIT.refused,
    );
  }
  const served = asServed(config);
  const minutes = numberIn(options.minutes, '--minutes', { usual: MINUTES, most: 60 });
  const port = numberIn(options.port, '--port', { usual: served.port === 0 ? 0 : served.port + 1, most: 65_535 });
  const [address = '127.0.0.1'] = thisMachine().addresses;
  const serviceUrl = config.baseUrl ?? `https://${address}:${served.port}`;
  const sharing = await shareAuthority({ authority, server, url: serviceUrl }, { host: config.host, port });
  const url = `http://${address}:${sharing.port}/`;
  const { fingerprint256: fingerprint } = certificateIn(authority);
  const shown = { url, certificateUrl: `${url}ca.crt`, serviceUrl, fingerprint, minutes };
  process.stdout.write(options.json ? `${JSON.stringify(shown)}\n` : `${await describe(shown, words)}\n`);
  await ended(minutes * MINUTE_MS);
  await sharing.close();
  say(options, words.shared);
}

async function describe({ url, fingerprint, minutes }: Sharing, words: HttpsWords): Promise<string> {
  const code = process.stdout.isTTY ? [await qrCode(url)] : [];
  const lines = [
    words.share,
    `  ${url}`,
    ...code,
    '',
    words.shareFor(minutes),
    '',
    ...inTwo(fingerprint),
    '',
    ...words.where,
    words.compare,
  ];
  return prose(lines.join('\n'));
}

/** Returns a fingerprint in two lines, so that a person can compare it. */
const inTwo = (fingerprint: string) => [`  ${fingerprint.slice(0, 48)}`, `  ${fingerprint.slice(48)}`];

/** Returns a QR code for a terminal. With colors, it is white on black, whatever the colors of the terminal are. */
async function qrCode(text: string): Promise<string> {
  const { renderUnicodeCompact } = await import('uqr');
  const code = renderUnicodeCompact(text, { border: 2 });
  return usesColor() ? code.replaceAll(/^.*$/gm, '\u001B[97;40m$&\u001B[0m') : code;
}

function numberIn(text: unknown, flag: string, { usual, most }: { usual: number; most: number }): number {
  if (text === undefined) return usual;
  const number = typeof text === 'string' && /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  if (number <= most && (number > 0 || flag === '--port')) return number;
  throw new SetupError(`${flag} must be a whole number, at most ${most}.`, EXIT.usage);
}

/** Waits until the time is over, or somebody ends the command. */
function ended(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        clearTimeout(timer);
        resolve();
      });
    }
  });
}
