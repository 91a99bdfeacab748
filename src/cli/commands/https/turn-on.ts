/** Turns HTTPS on with a certificate that Vestry makes, for `vestry https` and `vestry init`. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Config, loadConfig, readGiven, readSetting, type SettingName, SETTINGS } from '../../../config.ts';
import { dataPaths } from '../../../data-dir.ts';
import { SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import { hostNameOf, isTopLevel, publicNames, thisMachine, wantedNames } from '../../../http/tls/names.ts';
import { ownFiles, usesOwn } from '../../../http/tls/own-files.ts';
import { isHeld, type PidFile, readHolder } from '../../daemon/running.ts';
import { asServed } from '../../daemon/service-facts.ts';
import { flagOf } from '../../kit/flag.ts';
import { type Made, makeCertificates, missingCertificates, refusedNames } from './certificates.ts';
import { applyChanges, type Changes, changesFor } from './settings-kept.ts';
import type { HttpsWords } from './words.ts';

/** What the person wants: further names, and whether to replace the authority. */
export type Wish = { names: readonly string[]; newAuthority: boolean };

/** What turning on would do. */
export type Plan = {
  names: string[];
  changes: Changes;
  makes: Made;
  config: Config;
  newAuthority: boolean;
  /** True if devices may trust an authority that a new one replaces. */
  replacesAuthority: boolean;
};

/** True if the service has a certificate of the church, which Vestry does not touch. */
export function hasForeignCertificate(config: Config): boolean {
  const { tlsCert } = config;
  if (tlsCert === undefined || usesOwn(config)) return false;
  // A restored backup may name the certificate that Vestry made on another computer.
  const isLost = !existsSync(tlsCert) && tlsCert.endsWith(path.join('tls', 'server.pem'));
  return !isLost;
}

/** Returns the settings that say that a proxy in front of the service provides HTTPS. */
export function proxySettings({ trustProxy, baseUrl, tlsCert }: Config): ('trustProxy' | 'baseUrl')[] {
  const isElsewhere = tlsCert === undefined && baseUrl?.startsWith('https:') === true;
  return [...(trustProxy > 0 ? (['trustProxy'] as const) : []), ...(isElsewhere ? (['baseUrl'] as const) : [])];
}

/**
 * Returns why HTTPS cannot be turned on, or undefined if it can. Behind a proxy, devices that reach the service directly
 * could invent their address, and the proxy would no longer reach it.
 */
export function whyNot(config: Config, words: HttpsWords): string | undefined {
  if (hasForeignCertificate(config)) return words.ofChurch(config.tlsCert ?? '');
  const names = proxySettings(config);
  if (names.length === 0) return undefined;
  return words.behindProxy(names.map((name) => `${name} ${config[name]}`).join(', '), names.join(words.and));
}

/** Returns what turning on would do. Changes nothing. Throws a SetupError for a name that cannot be used. */
export async function planHttps(config: Config, { names: wanted, newAuthority }: Wish): Promise<Plan> {
  const given = wanted.map(checkedName);
  const machine = thisMachine();
  const changes = await changesFor({ ...config, port: lastingPort(config) }, given, machine);
  const planned = { ...config, ...decoded(changes) };
  const names = wantedNames(planned, machine);
  const refused = newAuthority ? [] : refusedNames(config, names).filter((name) => given.includes(name));
  if (refused.length > 0) {
    const message = `The certificate authority of this computer may not sign for ${refused.join(', ')}. Make a new one with --new-authority. Every device must then trust the new one.`;
    throw new SetupError(message, EXIT.refused);
  }
  const makes = missingCertificates(planned, { newAuthority, machine });
  const { forDevices, server } = ownFiles(config.dataDir);
  const hadOne = config.tlsCert !== undefined || existsSync(forDevices) || existsSync(server);
  const replacesAuthority = newAuthority || (makes.authority && hadOne);
  return { names, changes, makes, config: planned, newAuthority, replacesAuthority };
}

/** Returns what the person must know about the authority that would be made. */
export function warnings({ makes, names, replacesAuthority }: Plan, words: HttpsWords): string[] {
  const outside = makes.authority ? publicNames(names) : [];
  return [
    ...(replacesAuthority ? [words.newAuthority] : []),
    ...(outside.length > 0 ? [words.publicNames(outside.join(', '))] : []),
  ];
}

/**
 * Returns the port that the service has after a restart. A port with which the running service was started overrides
 * the one in the settings.
 */
function lastingPort(config: Config): number {
  const holder = holderOf(config.dataDir);
  const isGiven = holder !== undefined && ('port' in holder.flags || holder.variables.includes(SETTINGS.port.variable));
  return isGiven ? asServed(config).port : config.port;
}

function holderOf(dataDir: string): PidFile | undefined {
  const paths = dataPaths(dataDir);
  return existsSync(paths.lock) && isHeld(paths) ? readHolder(paths) : undefined;
}

function checkedName(text: string): string {
  const name = hostNameOf(text);
  if (name !== undefined && isTopLevel(name)) {
    const message = `--name ${text} may be a domain of the internet, such as church. Give a name with a dot, such as ${text}.local.`;
    throw new SetupError(message, EXIT.usage);
  }
  if (name !== undefined) return name;
  throw new SetupError(
    `--name ${text} is not a host name. Give a name such as vestry.lan, without a port.`,
    EXIT.usage,
  );
}

function decoded(changes: Changes): Partial<Config> {
  const entries = Object.entries(changes) as [SettingName, string][];
  return Object.fromEntries(entries.map(([name, text]) => [name, readSetting(name, text, name)]));
}

/** True if a plan changes anything. */
export function changesAnything({ changes, makes }: Plan): boolean {
  return Object.keys(changes).length > 0 || makes.authority || makes.certificate;
}

/**
 * Makes the certificates and stores the settings. Returns what overrides the stored settings: variables of the
 * environment, and flags with which the running service was started and would be started again.
 */
export async function carryOut({ config, changes, newAuthority }: Plan): Promise<string[]> {
  const { dataDir } = config;
  await makeCertificates(config, { newAuthority });
  if (Object.keys(changes).length === 0) return [];
  applyChanges(dataDir, changes);
  return readGiven(dataDir, { ...holderOf(dataDir)?.flags }, process.env)
    .filter(({ name, from }) => from !== 'file' && name in changes)
    .map(({ name, from }) => (from === 'flag' ? flagOf(name) : SETTINGS[name].variable));
}

/**
 * Turns HTTPS on for a church that is being set up, unless it has HTTPS of its own. Returns what the person must know,
 * and whether Vestry made the certificate.
 */
export async function turnOnHttps(dataDir: string, words: HttpsWords): Promise<{ isOn: boolean; notes: string[] }> {
  const config = loadConfig({ dataDir });
  const reason = whyNot(config, words);
  if (reason !== undefined) return { isOn: false, notes: [reason] };
  const plan = await planHttps(config, { names: [], newAuthority: false });
  const notes = warnings(plan, words);
  await carryOut(plan);
  return { isOn: true, notes };
}
