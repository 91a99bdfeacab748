/** What a room keeps on this computer until it has reached the service. */
type Count = () => Promise<number>;

const counts = new Set<Count>();

/** Has a room say how much of its work has not been sent. Returns the way to take that back. */
export function countsUnsent(count: Count): () => void {
  counts.add(count);
  return () => counts.delete(count);
}

/** Returns how much work of all rooms has not been sent yet. */
export async function countUnsent(): Promise<number> {
  const numbers = await Promise.all(Array.from(counts, (count) => count()));
  return numbers.reduce((sum, number) => sum + number, 0);
}
