/** How many results are remembered of a function. */
const MOST = 10_000;

/**
 * Returns a function that remembers what another one returned for a text, for texts that repeat, such as the cells of a column.
 * A result that is undefined is not remembered.
 */
export function remembered<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = work(text);
    if (known.size < MOST) known.set(text, made);
    return made;
  };
}
