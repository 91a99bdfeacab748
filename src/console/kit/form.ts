/** Returns the text of a field in a submitted form, without leading and trailing spaces. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
