/** When events are sent again, and which addresses they may go to. */
import { isIP } from 'node:net';
import type { Config } from '../../config.ts';
import { isPublic, servesSecrets } from '../../lib/network.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The pauses after each failed attempt, about a day and a half together, as the Standard Webhooks specification
 * proposes (section "Deliverability and reliability").
 */
const PAUSES_MS = [
  5 * SECOND_MS,
  5 * 60 * SECOND_MS,
  HOUR_MS / 2,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  18 * HOUR_MS,
];
/** Up to a tenth is added to each pause, so that endpoints of one server are not asked all at once. */
const JITTER = 0.1;
/** After this time without a success, an endpoint is switched off. */
export const FAILING_MS = 5 * DAY_MS;
/** An event that failed so often, over two and a half hours, shows that its endpoint does not just fail for a moment. */
export const SURE_ATTEMPTS = 5;
/** How long the secret before the last one also signs. */
export const OLD_SECRET_MS = DAY_MS;
export const DELIVERED_KEPT_MS = 30 * DAY_MS;
export const OTHERS_KEPT_MS = 90 * DAY_MS;

/**
 * Returns the pause in milliseconds after the given number of failed attempts, or undefined if Vestry gives up. An
 * endpoint may ask for a longer pause of up to a day (`Retry-After`, RFC 9110, 10.2.3).
 */
export function pauseAfter(attempts: number, { retryAfterMs = 0, random = Math.random() } = {}): number | undefined {
  const pause = PAUSES_MS[attempts - 1];
  if (pause === undefined) return undefined;
  return Math.max(Math.round(pause * (1 + JITTER * random)), Math.min(retryAfterMs, DAY_MS));
}

/**
 * Returns whether events may be sent to an IP address: to public ones, and with the setting `network` also to those of
 * this network. The known ones at which cloud providers serve secrets are never allowed.
 */
export function accepts({ webhookAddresses }: Pick<Config, 'webhookAddresses'>, address: string): boolean {
  return webhookAddresses === 'network' ? !servesSecrets(address) : isPublic(address);
}

/** The ports from 1024 on that browsers do not call, because other kinds of services use them (WHATWG Fetch, 2.9). */
const BLOCKED_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);
const FIRST_FREE_PORT = 1024;

/** True if a port of an address, if it names one, belongs to a service that is not the web, such as mail. */
function isOfAnotherService(port: string): boolean {
  if (port === '' || port === '80' || port === '443') return false;
  return Number(port) < FIRST_FREE_PORT || BLOCKED_PORTS.has(Number(port));
}

export const LONGEST_URL = 2000;

/** Returns an address as it is called (WHATWG URL, "URL serializing"), or unchanged if it is none. */
export function normalUrl(text: string): string {
  return URL.canParse(text) ? new URL(text).href : text;
}

/**
 * Returns what is wrong with the address of an endpoint, or undefined. Names are resolved only when events are sent.
 */
export function urlFault(text: string, config: Pick<Config, 'webhookAddresses'>): string | undefined {
  if (!URL.canParse(text)) return 'must be an address such as https://example.org/hook';
  const { protocol, hostname, port, username, password, hash } = new URL(text);
  const isOpen = config.webhookAddresses === 'network' && protocol === 'http:';
  if (protocol !== 'https:' && !isOpen) return 'must begin with https://';
  if (username !== '' || password !== '') return 'must not contain a user name or a password';
  if (hash !== '') return 'must not contain a fragment (#)';
  if (isOfAnotherService(port)) return 'must not name a port of another kind of service';
  // A dot at the end means that the name is complete. It changes nothing else.
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const isLocalName = host === 'localhost' || host.endsWith('.localhost');
  if (isIP(host) === 0 ? isLocalName && config.webhookAddresses !== 'network' : !accepts(config, host)) {
    return 'must not be an address of this network; the setting webhookAddresses can allow it';
  }
  return undefined;
}
