/** The part of the Web Locks API that this file uses. */
type Locks = { request: <T>(name: string, work: () => Promise<T>) => Promise<T> };

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Returns a function that runs pieces of work one after another. With Web Locks, all tabs of an origin that use the
 * same name take turns. Without Web Locks, as in Node.js 20, only work passed to the same returned function takes
 * turns.
 */
export function turns(name: string): InTurn {
  const { locks } = (globalThis as { navigator?: { locks?: Locks } }).navigator ?? {};
  if (locks) return (work) => locks.request(name, work);
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
}
