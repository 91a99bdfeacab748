/** What this tab remembers over a reload. Signing out and closing the tab forget it. */

/** The value kept under a name, or the given one where nothing is kept or where it cannot be read. */
export function remembered(name: string, otherwise: unknown): unknown {
  const text = sessionStorage.getItem(name);
  if (text === null) return otherwise;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return otherwise;
  }
}

/** Keeps a value under a name; undefined forgets it. */
export function remember(name: string, value: unknown): void {
  if (value === undefined) sessionStorage.removeItem(name);
  else sessionStorage.setItem(name, JSON.stringify(value));
}
