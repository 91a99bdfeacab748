/** The certificate authority and the server certificate that Vestry made, in the folder `tls` of the data directory. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { dataPaths } from '../../data-dir.ts';
import { certificateIn, makeAuthority, makeServerCertificate, namesOf, permittedBy } from '../../lib/certificate.ts';
import { writePrivateFile } from '../../lib/private-file.ts';
import { hostNameOf, type Machine, permittedNames } from './names.ts';

/** A certificate is renewed this long before it ends. */
const RENEWAL_MS = 30 * 86_400_000;

export type OwnFiles = Record<'authority' | 'server' | 'forDevices' | 'settings', string>;

/** Returns the paths of the files. Two of them contain private keys: `authority` and `server`. */
export function ownFiles(dataDir: string): OwnFiles {
  const { tls } = dataPaths(dataDir);
  return {
    authority: path.join(tls, 'authority.pem'),
    server: path.join(tls, 'server.pem'),
    forDevices: path.join(tls, 'vestry-ca.crt'),
    settings: path.join(tls, 'settings.json'),
  };
}

/** True if the service uses the certificate that Vestry made. */
export function usesOwn({ tlsCert, dataDir }: Pick<Config, 'tlsCert' | 'dataDir'>): boolean {
  return tlsCert !== undefined && path.resolve(tlsCert) === ownFiles(dataDir).server;
}

/** Returns the text of a file, or undefined if there is no such file. */
export function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * Returns why a certificate must be renewed, or undefined if it need not be. A certificate that ends with its authority
 * cannot be made to last longer.
 */
export function whyRenew(pem: string, authority: string, names: readonly string[], at: Date): string | undefined {
  const [own, above] = [certificateIn(pem), certificateIn(authority)];
  if (!own.checkIssued(above)) return 'another authority signed it';
  const [ends, last] = [Date.parse(own.validTo), Date.parse(above.validTo)];
  if (ends < last && ends - at.getTime() < RENEWAL_MS) return 'it ends soon';
  const missing = missingIn(pem, permittedOf(authority, names));
  return missing.length > 0 ? `it lacks ${missing.join(', ')}` : undefined;
}

/** Returns the names that a certificate lacks. */
export function missingIn(pem: string, names: readonly string[]): string[] {
  const present = new Set(namesOf(certificateIn(pem)));
  return names.filter((name) => !present.has(name));
}

/** Returns those names for which an authority may sign. */
export function permittedOf(authority: string, names: readonly string[]): string[] {
  return names.filter(permittedBy(certificateIn(authority)));
}

/** Makes an authority for these names, and writes its files. Returns its key and certificate. */
export async function writeAuthority(dataDir: string, names: readonly string[], machine: Machine, at: Date) {
  const files = ownFiles(dataDir);
  const pem = await makeAuthority(holderOf(machine), permittedNames(names, machine.addresses), at);
  writePrivateFile(files.authority, pem);
  writePrivateFile(files.forDevices, certificateIn(pem).toString());
  return pem;
}

/**
 * Makes a server certificate for those of the names for which the authority may sign, and writes its file. Throws if the
 * authority cannot be read.
 */
export async function writeServerCertificate(dataDir: string, names: readonly string[], machine: Machine, at: Date) {
  const files = ownFiles(dataDir);
  const authority = readFileSync(files.authority, 'utf8');
  const signed = { holder: holderOf(machine), names: permittedOf(authority, names), at };
  writePrivateFile(files.server, await makeServerCertificate(authority, signed));
}

/** The longest name of a computer in a certificate, whose common name may have 64 characters. */
const LONGEST = 40;

function holderOf(machine: Machine): string {
  const [name = ''] = hostNameOf(machine.hostname)?.split('.') ?? [];
  return `Vestry on ${name.slice(0, LONGEST) || 'this computer'}`;
}
