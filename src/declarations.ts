/**
 * How one room learns of all others without importing them: it names a point, every room that has something to say there
 * declares it in its `room.ts`, and `rooms.ts` lists the rooms.
 */

/** Something that one room asks of all, by a name of its own; `T` is what each declares. */
export type Point<T> = { readonly name: string; readonly declared?: T };

/** What a room declares at a point, loaded when it is first asked for. */
export type Declaration = { point: Point<unknown>; load: () => Promise<unknown> };

/** Gives everything that rooms declare at a point, in the order of the rooms. */
export type Declared = <T>(point: Point<T>) => Promise<readonly T[]>;

/** Makes a declaration of what the point asks for. */
export function declare<T>(point: Point<T>, load: () => Promise<T>): Declaration {
  return { point, load };
}

/** Reads the declarations of all rooms; each is loaded once. */
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
