/** Functions and types for the field lists of members, givings and expenses. */

/**
 * A field with its columns in a file, by column name. A field that refers to another record has two columns: one for
 * the id and one for the name.
 */
type WithColumns<C> = { columns: Readonly<Record<string, C>> };

/** The names of the columns of all fields in a field list. */
export type ColumnName<L extends Readonly<Record<string, WithColumns<object>>>> = {
  [F in keyof L]: keyof L[F]['columns'] & string;
}[keyof L];

/** Returns the columns of all fields in a field list, in order. */
export function columnsOf<L extends Readonly<Record<string, WithColumns<object>>>, C extends object>(
  list: L & Readonly<Record<string, WithColumns<C>>>,
): Readonly<Record<ColumnName<L>, C>> {
  const columns = Object.values(list).flatMap((field) => Object.entries<C>(field.columns));
  return Object.fromEntries(columns) as Record<ColumnName<L>, C>;
}
