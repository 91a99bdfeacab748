/**
 * Makes certificates for HTTPS: a certificate authority of one's own, and the server certificates that it signs. The
 * authority has name constraints (RFC 5280 section 4.2.1.10). A device that trusts the authority therefore accepts its
 * certificates only for the permitted names and networks, and for no other website, even if the key is stolen.
 *
 * The key and the certificate are in one PEM text, so that one file contains both and they always belong together.
 */
import { createPrivateKey, randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { bytesOf } from './network.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Browsers and Apple's systems refuse server certificates that are valid for longer than 398 days. */
const SERVER_DAYS = 397;
const AUTHORITY_DAYS = 3653;
const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const NAME_CONSTRAINTS = '2.5.29.30';
/** The identifier of the name constraints, as it is encoded in a certificate. */
const NAME_CONSTRAINTS_DER = Buffer.from('0603551d1e', 'hex');

/** The library is loaded at its first use. The packages below it need `reflect-metadata` before them. */
const library = async () => {
  await import('reflect-metadata');
  return import('@peculiar/x509');
};

/** What an authority may sign for: DNS names with all names below them, and networks such as `10.0.0.0/8`. */
export type Permitted = { names: readonly string[]; networks: readonly string[] };

/** The holder of a certificate, from when it is valid, and its names and IP addresses. */
export type ServerNames = { holder: string; names: readonly string[]; at: Date };

/** Makes an authority that is valid for ten years. Returns its key and its certificate. */
export async function makeAuthority(holder: string, permitted: Permitted, at: Date): Promise<string> {
  const x509 = await library();
  const keys = await newKeys();
  const { keyCertSign, cRLSign } = x509.KeyUsageFlags;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: [{ O: ['Vestry'] }, { CN: [`${holder} ${at.toISOString().slice(0, 10)}`] }],
    ...validity(at, AUTHORITY_DAYS),
    signingAlgorithm: SIGNING,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(keyCertSign | cRLSign, true),
      new x509.ExtendedKeyUsageExtension([SERVER_AUTH]),
      new x509.Extension(NAME_CONSTRAINTS, true, constraints(permitted)),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return `${await keyPem(keys.privateKey)}${certificate.toString('pem')}\n`;
}

/** Makes a server certificate that the authority signs, with a new key. Returns its key and the certificate. */
export async function makeServerCertificate(authority: string, { holder, names, at }: ServerNames): Promise<string> {
  const x509 = await library();
  const issuer = new x509.X509Certificate(certificateIn(authority).raw);
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: [{ O: ['Vestry'] }, { CN: [holder] }],
    issuer: issuer.subjectName.toJSON(),
    ...validity(at, SERVER_DAYS, issuer.notAfter),
    signingAlgorithm: SIGNING,
    publicKey: keys.publicKey,
    signingKey: await signingKey(authority),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([SERVER_AUTH]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return `${await keyPem(keys.privateKey)}${certificate.toString('pem')}\n`;
}

/** Returns the first certificate in a PEM text. Throws if there is none. */
export function certificateIn(pem: string): X509Certificate {
  return new X509Certificate(pem.slice(Math.max(0, pem.indexOf('-----BEGIN CERTIFICATE-----'))));
}

/** Returns the common name of the holder of a certificate. */
export function holderNamed({ subject }: X509Certificate): string {
  return /^CN=(.*)$/m.exec(subject)?.[1] ?? '';
}

/** Returns the DNS names and IP addresses that a certificate is for. */
export function namesOf({ subjectAltName = '' }: X509Certificate): string[] {
  return [...subjectAltName.matchAll(/(?:DNS|IP Address):([^,\s]+)/g)].map(([, name = '']) =>
    isIP(name) === 6 ? shortAddress(name) : name,
  );
}

/** Returns an IPv6 address in its usual short form. Certificates show it in the long one. */
const shortAddress = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** Returns a function that is true for the names and IP addresses for which an authority may sign. */
export function permittedBy(authority: X509Certificate): (name: string) => boolean {
  const bases = basesOf(authority);
  return (name) =>
    isIP(name) === 0
      ? bases.some(({ tag, value }) => tag === DNS_NAME && isBelow(name, value.toString('latin1')))
      : bases.some(({ tag, value }) => tag === IP_ADDRESS && isInside(bytesOf(name), value));
}

const isBelow = (name: string, base: string) => name === base || name.endsWith(`.${base}`);

function isInside(address: Buffer, network: Buffer): boolean {
  if (network.length !== 2 * address.length) return false;
  return address.every((byte, at) => (byte & (network[address.length + at] ?? 0)) === network[at]);
}

/** Certificates begin an hour ago, because the clock of a device may be slow. */
function validity(at: Date, days: number, last?: Date): { notBefore: Date; notAfter: Date } {
  const begin = at.getTime() - HOUR_MS;
  const end = Math.min(begin + days * DAY_MS - 1000, last?.getTime() ?? Infinity);
  return { notBefore: new Date(begin), notAfter: new Date(end) };
}

/** Returns a random positive number of 16 bytes. */
function newSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString('hex');
}

function newKeys() {
  return webcrypto.subtle.generateKey(KEY, true, ['sign', 'verify']);
}

async function keyPem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({
    format: 'pem',
    type: 'pkcs8',
  }) as string;
}

function signingKey(pem: string): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' });
  return webcrypto.subtle.importKey('pkcs8', der, KEY, false, ['sign']);
}

const SEQUENCE = 0x30;
const PERMITTED_SUBTREES = 0xa0;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;
const OCTET_STRING = 0x04;

type Element = { tag: number; value: Buffer };

/** Encodes name constraints, which the library does not offer. */
function constraints({ names, networks }: Permitted): Buffer {
  const bases = [
    ...names.map((name) => element(DNS_NAME, Buffer.from(name, 'latin1'))),
    ...networks.map((network) => element(IP_ADDRESS, networkBytes(network))),
  ];
  const subtrees = bases.map((base) => element(SEQUENCE, base));
  return element(SEQUENCE, element(PERMITTED_SUBTREES, Buffer.concat(subtrees)));
}

/** Returns the address of a network and its mask, which a certificate contains one after the other. */
function networkBytes(network: string): Buffer {
  const [address = '', length = ''] = network.split('/');
  const bytes = bytesOf(address);
  const mask = bytes.map((_byte, at) => 0xff & ~(0xff >> Math.max(0, Math.min(8, Number(length) - 8 * at))));
  return Buffer.concat([bytes, mask]);
}

/** DER requires the shortest form of a length (X.690 section 10.1). Browsers refuse longer ones. */
function element(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const longer = length < 0x1_00 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : longer)]), value]);
}

/** Returns the names and networks in the name constraints of a certificate, or an empty list if it has none. */
function basesOf({ raw }: X509Certificate): Element[] {
  const at = raw.indexOf(NAME_CONSTRAINTS_DER);
  if (at === -1) return [];
  const after = elementsIn(raw.subarray(at + NAME_CONSTRAINTS_DER.length));
  const octets = after.find(({ tag }) => tag === OCTET_STRING)?.value ?? Buffer.alloc(0);
  return inside(inside(inside(elementsIn(octets), SEQUENCE), PERMITTED_SUBTREES), SEQUENCE);
}

const inside = (elements: readonly Element[], wanted: number) =>
  elements.filter(({ tag }) => tag === wanted).flatMap(({ value }) => elementsIn(value));

/** Splits DER into its elements. Stops at bytes that are no complete element. */
function elementsIn(der: Buffer): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at + 2 <= der.length;) {
    const first = der[at + 1] ?? 0;
    const more = first < 0x80 ? 0 : first & 0x7f;
    const length = more === 0 ? first : der.readUIntBE(at + 2, more);
    const begin = at + 2 + more;
    if (begin + length > der.length) break;
    elements.push({ tag: der[at] ?? 0, value: der.subarray(begin, begin + length) });
    at = begin + length;
  }
  return elements;
}
