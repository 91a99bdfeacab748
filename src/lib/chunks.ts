/** Splits long work into parts, so that other requests can run between two parts. */

/** How many rows are handled at once: enough to be fast, few enough not to delay other requests. */
const CHUNK = 50;

/** How many rows a command handles at once. The number can be larger, because no requests wait for a command. */
export const MANY = 500;

/**
 * How many rows an import writes at once. What is made of more rows outlives the collections of young objects, and the memory
 * of the whole import then grows by more than a kilobyte for each row.
 */
export const WRITTEN = 100;

/** Cuts a list into parts of at most `size`. */
function chunksOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

/**
 * Calls `work` for one part of the list after another, and lets other requests run between two parts. An offering
 * session with hundreds of givings therefore does not block other requests. If all of this happens in one transaction,
 * other writers still wait until the transaction ends.
 */
export async function inChunks<T>(list: readonly T[], work: (part: T[]) => Promise<void>, size = CHUNK): Promise<void> {
  for (const [index, part] of chunksOf(list, size).entries()) {
    if (index > 0) await breathe();
    await work(part);
  }
}

/** How many rows are read or planned at once. Planning one takes up to a twentieth of a millisecond. */
const ROWS = 200;

/** Calls `work` for each row, one after another, and lets other work run in between. */
export function eachRow<T>(rows: readonly T[], work: (row: T) => void): Promise<void> {
  return inChunks(
    rows,
    async (part) => {
      for (const row of part) work(row);
    },
    ROWS,
  );
}

/** How many rows an export reads at once, so that each query is fast and needs little memory. */
const PAGE = 500;

/**
 * Yields all rows, page by page. `read` returns the first rows after a key: `first` for the first page, and then the
 * key of the last row read.
 */
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

/** The paused callers, in the order in which they called `breathe`. */
const paused: (() => void)[] = [];

/**
 * Pauses the caller until all other work that is ready has run. In each turn of the event loop only one paused caller
 * continues, so ten long searches delay other requests no more than one long search does.
 */
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    paused.push(resolve);
    if (paused.length === 1) setImmediate(resumeNext);
  });
}

function resumeNext(): void {
  if (paused.length > 1) setImmediate(resumeNext);
  paused.shift()?.();
}
