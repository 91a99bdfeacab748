/** Returns the fields that have a value. A field that is undefined was not given, and keeps what is stored. */
export function withoutMissing<T>(fields: Readonly<Record<string, T>>): Record<string, Exclude<T, undefined>> {
  const given: Record<string, Exclude<T, undefined>> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined) given[name] = value as Exclude<T, undefined>;
  }
  return given;
}
