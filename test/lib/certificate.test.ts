import { execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  certificateIn,
  makeAuthority,
  makeServerCertificate,
  namesOf,
  permittedBy,
} from '../../src/lib/certificate.ts';
import { temporaryDir } from '../support/daemon.ts';
import { trusting, withServer } from '../support/trust.ts';

const NAMES = ['localhost', 'office-pc', 'office-pc.local', 'books.grace.example', '127.0.0.1', '::1', '192.168.1.20'];
const PERMITTED = {
  names: ['local', 'localhost', 'office-pc', 'books.grace.example'],
  networks: ['127.0.0.0/8', '192.168.0.0/16', '100.64.0.0/10', '203.0.113.9/32', '::1/128', 'fc00::/7'],
};
const DAY_MS = 86_400_000;
const AT = new Date();

let authority: string;
let ca: string;
const issue = (names: readonly string[], at = AT) =>
  makeServerCertificate(authority, { holder: 'Vestry on office-pc', names, at });
beforeAll(async () => {
  authority = await makeAuthority('Vestry on office-pc', PERMITTED, AT);
  ca = certificateIn(authority).toString();
});

test('a device that trusts the authority accepts the certificate under each of its names', async () => {
  const pem = await issue(NAMES);
  const { fingerprint256 } = certificateIn(pem);
  expect(namesOf(certificateIn(pem))).toEqual(NAMES);
  const seen = await withServer(pem, async (port) => {
    const found: string[] = [];
    for (const name of NAMES) found.push(await trusting({ port, name, ca }));
    return found;
  });
  expect(seen).toEqual(NAMES.map(() => fingerprint256));
});

test('a device refuses the certificate under another name, and without the authority', async () => {
  const other = certificateIn(await makeAuthority('Vestry on office-pc', PERMITTED, AT)).toString();
  await withServer(await issue(NAMES), async (port) => {
    expect(await trusting({ port, name: 'other-pc.local', ca })).toMatch(/^ERR_TLS_CERT_ALTNAME_INVALID/);
    expect(await trusting({ port, name: '192.168.1.21', ca })).toMatch(/^ERR_TLS_CERT_ALTNAME_INVALID/);
    expect(await trusting({ port, name: 'localhost', ca: other })).not.toMatch(/^[\dA-F:]+$/);
  });
});

test.each([
  'bank.example',
  'example',
  'grace.example',
  'notlocal',
  'xbooks.grace.example',
  '8.8.8.8',
  '203.0.113.8',
  '2001:db8::1',
])(
  'a device refuses a certificate for %s even from the authority that it trusts, because of the name constraints',
  async (name) => {
    const pem = await issue(['localhost', name]);
    expect(certificateIn(pem).verify(certificateIn(authority).publicKey)).toBe(true);
    for (const typed of [name, 'localhost']) {
      const outcome = await withServer(pem, (port) => trusting({ port, name: typed, ca }));
      expect(outcome).toMatch(/permitted subtree violation/);
    }
    expect(permittedBy(certificateIn(authority))(name)).toBe(false);
  },
);

test('the authority may sign for its names, the names below them and the addresses of its networks', () => {
  const isPermitted = permittedBy(certificateIn(authority));
  const names = [
    ...NAMES,
    'tablet.local',
    'a.books.grace.example',
    '192.168.255.1',
    '100.127.0.1',
    '203.0.113.9',
    'fd00::5',
  ];
  expect(names.filter((name) => !isPermitted(name))).toEqual([]);
  expect(permittedBy(certificateIn(ca))('localhost')).toBe(true);
});

test('the certificates have the fields that systems require', async () => {
  const [above, own] = [certificateIn(authority), certificateIn(await issue(NAMES))];
  expect(above.ca).toBe(true);
  expect(above.checkIssued(above)).toBe(true);
  expect(own.ca).toBe(false);
  expect(own.checkIssued(above)).toBe(true);
  expect(own.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  for (const { publicKey, serialNumber } of [above, own]) {
    expect(publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect(serialNumber).toMatch(/^[4-7][\dA-F]{31}$/);
  }
  expect(own.serialNumber).not.toBe(certificateIn(await issue(NAMES)).serialNumber);
  const days = (Date.parse(own.validTo) - Date.parse(own.validFrom)) / DAY_MS;
  expect(days).toBeGreaterThan(390);
  expect(days).toBeLessThan(397);
  expect((Date.parse(above.validTo) - AT.getTime()) / DAY_MS).toBeCloseTo(3653, 0);
});

/** Returns the lengths of all elements of DER that are not in their shortest form. Also looks into octet strings. */
function longLengths(der: Buffer): string[] {
  const found: string[] = [];
  for (let at = 0; at < der.length;) {
    const [tag = 0, first = 0] = [der[at], der[at + 1]];
    const more = first < 0x80 ? 0 : first & 0x7f;
    const length = more === 0 ? first : der.readUIntBE(at + 2, more);
    const shortest = length < 0x80 ? 0 : length < 0x1_00 ? 1 : 2;
    if (more !== shortest) found.push(der.subarray(at, at + 2 + more).toString('hex'));
    const content = der.subarray(at + 2 + more, at + 2 + more + length);
    const isNested = (tag & 0x20) !== 0 || (tag === 0x04 && content[0] === 0x30 && (content[1] ?? 0) >= 0x80);
    if (isNested) found.push(...longLengths(content));
    at += 2 + more + length;
  }
  return found;
}

test.each([1, 6, 8, 20, 400])('the encoding of %i permitted names is DER, as browsers require', async (count) => {
  const names = Array.from({ length: count }, (_, index) => `books-${index}.grace.example`);
  const pem = await makeAuthority('Vestry on office-pc', { names, networks: ['10.0.0.0/8'] }, AT);
  expect(longLengths(certificateIn(pem).raw)).toEqual([]);
  const isPermitted = permittedBy(certificateIn(pem));
  expect(names.filter((name) => !isPermitted(name))).toEqual([]);
  expect(longLengths(Buffer.from('3082000430020500', 'hex'))).toEqual(['30820004']);
});

test('a server certificate does not outlive its authority', async () => {
  const late = new Date(AT.getTime() + 3600 * DAY_MS);
  expect(certificateIn(await issue(NAMES, late)).validTo).toBe(certificateIn(authority).validTo);
});

test('each text contains the key of its certificate', async () => {
  for (const pem of [authority, await issue(NAMES)]) {
    expect(certificateIn(pem).checkPrivateKey(createPrivateKey(pem))).toBe(true);
  }
  expect(ca).not.toContain('PRIVATE');
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

test.runIf(hasOpenssl)(
  'openssl accepts a permitted certificate, and refuses one outside of the constraints',
  async () => {
    const { dir, remove } = temporaryDir();
    const at = (name: string, text: string) => {
      writeFileSync(path.join(dir, name), text);
      return path.join(dir, name);
    };
    const caFile = at('ca.pem', ca);
    const verify = (file: string) =>
      spawnSync('openssl', ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', caFile, file]);
    expect(String(verify(at('good.pem', await issue(NAMES))).stdout)).toMatch(/: OK\n$/);
    expect(String(verify(at('bad.pem', await issue(['bank.example']))).stderr)).toContain(
      'permitted subtree violation',
    );
    const text = String(execFileSync('openssl', ['x509', '-in', caFile, '-noout', '-text']));
    expect(text).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:0/);
    expect(text).toMatch(/Key Usage: critical\s+Certificate Sign, CRL Sign/);
    expect(text).toMatch(/Name Constraints: critical\s+Permitted:\s+DNS:local\s/);
    remove();
  },
);
