/** The names and addresses by which other devices reach this computer, for its certificate. */
import { isIP } from 'node:net';
import os from 'node:os';
import type { Config } from '../../config.ts';
import { isLinkLocal, isLoopback } from '../../lib/network.ts';
import type { Permitted } from '../../lib/certificate.ts';

/** The host name of a computer, and its IPv4 addresses in its networks, the most likely one first. */
export type Machine = { hostname: string; addresses: readonly string[] };

/** The names of networks that programs such as Docker make inside the computer, and of private networks. */
const VIRTUAL = /^(?:br-|docker|veth|virbr|vmnet|vboxnet|tun|utun|tap|wg|tailscale|zt)/;

/**
 * Returns what this computer is called. IPv6 addresses in a network are left out: they change from day to day, and
 * nobody types them.
 */
export function thisMachine(): Machine {
  const found = Object.entries(os.networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses
      .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !isLinkLocal(address))
      .map(({ address }) => ({ address, isVirtual: VIRTUAL.test(name) })),
  );
  const sorted = found.toSorted((a, b) => Number(a.isVirtual) - Number(b.isVirtual));
  return { hostname: os.hostname(), addresses: [...new Set(sorted.map(({ address }) => address))] };
}

/**
 * Returns a host name as browsers send it, or undefined for a text that is no host name. Browsers read some texts as an
 * IP address that nobody meant: `1234` as `0.0.4.210`.
 */
export function hostNameOf(text: string): string | undefined {
  if (text === '' || /[/?#@\\:\s]/.test(text) || !URL.canParse(`http://${text}`)) return undefined;
  const name = new URL(`http://${text}`).hostname.replace(/\.$/, '');
  return isIP(name) !== 0 && isIP(text) === 0 ? undefined : name;
}

/**
 * True if a name is, or may become, a domain of its own in the public domain name system, such as `church`. An authority
 * that may sign for it could sign for every name below it. No such domain has digits or hyphens.
 */
export function isTopLevel(name: string): boolean {
  return name !== 'localhost' && (/^[a-z]+$/.test(name) || /^xn--[^.]+$/.test(name));
}

/** The ends of names that the public domain name system never has (RFC 2606, RFC 6762, RFC 8375), or that routers use. */
const PRIVATE_ENDS = ['local', 'lan', 'home.arpa', 'internal', 'test'];

/** Returns those names that may belong to somebody on the internet, with all names below them. */
export function publicNames(names: readonly string[]): string[] {
  const isPrivate = (name: string) => PRIVATE_ENDS.some((end) => name === end || name.endsWith(`.${end}`));
  return names.filter((name) => isIP(name) === 0 && name.includes('.') && !isPrivate(name));
}

/**
 * Returns the host names of a computer: in full, without its domain, and with `.local`, as its network knows it. Leaves
 * out a name that may be a public domain.
 */
export function hostNamesOf({ hostname }: Machine): string[] {
  const full = hostNameOf(hostname);
  if (full === undefined || full === 'localhost' || isIP(full) !== 0) return [];
  const [short = ''] = full.split('.');
  return [...new Set([short, full, `${short}.local`])].filter((name) => !isTopLevel(name));
}

/** Returns the names and addresses that the certificate of this computer must contain. */
export function wantedNames({ baseUrl, allowedHosts, host }: Config, machine: Machine): string[] {
  const given = [host, ...allowedHosts, ...(baseUrl === undefined ? [] : [new URL(baseUrl).hostname])];
  const own = given.map((name) => name.replace(/^\[|\]$/g, '')).filter((name) => name !== '0.0.0.0' && name !== '::');
  const names = ['localhost', ...hostNamesOf(machine), '127.0.0.1', '::1', ...machine.addresses, ...own];
  return [...new Set(names)];
}

/**
 * The private networks (RFC 1918, RFC 6598, RFC 4193) and this computer. An authority may sign for all of them, because
 * the address of the computer may change.
 */
const PRIVATE = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '::1/128',
  'fc00::/7',
];

/** Returns what an authority of this computer may sign for: names that exist only in this network, and its own. */
export function permittedNames(names: readonly string[], addresses: readonly string[]): Permitted {
  const named = names.filter((name) => isIP(name) === 0 && !name.endsWith('.local') && !isTopLevel(name));
  const single = [...names, ...addresses].filter((name) => isIP(name) !== 0 && !isLoopback(name));
  const others = [...new Set(single)].map((address) => `${address}/${isIP(address) === 4 ? 32 : 128}`);
  return { names: ['local', ...named], networks: [...PRIVATE, ...others] };
}
