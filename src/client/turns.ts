/** The part of the Web Locks API that is used here. */
type Locks = { request: <T>(name: string, work: () => Promise<T>) => Promise<T> };

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs pieces of work one after the other: in all tabs of an origin with a Web Lock of this name, or, without such
 * locks, as in Node.js 20, those of one caller.
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
