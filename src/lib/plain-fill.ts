/** Replaces each `{{name}}` of a text with its value; one without a value becomes empty. The page can use it, too. */
export function fillPlain(words: string, values: Readonly<Record<string, string>>): string {
  return words.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}
