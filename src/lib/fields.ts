/** What the lists of fields have in common: those of a member, a giving, an expense. */

/** A field with its columns in a file by their names; what names something stands beside its id. */
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
