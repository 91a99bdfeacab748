/** Returns the fields that have a value. A field that is undefined was not given, and keeps what is stored. */
export function withoutMissing<T>(fields: Readonly<Record<string, T>>): Record<string, Exclude<T, undefined>> {
  const given = Object.entries(fields).filter((entry): entry is [string, Exclude<T, undefined>] => {
    return entry[1] !== undefined;
  });
  return Object.fromEntries(given);
}
