/** Decides which column of a foreign file holds which of our fields. */
import { fold } from './fold.ts';

/** A field that an import can fill. */
export type ImportField<F extends string> = {
  name: F;
  /** Other names for its column, the best first. Case, spaces and punctuation do not matter. */
  aliases?: readonly string[];
  kind?: 'text' | 'date' | 'id' | 'money';
  /** For a date: the day lies in the time of these books, so a two-digit year never means the last century. */
  isRecent?: true;
  /** Other programs also use this name, so it means this field only in our own exports. */
  isOwn?: true;
  /** Several columns may hold it. Each row uses the first that has a value, in the order of the aliases. */
  ranked?: boolean;
  /** For a choice: the words that people use for each value. */
  words?: Readonly<Record<string, readonly string[]>>;
};

/** A column of a file: how an import recognizes it, and whether only imports or only exports have it. */
export type FileColumn = Omit<ImportField<string>, 'name'> & { only?: 'import' | 'export' };

/** The column of an id that only our own export has. */
export const OWN_ID: FileColumn = { kind: 'id', isOwn: true };

/** The fields that an import fills from these columns, in their order. */
export function importFields<F extends string>(columns: Readonly<Record<F, FileColumn>>): ImportField<F>[] {
  const read = Object.entries<FileColumn>(columns).filter(([, { only }]) => only !== 'export');
  return read.map(([name, column]) => ({ ...column, name: name as F }));
}

/** The columns that only an export has. */
export function unreadColumns(columns: Readonly<Record<string, FileColumn>>): string[] {
  return Object.keys(columns).filter((name) => columns[name]?.only === 'export');
}

/** A column that is read: its place, its name in the file, and its field. */
export type ImportColumn<F extends string> = { index: number; header: string; field: ImportField<F>; rank: number };

export type MatchedColumns<F extends string> = {
  columns: ImportColumn<F>[];
  /** Columns that are not read, except those that our own export has only for people. */
  ignored: string[];
  /** Pairs of columns for one field where neither is better. */
  clashes: [ImportColumn<F>, ImportColumn<F>][];
};

/** Returns a header or a word as it is compared: folded, letters and digits only. */
export function headerKey(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '');
}

/** Every export of ours has both of these columns; no import reads them, and no other program writes both. */
const OWN_MARKS = ['createdAt', 'modifiedAt'];
const OWN_UNREAD = new Set([...OWN_MARKS, 'createdBy', 'modifiedBy']);

/** Whether the columns come from our own export. */
export function isOwnExport(headers: readonly string[]): boolean {
  return OWN_MARKS.every((mark) => headers.includes(mark));
}

/**
 * Matches the columns of a file to fields. A column with exactly the name of a field is that field, so that our own
 * export is read as it was written; then aliases are tried, then names without case. `chosen` overrides this: the index
 * of a column to a field, or to null to ignore the column.
 */
export function matchColumns<F extends string>(
  headers: readonly string[],
  fields: readonly ImportField<F>[],
  chosen: ReadonlyMap<number, F | null>,
): MatchedColumns<F> {
  const taken = new Set(chosen.values());
  const isOwn = isOwnExport(headers);
  const known = aliasTable(fields);
  const columns: ImportColumn<F>[] = [];
  const ignored: string[] = [];
  for (const [index, header] of headers.entries()) {
    const match = chosen.has(index)
      ? fields.flatMap((field) => (field.name === chosen.get(index) ? [{ field, rank: -1 }] : []))[0]
      : guess(header, isOwn ? fields : fields.filter((field) => !field.isOwn), known);
    const isOverridden = !chosen.has(index) && match !== undefined && taken.has(match.field.name);
    if (match && !isOverridden) columns.push({ index, header, ...match });
    else if (header !== '' && !(isOwn && OWN_UNREAD.has(header))) ignored.push(header);
  }
  return { columns: columns.toSorted((a, b) => a.rank - b.rank), ignored, clashes: clashesOf(columns) };
}

type Match<F extends string> = { field: ImportField<F>; rank: number };

function guess<F extends string>(
  header: string,
  fields: readonly ImportField<F>[],
  known: ReadonlyMap<string, Match<F>>,
): Match<F> | undefined {
  const exact = fields.find(({ name }) => name === header);
  return exact && !exact.ranked ? { field: exact, rank: 0 } : known.get(headerKey(header));
}

function aliasTable<F extends string>(fields: readonly ImportField<F>[]): Map<string, Match<F>> {
  const known = new Map<string, Match<F>>();
  const add = (text: string, match: Match<F>) => {
    if (!known.has(headerKey(text))) known.set(headerKey(text), match);
  };
  for (const field of fields) for (const [rank, alias] of (field.aliases ?? []).entries()) add(alias, { field, rank });
  for (const field of fields) if (!field.isOwn) add(field.name, { field, rank: field.aliases?.length ?? 0 });
  return known;
}

function clashesOf<F extends string>(columns: readonly ImportColumn<F>[]): MatchedColumns<F>['clashes'] {
  return columns.flatMap((column, at) => {
    const rival = columns
      .slice(0, at)
      .find(({ field, rank }) => field === column.field && !(field.ranked && rank !== column.rank));
    return rival ? [[rival, column] as [ImportColumn<F>, ImportColumn<F>]] : [];
  });
}
