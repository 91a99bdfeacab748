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
  return known.length > 0 ? known.join(', ') : text.split(' ')[0] || undefined;
}
