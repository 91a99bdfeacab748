import { listText } from '../kit/list-text.ts';

/** The more particular names come first: Edge also calls itself Chrome, and Android also calls itself Linux. */
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['Linux', 'Linux'],
] as const;

/**
 * Returns the browser and the system that a user agent names, such as `Chrome, Windows`. If the user agent names
 * neither, returns its first word. Returns undefined if there is no user agent.
 */
export function deviceNameOf(userAgent: string | null): string | undefined {
  const text = userAgent ?? '';
  const nameIn = (list: readonly (readonly [string, string])[]) => list.find(([part]) => text.includes(part))?.[1];
  const known = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((name) => name !== undefined);
  return known.length > 0 ? listText(known) : text.split(' ')[0] || undefined;
}

/** Returns the name of a device with its address in the network, such as `Chrome, Windows (192.168.1.20)`. */
export function placeNameOf(device: { userAgent: string | null; ipAddress: string | null }, unknown: string): string {
  const name = deviceNameOf(device.userAgent) ?? unknown;
  return device.ipAddress === null ? name : `${name} (${device.ipAddress})`;
}
