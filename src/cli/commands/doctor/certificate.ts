/** Checks the certificate with which the service provides HTTPS. */
import { existsSync, readFileSync } from 'node:fs';
import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Config } from '../../../config.ts';
import { type Machine, thisMachine, wantedNames } from '../../../http/tls/names.ts';
import { missingIn, ownFiles, readIfThere, usesOwn } from '../../../http/tls/own-files.ts';
import { choseAddress } from '../https/settings-kept.ts';
import { hasForeignCertificate } from '../https/turn-on.ts';
import { certificateIn } from '../../../lib/certificate.ts';
import { counted } from '../../../lib/text.ts';
import { fail, ok, some, type Verdict, warn } from './check-results.ts';

const DAY_MS = 86_400_000;
/** A certificate that ends this soon must be renewed now. */
const SOON_DAYS = 14;
/** The service renews its own certificate thirty days before its end, and looks every hour. */
const LATE_DAYS = 28;
/** An authority that ends within a year can sign only for a shorter time. */
const LAST_DAYS = 365;

/** Checks that the certificate has not ended, is renewed in time, and has the names that people type. */
export function checkCertificate(config: Config, at: Date, machine: Machine = thisMachine()): Verdict[] {
  const { tlsCert } = config;
  if (tlsCert === undefined) return [ok('The service has no certificate of its own.')];
  if (!existsSync(tlsCert)) return [missingFile(config)];
  let certificate: X509Certificate;
  const pem = readFileSync(tlsCert, 'utf8');
  try {
    certificate = certificateIn(pem);
  } catch {
    return [fail(`${tlsCert} is not a certificate.`, ADVICE.church)];
  }
  const isOwn = usesOwn(config);
  const found = [
    checkEnd(certificate, isOwn, at),
    checkNames(config, missingIn(pem, namesToCheck(config, isOwn, machine))),
    isOwn ? checkAddress(config, machine) : undefined,
    isOwn ? checkAuthority(config, certificate, at) : undefined,
  ].filter((verdict) => verdict !== undefined);
  const until = new Date(certificate.validTo).toISOString().slice(0, 10);
  return found.length > 0 ? found : [ok(`The certificate is valid until ${until}.`)];
}

/** The service makes its own certificate again when it starts, but cannot start without one of the church. */
function missingFile(config: Config): Verdict {
  const { tlsCert = '', dataDir } = config;
  if (hasForeignCertificate(config)) return fail(`The certificate ${tlsCert} is missing.`, ADVICE.church);
  const anew = 'every device must then trust the new authority';
  if (!usesOwn(config)) {
    return fail(`The certificate ${tlsCert} is missing.`, `Let Vestry make one here; ${anew}: vestry https`);
  }
  const message = `The certificate ${tlsCert} is missing. The service makes it again when it next starts`;
  const isLost = !existsSync(ownFiles(dataDir).authority);
  return warn(
    isLost ? `${message}, with a new authority, because that is missing, too.` : `${message}.`,
    isLost ? `Make both now; ${anew}: vestry https` : 'Start it now: vestry restart',
  );
}

const ADVICE = {
  church:
    'Replace the files that tlsCert and tlsKey name, or remove both settings and baseUrl, and let Vestry make one: vestry https',
  own: 'See why the service did not renew it: vestry logs. Then renew it: vestry https --yes',
};

function checkEnd(certificate: X509Certificate, isOwn: boolean, at: Date): Verdict | undefined {
  const days = Math.floor((Date.parse(certificate.validTo) - at.getTime()) / DAY_MS);
  const advice = isOwn ? ADVICE.own : ADVICE.church;
  if (days < 0) return fail('The certificate has ended, so browsers refuse to open Vestry.', advice);
  if (days < SOON_DAYS) return warn(`The certificate ends in ${counted(days, 'day')}.`, advice);
  if (isOwn && days < LATE_DAYS) return warn('The certificate should have been renewed by now.', advice);
  return undefined;
}

/** Of a certificate of the church, only the names that were set are checked. It may be for one public name only. */
function namesToCheck(config: Config, isOwn: boolean, machine: Machine): string[] {
  const { baseUrl, allowedHosts } = config;
  if (isOwn) return wantedNames(config, machine);
  return [...new Set([...(baseUrl === undefined ? [] : [new URL(baseUrl).hostname]), ...allowedHosts])];
}

function checkNames(config: Config, missing: readonly string[]): Verdict | undefined {
  if (missing.length === 0) return undefined;
  const message = `The certificate is not for ${some(missing)}, so browsers refuse to open Vestry at ${missing.length === 1 ? 'this name' : 'these names'}.`;
  return warn(
    message,
    usesOwn(config)
      ? 'Add them: vestry https. If the authority may not sign for them, also give --new-authority.'
      : ADVICE.church,
  );
}

/** The address of a computer may be another one after the router was restarted. */
function checkAddress(config: Config, { addresses }: Machine): Verdict | undefined {
  const { baseUrl, port } = config;
  if (baseUrl === undefined || port === 0 || !choseAddress(config)) return undefined;
  const url = new URL(baseUrl);
  const isGone = isIP(url.hostname) !== 0 && !addresses.includes(url.hostname);
  if (!isGone && Number(url.port || 443) === port) return undefined;
  const present = isGone ? `its address is ${some(addresses)}` : `the service uses port ${port}`;
  return warn(
    `People are told to open ${baseUrl}, but ${present}.`,
    'Store the present address: vestry https. Links that were sent before no longer work.',
  );
}

function checkAuthority({ dataDir }: Config, certificate: X509Certificate, at: Date): Verdict | undefined {
  const { authority: file } = ownFiles(dataDir);
  const pem = readIfThere(file);
  const isSound = pem !== undefined && certificate.checkIssued(certificateIn(pem)) && pem.includes('PRIVATE KEY');
  if (!isSound)
    return warn(
      `${file} is missing or is not the authority that signed the certificate, so the certificate cannot be renewed.`,
      'Make a new authority, which every device must then trust: vestry https --new-authority',
    );
  const days = Math.floor((Date.parse(certificateIn(pem).validTo) - at.getTime()) / DAY_MS);
  if (days >= LAST_DAYS) return undefined;
  return warn(
    `The certificate authority ends in ${counted(Math.max(0, days), 'day')}.`,
    'Make a new one, which every device must then trust: vestry https --new-authority',
  );
}
