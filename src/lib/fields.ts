/** What the field lists of members, givings and expenses have in common. */

/** A field with the names of its columns in a file. A reference has a column for the name beside that for the id. */
type WithColumns<C> = { columns: Readonly<Record<string, C>> };

/** The names of all columns of a list. */
export type ColumnName<L extends Readonly<Record<string, WithColumns<object>>>> = {
  [F in keyof L]: keyof L[F]['columns'] & string;
}[keyof L];

/** The columns of all fields of a list, in their order. */
export function columnsOf<L extends Readonly<Record<string, WithColumns<object>>>, C extends object>(
  list: L & Readonly<Record<string, WithColumns<C>>>,
): Readonly<Record<ColumnName<L>, C>> {
  const columns = Object.values(list).flatMap((field) => Object.entries<C>(field.columns));
  return Object.fromEntries(columns) as Record<ColumnName<L>, C>;
}
