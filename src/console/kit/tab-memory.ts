/** Stores values in this tab across a reload. Signing out or closing the tab deletes them. */

/** Returns the value stored under a name. Returns `otherwise` if no readable value is stored. */
export function remembered(name: string, otherwise: unknown): unknown {
  const text = sessionStorage.getItem(name);
  if (text === null) return otherwise;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return otherwise;
  }
}

/** Stores a value under a name. The value undefined deletes the stored value. */
export function remember(name: string, value: unknown): void {
  if (value === undefined) sessionStorage.removeItem(name);
  else sessionStorage.setItem(name, JSON.stringify(value));
}
