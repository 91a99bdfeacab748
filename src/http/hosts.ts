/**
 * Checks which host a request is for. A foreign website can make its own host name resolve to this computer (DNS
 * rebinding). The browser would then treat a page of that website as a page of this service, so unknown host names are
 * refused.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { printable } from '../lib/text.ts';

/** RFC 9112 section 3.2: a name, an IPv4 address or an IPv6 address in brackets, with an optional port. */
const HOST = /^(?:\[([0-9a-f:.]+)\]|([^:[\]/@\s]+))(?::\d*)?$/i;

/**
 * Returns the address or the lower-case name in a Host header, without port and final dot. Returns undefined if the
 * header is not valid.
 */
function nameIn(header: string): string | undefined {
  const [, address, name] = HOST.exec(header) ?? [];
  return address ?? name?.toLowerCase().replace(/\.$/, '');
}

/** True if a host is an IP address, or a name that cannot exist in the public domain name system. */
function isLocal(name: string): boolean {
  return !name.includes('.') || name.endsWith('.local') || isIP(name) !== 0;
}

/** Returns a function that is true for a Host header with a name of the service or a local name, whatever the port. */
export function hostsOf({ baseUrl, host, allowedHosts }: Config): (header: string) => boolean {
  const given = [host, hostname(), ...allowedHosts, ...(baseUrl === undefined ? [] : [new URL(baseUrl).host])];
  const ours = new Set(given.map((one) => nameIn(one) ?? one));
  return (header) => {
    const name = nameIn(header);
    return name !== undefined && (isLocal(name) || ours.has(name));
  };
}

/** Raises `malformed_request` for a request with two Host headers, or an HTTP/1.1 request without one. */
export function refuseHosts({ rawHeaders, httpVersionMinor }: IncomingMessage): void {
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && /^host$/i.test(name)).length;
  if (count > 1) throw new AppError('malformed_request', 'A request must have exactly one Host header.');
  // HTTP/1.0 has no Host header. No browser uses it, so no website can send such a request.
  if (count === 0 && httpVersionMinor > 0)
    throw new AppError('malformed_request', 'A request in HTTP/1.1 must have a Host header.');
}

/** Raises `unknown_host` for a request to a host that `isOurs` does not accept. */
export function refuseUnknownHost({ headers }: IncomingMessage, isOurs: (header: string) => boolean): void {
  if (headers.host === undefined || isOurs(headers.host)) return;
  const host = printable(nameIn(headers.host) ?? '').slice(0, LONGEST);
  const detail =
    host === ''
      ? 'The Host header of the request is not valid.'
      : `Vestry does not accept requests for the host ${host}. If this host name is yours: vestry config set allowedHosts ${host}, then vestry restart. Names that are already in allowedHosts must be listed again, separated by commas.`;
  throw new AppError('unknown_host', detail);
}

/** The length of the longest possible host name (RFC 1035 section 2.3.4). */
const LONGEST = 253;
