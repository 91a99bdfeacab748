/**
 * Lets a room (a folder of `src/features`) collect contributions from other rooms without importing them. The
 * collecting room defines a point. Every room that contributes to the point declares so in its `room.ts`, and
 * `rooms.ts` lists the rooms.
 */

/** A named point at which rooms can contribute; `T` is the type of a contribution. */
export type Point<T> = { readonly name: string; readonly declared?: T };

/** What a room contributes at a point. The contribution is loaded when it is first needed. */
export type Declaration = { point: Point<unknown>; load: () => Promise<unknown> };

/** Returns everything that rooms declare at a point, in the order of the rooms. */
export type Declared = <T>(point: Point<T>) => Promise<readonly T[]>;

/** Returns a declaration whose contribution has the type of the point. */
export function declare<T>(point: Point<T>, load: () => Promise<T>): Declaration {
  return { point, load };
}

/**
 * Returns a function that collects what these rooms declare at a point. Each contribution is loaded once, and again only
 * if one could not be loaded.
 */
export function declaredBy(rooms: readonly (readonly Declaration[])[]): Declared {
  const loaded = new Map<Point<unknown>, Promise<readonly unknown[]>>();
  return <T>(point: Point<T>) => {
    let found = loaded.get(point);
    if (!found) {
      const here = rooms.flat().filter((declaration) => declaration.point === point);
      loaded.set(point, (found = Promise.all(here.map(({ load }) => load()))));
      found.catch(() => loaded.delete(point));
    }
    return found as Promise<readonly T[]>;
  };
}
