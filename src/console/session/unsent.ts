/** Returns the number of entries that a room has stored on this computer but not yet sent to the service. */
type Count = () => Promise<number>;

const counts = new Set<Count>();

/** Registers the function that counts a room's unsent entries. Returns a function that removes it again. */
export function countsUnsent(count: Count): () => void {
  counts.add(count);
  return () => counts.delete(count);
}

/** Returns the number of unsent entries of all rooms. */
export async function countUnsent(): Promise<number> {
  const numbers = await Promise.all(Array.from(counts, (count) => count()));
  return numbers.reduce((sum, number) => sum + number, 0);
}
