/**
 * Recognizes the program that wrote a file by its headers, and says what its columns mean. The programs are listed in
 * `data/import-programs.json`, each with the page on which its headers are documented.
 */
import { headerKey, type ImportField } from '../../lib/import-columns.ts';
import { readShipped } from '../../package.ts';
import type { FileKind } from './kind.ts';

export type Program = {
  name: string;
  /** What its file is a list of. */
  kind: FileKind;
  /** The pages that document its headers. */
  sources: readonly string[];
  /** Headers that only a file of this program has all together. */
  marks: readonly string[];
  /** The fields that its columns fill. */
  columns: Readonly<Record<string, string>>;
  /** Columns that are known, and that no field needs. */
  unread: readonly string[];
  /** The words that it writes in a column, by field and by what they mean. */
  words?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Whether its file writes a fee that was kept as a negative amount. */
  hasNegativeFees?: true;
  /** The payment method of its gifts, if its file names none. */
  method?: string;
};

let programs: readonly Program[] | undefined;

/** Returns all programs whose files are recognized. */
export function allPrograms(): readonly Program[] {
  programs ??= readShipped('data/import-programs.json') as Program[];
  return programs;
}

/** Returns the fields of an import that also understand the words of a program. */
export function fieldsOfProgram<F extends string>(
  { words = {} }: Program,
  fields: readonly ImportField<F>[],
): readonly ImportField<F>[] {
  return fields.map((field) => {
    const own = words[field.name];
    if (own === undefined) return field;
    const meanings = Object.entries(own).map(([meaning, theirs]) => [
      meaning,
      [...(field.words?.[meaning] ?? []), ...theirs],
    ]);
    return { ...field, words: { ...field.words, ...(Object.fromEntries(meanings) as typeof own) } };
  });
}

/** Returns the program that wrote a file with these headers, or undefined. */
export function programOf(header: readonly string[]): Program | undefined {
  const keys = new Set(header.map(headerKey));
  return allPrograms().find(({ marks }) => marks.every((mark) => keys.has(headerKey(mark))));
}

/**
 * Returns the fields of columns by their index, as a program means them; null is a column that is not read. What somebody
 * has chosen comes first, also for a field that a column of the program would fill.
 */
export function columnsOfProgram<F extends string>(
  { columns, unread }: Program,
  header: readonly string[],
  fields: readonly ImportField<F>[],
  chosen: ReadonlyMap<number, F | null>,
): Map<number, F | null> {
  const taken = new Set(chosen.values());
  const meanings = new Map<string, F | null>(unread.map((name) => [headerKey(name), null]));
  for (const [name, field] of Object.entries(columns)) {
    const known = fields.find((one) => one.name === field);
    if (known && !taken.has(known.name)) meanings.set(headerKey(name), known.name);
  }
  const found = header.flatMap((name, index): [number, F | null][] => {
    const meaning = meanings.get(headerKey(name));
    return name === '' || meaning === undefined ? [] : [[index, meaning]];
  });
  return new Map([...found, ...chosen]);
}
