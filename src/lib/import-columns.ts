/** Decides which column of an imported file fills which of our fields. */
import { fold } from './fold.ts';

/** A field that an import can fill. */
export type ImportField<F extends string> = {
  name: F;
  /** Other names for the column of this field, best first. Case, spaces and punctuation do not matter. */
  aliases?: readonly string[];
  kind?: 'text' | 'date' | 'id' | 'money';
  /** For a date field: the date is recent, so a two-digit year always means this century. */
  isRecent?: true;
  /** For a date field: the day of a birth. A date without a year is left empty and named. */
  isBirth?: true;
  /**
   * Set if other programs use the name of this field for something else. The field is then recognized only in our own
   * exports.
   */
  isOwn?: true;
  /**
   * Whether several columns of a file may fill this field. Each row uses the first column that has a value, in the
   * order of the aliases.
   */
  ranked?: boolean;
  /** Whether somebody may also name several columns for a ranked field. They are used in the order of the file. */
  isShared?: true;
  /** For a choice field: the words that people use for each value. */
  words?: Readonly<Record<string, readonly string[]>>;
};

/** A column of a file: how an import recognizes it, and whether only imports or only exports use it. */
export type FileColumn = Omit<ImportField<string>, 'name'> & { only?: 'import' | 'export' };

/** An id column that is recognized only in our own exports. */
export const OWN_ID: FileColumn = { kind: 'id', isOwn: true };

/** Returns the fields that an import reads from these columns, in order. */
export function importFields<F extends string>(columns: Readonly<Record<F, FileColumn>>): ImportField<F>[] {
  const read = Object.entries<FileColumn>(columns).filter(([, { only }]) => only !== 'export');
  return read.map(([name, column]) => ({ ...column, name: name as F }));
}

/** Returns the names of the columns that only exports have. */
export function unreadColumns(columns: Readonly<Record<string, FileColumn>>): string[] {
  return Object.keys(columns).filter((name) => columns[name]?.only === 'export');
}

/**
 * A column that an import reads: its position, its name in the file, and the field that it fills. A lower `rank` is a
 * better match.
 */
export type ImportColumn<F extends string> = { index: number; header: string; field: ImportField<F>; rank: number };

export type MatchedColumns<F extends string> = {
  columns: ImportColumn<F>[];
  /**
   * The names of columns that are not read. The audit columns of our own exports, such as `createdAt`, are not listed.
   */
  ignored: string[];
  /**
   * Pairs of columns that match the same field. Columns that match a ranked field by different aliases are not listed.
   */
  clashes: [ImportColumn<F>, ImportColumn<F>][];
};

/** Returns a header or a word in the form in which it is compared: folded, with letters and digits only. */
export function headerKey(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Every export of ours has both of these columns, and no other program writes the two together. No import reads them.
 */
const OWN_MARKS = ['createdAt', 'modifiedAt'];
const OWN_UNREAD = new Set([...OWN_MARKS, 'createdBy', 'modifiedBy']);

/** Returns whether the columns come from our own export. */
export function isOwnExport(headers: readonly string[]): boolean {
  return OWN_MARKS.every((mark) => headers.includes(mark));
}

/**
 * Matches the columns of a file to fields. In most cases, a column with exactly the name of a field matches that field,
 * so that our own exports are read back correctly. Next, aliases are tried, and then field names without regard to case,
 * spaces and punctuation.
 * `chosen` overrides all of these: it maps the index of a column to a field, or to null if the column is to be ignored.
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
    const isOverridden =
      !chosen.has(index) && match !== undefined && !match.field.isShared && taken.has(match.field.name);
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
      .find(
        ({ field, rank }) =>
          field === column.field && !(field.ranked && (rank !== column.rank || (field.isShared && rank < 0))),
      );
    return rival ? [[rival, column] as [ImportColumn<F>, ImportColumn<F>]] : [];
  });
}
