/** Groups network addresses for rate limits, and recognizes those of the internet, of this computer and of clouds. */
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

/** The prefixes of IPv6 that contain an IPv4 address at their end: compatible, and translated (RFC 6052, RFC 7915). */
const PREFIXES = ['::', '64:ff9b::', '64:ff9b:1::', '::ffff:0:'];

/** Adds a range of IPv4, also inside IPv6 and 6to4 (RFC 3056). `BlockList` recognizes mapped addresses itself. */
function addIPv4(list: BlockList, address: string, bits: number): void {
  list.addSubnet(address, bits, 'ipv4');
  for (const prefix of PREFIXES) list.addSubnet(`${prefix}${address}`, 96 + bits, 'ipv6');
  list.addSubnet(
    `2002:${bytesOf(address)
      .toString('hex')
      .replace(/(.{4})/, '$1:')}::`,
    16 + bits,
    'ipv6',
  );
}

const LINK_LOCAL = new BlockList();
// RFC 3927 and RFC 4291.
addIPv4(LINK_LOCAL, '169.254.0.0', 16);
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6');

/** Returns whether an IP address is link-local, in any notation. Returns false for a host name. */
export function isLinkLocal(address: string): boolean {
  return isIn(LINK_LOCAL, address);
}

/**
 * The addresses outside the link-local ranges at which cloud providers serve secrets to their machines, or settings
 * from which secrets follow.
 */
const CLOUD_ADDRESSES = [
  // Alibaba Cloud, "View instance metadata".
  '100.100.100.200',
  // Microsoft, "What is IP address 168.63.129.16?".
  '168.63.129.16',
  // Oracle Cloud Infrastructure Classic, "Retrieving Instance Metadata".
  '192.0.0.192',
  // Amazon EC2, "Access instance metadata for an EC2 instance".
  'fd00:ec2::254',
  // Amazon EKS, "Set up the Amazon EKS Pod Identity Agent".
  'fd00:ec2::23',
  // Google Compute Engine, "View and query VM metadata".
  'fd20:ce::254',
  // Oracle Cloud Infrastructure, SDK for Python, `instance_principals_security_token_signer.py`.
  'fd00:c1::a9fe:a9fe',
  // Scaleway, in cloud-init, `DataSourceScaleway.py`.
  'fd00:42::42',
] as const;

const CLOUD = new BlockList();
for (const address of CLOUD_ADDRESSES) {
  if (isIPv6(address)) CLOUD.addAddress(address, 'ipv6');
  else addIPv4(CLOUD, address, 32);
}

/**
 * Returns whether an IP address is link-local or another known one at which cloud providers serve secrets, in any
 * notation. Vestry never connects to it. Returns false for a host name.
 */
export function servesSecrets(address: string): boolean {
  return isLinkLocal(address) || isIn(CLOUD, address);
}

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Returns whether an IP address is one of the internet, in any notation: not of a private network, of this computer, or
 * of a special range (IANA special-purpose address registries). Returns false for a host name.
 */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0 || servesSecrets(address)) return false;
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
  return isIn(LOOPBACK, address);
}
