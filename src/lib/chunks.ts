/** Rows that are handled in one go: enough to be quick, few enough to keep nobody else waiting. */
const CHUNK = 50;

/** Cuts a list into parts of at most fifty. */
function chunksOf<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / CHUNK) }, (_, index) =>
    list.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}

/**
 * Does the work part by part, and between two parts lets others have the thread: a session with hundreds of givings
 * must not hold up every other request. Also inside a transaction, where it only makes other writers wait a little longer.
 */
export async function inChunks<T>(list: readonly T[], work: (part: T[]) => Promise<void>): Promise<void> {
  for (const [index, part] of chunksOf(list).entries()) {
    if (index > 0) await breathe();
    await work(part);
  }
}

/** Lets whatever else is ready run first. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
