/** Stores values that this tab still has after a reload. They are deleted on sign-out or when the tab is closed. */

/** Returns the value stored under a name, or `otherwise` if there is no readable value. */
export function remembered(name: string, otherwise: unknown): unknown {
  const text = sessionStorage.getItem(name);
  if (text === null) return otherwise;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return otherwise;
  }
}

/** Stores a value under a name. If `value` is undefined, deletes the stored value instead. */
export function remember(name: string, value: unknown): void {
  if (value === undefined) sessionStorage.removeItem(name);
  else sessionStorage.setItem(name, JSON.stringify(value));
}
