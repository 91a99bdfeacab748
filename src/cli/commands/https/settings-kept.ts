/**
 * The settings that `vestry https` changes. The settings before that are kept in `tls/settings.json`, so that
 * `vestry https off` can restore them.
 */
import dns from 'node:dns/promises';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { type Config, readSettingsFile, type SettingName, settingsFile } from '../../../config.ts';
import { type Machine, hostNamesOf } from '../../../http/tls/names.ts';
import { ownFiles, readIfThere, usesOwn } from '../../../http/tls/own-files.ts';
import { isLoopback } from '../../../lib/network.ts';
import { writePrivateFile } from '../../../lib/private-file.ts';
import { storeSettings } from '../config/settings.ts';

/** Settings to store. An empty text removes a setting. */
export type Changes = Partial<Record<SettingName, string>>;

const Kept = z.object({
  /** The texts in config.json before the change; an empty text for a setting that was not there. */
  before: z.record(z.string(), z.string()),
  /** The texts that were stored instead. */
  after: z.record(z.string(), z.string()),
});
type Kept = z.output<typeof Kept>;

const NOTHING: Kept = { before: {}, after: {} };

/** Returns what was kept. A file that is missing or damaged has kept nothing. */
function readKept(dataDir: string): Kept {
  try {
    const text = readIfThere(ownFiles(dataDir).settings);
    return text === undefined ? NOTHING : Kept.parse(JSON.parse(text));
  } catch {
    return NOTHING;
  }
}

/** True if `vestry https` stored the address that people type, and nobody has changed it since. */
export function choseAddress({ baseUrl, dataDir }: Config): boolean {
  return baseUrl !== undefined && readKept(dataDir).after.baseUrl === baseUrl;
}

/** Returns the changes of the settings with which other devices reach the service over HTTPS, under these names. */
export async function changesFor(config: Config, names: readonly string[], machine: Machine): Promise<Changes> {
  const { server } = ownFiles(config.dataDir);
  const hosts = [...new Set([...config.allowedHosts, ...names])];
  const isHidden = config.host === 'localhost' || isLoopback(config.host);
  const address = await addressFor(config, names, machine);
  return {
    ...(!usesOwn(config) && { tlsCert: server }),
    ...(config.tlsKey !== server && { tlsKey: server }),
    ...(isHidden && { host: '0.0.0.0' }),
    ...(hosts.length > config.allowedHosts.length && { allowedHosts: hosts.join(',') }),
    ...(address !== undefined && address !== config.baseUrl && { baseUrl: address }),
  };
}

/**
 * Returns the address that people type. An address that the church set stays, but begins with `https:`. Otherwise it has
 * the first name that was given, or a name that this network knows, or an IP address, and the present port.
 */
async function addressFor(config: Config, names: readonly string[], machine: Machine): Promise<string | undefined> {
  const { baseUrl, allowedHosts, port } = config;
  if (port === 0) return baseUrl;
  const addressOf = (name: string) => new URL(`https://${name}:${port}`).origin;
  if (baseUrl !== undefined && !choseAddress(config)) {
    return baseUrl.startsWith('https:') ? baseUrl : addressOf(new URL(baseUrl).hostname);
  }
  const [given] = names;
  if (given !== undefined) return addressOf(given);
  const lasting = [...machine.addresses, ...hostNamesOf(machine), ...allowedHosts];
  const present = baseUrl === undefined ? undefined : new URL(baseUrl).hostname;
  if (present !== undefined && lasting.includes(present)) return addressOf(present);
  const name = (await knownName(machine)) ?? machine.addresses[0];
  return name === undefined ? baseUrl : addressOf(name);
}

/** How long to wait for the network to say whether it knows the computer. */
const LOOKUP_MS = 1500;

/** Returns the name of this computer that ends in `.local`, if the network knows it. */
async function knownName(machine: Machine): Promise<string | undefined> {
  const name = hostNamesOf(machine).find((one) => one.endsWith('.local'));
  if (name === undefined) return undefined;
  const found = dns.lookup(name, { family: 4 }).then(
    ({ address }) => machine.addresses.includes(address),
    () => false,
  );
  const isKnown = await Promise.race([found, pause(LOOKUP_MS, false, { ref: false })]);
  return isKnown ? name : undefined;
}

/** Stores the settings, and keeps what they replace. */
export function applyChanges(dataDir: string, changes: Changes): void {
  const present = readSettingsFile(settingsFile(dataDir));
  const kept = readKept(dataDir);
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, present[name] ?? '']));
  // What an earlier run replaced is older, unless somebody has changed the setting since.
  const isOurs = ([name]: [string, string]) => name in kept.after && (present[name] ?? '') === kept.after[name];
  const older = Object.fromEntries(Object.entries(kept.before).filter(isOurs));
  const after = { ...kept.after, ...changes };
  writePrivateFile(
    ownFiles(dataDir).settings,
    `${JSON.stringify({ before: { ...before, ...older }, after }, null, 2)}\n`,
  );
  storeSettings(dataDir, changes);
}

/**
 * Restores the settings that `vestry https` replaced, except those that somebody has changed since. If the settings from
 * before are lost, the service can be reached only from this computer, at an address without HTTPS.
 */
export function restoreSettings(dataDir: string): { restored: Changes; isLost: boolean } {
  const present = readSettingsFile(settingsFile(dataDir));
  const { before, after } = readKept(dataDir);
  const isOurs = ([name, text]: [string, string]) => text === (present[name] ?? '');
  const own = Object.fromEntries(
    Object.entries(after)
      .filter(isOurs)
      .map(([name]) => [name, before[name] ?? '']),
  );
  // HTTPS was turned on when there was no certificate. What was kept later, such as after a restore, had HTTPS already.
  const isLost = before.tlsCert !== '';
  const restored: Changes = { ...own, ...(isLost && hiding(present)), tlsCert: '', tlsKey: '' };
  storeSettings(dataDir, restored);
  rmSync(ownFiles(dataDir).settings, { force: true });
  return { restored, isLost };
}

/** Without the certificate, the service must not stay open to the network, and no address begins with `https:`. */
const hiding = ({ host, baseUrl }: Partial<Record<string, string>>): Changes => ({
  ...(host !== undefined && { host: '' }),
  ...(baseUrl?.startsWith('https:') && { baseUrl: '' }),
});
