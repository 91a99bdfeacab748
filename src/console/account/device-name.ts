/**
 * Returns the browser and the system that a user agent names, such as `Chrome, Windows`. If the user agent names
 * neither, returns its first word. Returns undefined if there is no user agent.
 */
export function deviceNameOf(userAgent: string | null): string | undefined {
  const text = userAgent ?? '';
  const browser = [/Edg\//, /Firefox\//, /Chrome\//, /Safari\//].find((pattern) => pattern.test(text));
  const system = /Windows|Android|iPhone|iPad|Mac OS X|Linux/.exec(text)?.[0];
  const name = { 'Edg\\/': 'Edge', 'Firefox\\/': 'Firefox', 'Chrome\\/': 'Chrome', 'Safari\\/': 'Safari' }[
    browser?.source ?? ''
  ];
  const known = [name, system].filter((part) => part !== undefined);
  return known.length > 0 ? known.join(', ') : (text.split(' ')[0] ?? '') || undefined;
}
