/** Makes the certificate of `vestry https`, and describes it. */
import { existsSync } from 'node:fs';
import type { Config } from '../../../config.ts';
import { certificateIn, namesOf } from '../../../lib/certificate.ts';
import { writePrivateFile } from '../../../lib/private-file.ts';
import { type Machine, thisMachine, wantedNames } from '../../../http/tls/names.ts';
import {
  ownFiles,
  permittedOf,
  readIfThere,
  whyRenew,
  writeAuthority,
  writeServerCertificate,
} from '../../../http/tls/own-files.ts';

type Making = { newAuthority?: boolean; machine?: Machine; at?: Date };

/** What `makeCertificates` would make, or has made. */
export type Made = { authority: boolean; certificate: boolean };

/** Returns which files are missing, or have to be renewed for the names of this computer. */
export function missingCertificates(config: Config, making: Making = {}): Made {
  const { newAuthority = false, machine = thisMachine(), at = new Date() } = making;
  const files = ownFiles(config.dataDir);
  const [authority, server] = [readIfThere(files.authority), readIfThere(files.server)];
  if (authority === undefined || newAuthority) return { authority: true, certificate: true };
  const names = wantedNames(config, machine);
  return {
    authority: false,
    certificate: server === undefined || whyRenew(server, authority, names, at) !== undefined,
  };
}

/** Makes the authority and the certificate, as far as they are missing or have to be renewed. */
export async function makeCertificates(config: Config, making: Making): Promise<Made> {
  const { machine = thisMachine(), at = new Date() } = making;
  const { dataDir } = config;
  const missing = missingCertificates(config, making);
  const names = wantedNames(config, machine);
  const files = ownFiles(dataDir);
  if (missing.authority) await writeAuthority(dataDir, names, machine, at);
  if (!existsSync(files.forDevices)) {
    writePrivateFile(files.forDevices, certificateIn(readIfThere(files.authority) ?? '').toString());
  }
  if (missing.certificate) await writeServerCertificate(dataDir, names, machine, at);
  return missing;
}

/** Returns the names for which the present authority may not sign. */
export function refusedNames(config: Config, names: readonly string[]): string[] {
  const authority = readIfThere(ownFiles(config.dataDir).authority);
  if (authority === undefined) return [];
  const permitted = permittedOf(authority, names);
  return names.filter((name) => !permitted.includes(name));
}

/** A certificate as commands show it. */
export type Shown = { file: string; names: string[]; validUntil: string; fingerprint: string };

/** Returns the facts of the first certificate in a file, or null if there is no such file. */
export function shown(file: string): Shown | null {
  const pem = readIfThere(file);
  if (pem === undefined) return null;
  const certificate = certificateIn(pem);
  const validUntil = new Date(certificate.validTo).toISOString();
  return { file, names: namesOf(certificate), validUntil, fingerprint: certificate.fingerprint256 };
}
