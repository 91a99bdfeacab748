/** Rows that are handled in one go: enough to be quick, few enough to keep nobody else waiting. */
const CHUNK = 50;

/** As many as a command handles in one go, which keeps nobody waiting. */
export const MANY = 500;

/** Cuts a list into parts of at most `size`. */
function chunksOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

/**
 * Does the work part by part, and between two parts lets others have the thread: a session with hundreds of givings
 * must not hold up every other request. Also inside a transaction, where it only makes other writers wait a little longer.
 */
export async function inChunks<T>(list: readonly T[], work: (part: T[]) => Promise<void>, size = CHUNK): Promise<void> {
  for (const [index, part] of chunksOf(list, size).entries()) {
    if (index > 0) await breathe();
    await work(part);
  }
}

/** Rows read at once for an export: a quick query, and little to hold. */
const PAGE = 500;

/** All rows page by page: each page is read after the key of the last row before it. */
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

/** Those who have paused, in their order. */
const paused: (() => void)[] = [];

/**
 * Lets whatever else is ready run first. Of those who pause, one goes on at each turn of the event loop: ten long searches
 * at once keep everybody else waiting no longer than one does.
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
