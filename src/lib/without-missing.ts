/** Returns the fields that have a value. A field that is undefined was not given, and keeps what is stored. */
export function withoutMissing(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
