/** Groups network addresses for rate limits, and recognizes public, link-local and loopback addresses. */
import { BlockList, isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

const GROUPS = 8;
const NETWORK_GROUPS = 4;
/** The prefix of an IPv4 address inside IPv6 (RFC 4291 section 2.5.5.2). */
const MAPPED = '0:0:0:0:0:ffff';

/**
 * Returns the key under which a rate limit counts an address. One household or server controls a whole /64 of IPv6, so
 * an IPv6 address counts as its /64. An IPv4 address inside IPv6 counts as the IPv4 address. Any other text is returned
 * unchanged.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') !== MAPPED) return groups.slice(0, NETWORK_GROUPS).join(':');
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
    .join('.');
}

/** Returns the bytes of an IP address, as certificates contain them: 4 of IPv4, 16 of IPv6. */
export function bytesOf(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number));
  return Buffer.from(
    groupsOf(address)
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  );
}

/** Returns the eight groups of an IPv6 address, in lower case and without leading zeros. */
function groupsOf(address: string): string[] {
  const plain = address.replace(/%.*$/, '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return [a * 256 + b, c * 256 + d].map((pair) => pair.toString(16)).join(':');
  });
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: GROUPS - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16).toString(16));
}

/**
 * The addresses at which cloud providers serve secrets to their machines: the link-local ones (RFC 3927, RFC 4291),
 * `fd00:ec2::254` of AWS, `100.100.100.200` of Alibaba, and `168.63.129.16` of Azure.
 */
const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet('169.254.0.0', 16, 'ipv4');
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6');
LINK_LOCAL.addAddress('fd00:ec2::254', 'ipv6');
LINK_LOCAL.addAddress('100.100.100.200', 'ipv4');
LINK_LOCAL.addAddress('168.63.129.16', 'ipv4');
// IPv4 link-local addresses inside IPv6: compatible, translated (RFC 6052, RFC 7915) and 6to4 (RFC 3056) ones.
// `BlockList` recognizes mapped ones itself.
for (const prefix of ['::', '64:ff9b::', '64:ff9b:1::', '::ffff:0:'])
  LINK_LOCAL.addSubnet(`${prefix}169.254.0.0`, 112, 'ipv6');
LINK_LOCAL.addSubnet('2002:a9fe::', 32, 'ipv6');

/** Returns whether an IP address is link-local, in any notation. Returns false for a host name. */
export function isLinkLocal(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && LINK_LOCAL.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Returns whether an IP address is one of the internet, in any notation: not of a private network, of this computer, or
 * of a special range (IANA special-purpose address registries). Returns false for a host name.
 */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0 || isLinkLocal(address)) return false;
  const parsed = ipaddr.process(address);
  // All public addresses of IPv6 begin with the bits 001 (IANA IPv6 global unicast address assignments).
  const isGlobal = parsed.kind() === 'ipv4' || ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
  return isGlobal && parsed.range() === 'unicast';
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Returns whether an IP address is one with which a computer names itself. Returns false for any other text. */
export function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && LOOPBACK.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
