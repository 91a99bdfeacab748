/**
 * How one room (a feature) collects contributions from all the others without importing them. The collecting room names
 * a point, every room with something to contribute declares it in its own `room.ts`, and `rooms.ts` lists the rooms.
 */

/** A named point at which rooms can contribute; `T` is the type of a contribution. */
export type Point<T> = { readonly name: string; readonly declared?: T };

/** What a room declares at a point. It is loaded when it is first needed. */
export type Declaration = { point: Point<unknown>; load: () => Promise<unknown> };

/** Returns everything that rooms declare at a point, in the order of the rooms. */
export type Declared = <T>(point: Point<T>) => Promise<readonly T[]>;

/** Returns a declaration of the type that the point asks for. */
export function declare<T>(point: Point<T>, load: () => Promise<T>): Declaration {
  return { point, load };
}

/** Returns the declarations of all rooms. Each is loaded once. */
export function declaredBy(rooms: readonly (readonly Declaration[])[]): Declared {
  const loaded = new Map<Point<unknown>, Promise<readonly unknown[]>>();
  return <T>(point: Point<T>) => {
    let found = loaded.get(point);
    if (!found) {
      const here = rooms.flat().filter((declaration) => declaration.point === point);
      loaded.set(point, (found = Promise.all(here.map(({ load }) => load()))));
    }
    return found as Promise<readonly T[]>;
  };
}
