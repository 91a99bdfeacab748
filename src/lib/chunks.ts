/**
 * Long work in parts, between which other requests get the thread: hundreds of rows are written in parts of fifty.
 * Inside a transaction only other writers wait.
 */

/** How many rows are handled at once: enough to be fast, few enough not to delay other requests. */
const CHUNK = 50;

/** How many rows a command handles at once, since no requests wait for it. */
export const MANY = 500;

/** Cuts a list into parts of at most `size`. */
function chunksOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

/**
 * Does the work part by part and lets other requests run between two parts, so that a session with hundreds of givings
 * does not hold them up. Inside a transaction it only makes other writers wait a little longer.
 */
export async function inChunks<T>(list: readonly T[], work: (part: T[]) => Promise<void>, size = CHUNK): Promise<void> {
  for (const [index, part] of chunksOf(list, size).entries()) {
    if (index > 0) await breathe();
    await work(part);
  }
}

/** How many rows an export reads at once: a fast query that needs little memory. */
const PAGE = 500;

/** Yields all rows page by page. Each page starts after the key of the last row before it. */
export async function* pagesByKey<T, K>(
  first: K,
  keyOf: (row: T) => K,
  read: (after: K, limit: number) => Promise<T[]>,
): AsyncGenerator<T[]> {
  let page = await read(first, PAGE);
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield page;
    page = page.length < PAGE ? [] : await read(keyOf(last), PAGE);
  }
}

/** The callers who have paused, in order. */
const paused: (() => void)[] = [];

/**
 * Lets everything else that is ready run first. One paused caller continues at each turn of the event loop, so ten long
 * searches delay others no more than one does.
 */
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    paused.push(resolve);
    if (paused.length === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  if (paused.length > 1) setImmediate(goOn);
  paused.shift()?.();
}
