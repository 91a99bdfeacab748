/** What this tab remembers across a reload. Signing out and closing the tab delete it. */

/** Returns the value stored under a name, or the given one if there is none or it cannot be read. */
export function remembered(name: string, otherwise: unknown): unknown {
  const text = sessionStorage.getItem(name);
  if (text === null) return otherwise;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return otherwise;
  }
}

/** Stores a value under a name; undefined deletes it. */
export function remember(name: string, value: unknown): void {
  if (value === undefined) sessionStorage.removeItem(name);
  else sessionStorage.setItem(name, JSON.stringify(value));
}
