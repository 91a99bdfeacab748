/**
 * Reads and builds records whose parts have columns of their own in a file or inputs of their own in a form, such as an
 * address. A path names a part: `city`, or `address.city` for a part of a part.
 */
type Nested = { [key: string]: string | null | Nested };

/** Returns the part of a record at a path, or null if there is none. */
export function partOf(record: object | null | undefined, path: string): string | null {
  let value: unknown = record;
  for (const key of path.split('.')) value = (value as Nested | null | undefined)?.[key];
  return (value as string | null | undefined) ?? null;
}

/** Returns the record with these parts, or null if all of them are null. The same is true of each part with parts. */
export function fromParts(parts: readonly (readonly [path: string, value: string | null])[]): Nested | null {
  if (parts.every(([, value]) => value === null)) return null;
  const record: Nested = {};
  for (const [path, value] of parts) {
    const [key = '', ...rest] = path.split('.');
    if (rest.length === 0) record[key] = value;
    else if (!(key in record)) record[key] = fromParts(partsUnder(key, parts));
  }
  return record;
}

function partsUnder(key: string, parts: readonly (readonly [string, string | null])[]) {
  return parts.flatMap(([path, value]) =>
    path.startsWith(`${key}.`) ? [[path.slice(key.length + 1), value] as const] : [],
  );
}
